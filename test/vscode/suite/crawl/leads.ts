/**
 * The ways to ticket dialogs that no palette, menu or link reaches without input. Boxes are filled in, list entries are
 * chosen and buttons are pressed, as an author would, up to the dialog itself. In the dialog, nobody says yes.
 */
import type * as vscode from "vscode";
import { ticketOf } from "./instrument.ts";
import type { Instrument, Manner, PageOfPanel } from "./instrument.ts";
import type { Row } from "./walk.ts";

/** Answers by a part of the question, as `Instrument.written` takes them. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

export interface Ports {
  readonly it: Instrument;
  run(manner: Manner, what: string, command: string, args: readonly unknown[], answers?: Answers): Promise<void>;
  /** Does the same as `run` for work that is not a command, such as pressing a button of a page. */
  act(manner: Manner, what: string, name: string, work: () => PromiseLike<unknown>, answers?: Answers): Promise<void>;
  rows(): Promise<readonly Row[]>;
  at(path: string): vscode.Uri;
  until(what: string, isSo: () => boolean): Promise<void>;
  /** Names of request files, each with a call that needs a ticket. */
  readonly requests: readonly string[];
  /** Id of a library folder with nothing in it. */
  readonly emptyFolder: string;
  readonly metaFile: string;
  readonly document: string;
  readonly storeFolder: string;
}

interface Setup {
  readonly type: "setup";
  readonly fields: readonly { readonly key: string }[];
  readonly buttons: readonly { readonly key: string; readonly label: string; readonly on: "row" | "table" }[];
}

interface Rows {
  readonly type: "page";
  readonly rows: readonly { readonly id: string }[];
}

/** Returns the date one year from now; the service keeps no session that long. */
const later = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

export async function leadToTickets(manner: Manner, ports: Ports): Promise<void> {
  const { run, rows, at, requests, emptyFolder, metaFile, document } = ports;
  for (const name of requests)
    await run(manner, `sending ${name}`, "smartform.requests.send", [at(name)], { "Environment in which to": "Test" });
  const loud = { "does more than create a test form": "Create as Written", "Private secret": "" };
  await run(
    manner,
    "creating a form that notifies somebody",
    "smartform.forms.create",
    [at("forms/loud.form.json")],
    loud,
  );

  // Earlier steps may have changed the environments and searches of the Archive and Documents views. They may also have
  // removed the sessions from the Documents view, because the command that removes sessions asks no question.
  const environments = { "Environment of the archive": "Test", "Environment of the document editor": "Test" };
  for (const view of ["archive", "documents"])
    await run(manner, `choosing the environment of ${view}`, `smartform.${view}.chooseEnvironment`, [], environments);
  await run(manner, "showing what is new in the archive", "smartform.archive.showNew", [], {});
  await run(manner, "finding the sessions", "smartform.documents.findSessions", [], {
    "Find sessions": "In the last day",
    "Add to the view": "",
  });
  const found = await rows();
  const rowWhere = (what: string, isIt: (row: Row) => boolean): unknown => {
    const row = found.find(isIt);
    if (row === undefined) throw new Error(`There is no row of ${what}.`);
    return row.element;
  };
  const folder = rowWhere(
    "the empty folder",
    ({ item, element }) =>
      item.contextValue === "topfolder" &&
      (element as { readonly folder?: { readonly id?: string } }).folder?.id === emptyFolder,
  );
  await run(manner, "deleting a folder", "smartform.textLibrary.deleteFolder", [folder]);
  await run(manner, "writing an audit event", "smartform.audit.write", [], {
    "Event name": "CaseClosed",
    "User that the event": "crawl",
    "Source of the event": "",
    "Level of the event": "",
    "Facts about": "{}",
    "personal data": "No",
    "More fields": "Event ID",
    "Event ID": "1",
  });
  const archived = rowWhere("an archived document", ({ item }) => item.contextValue === "archiveDocument");
  await run(manner, "deleting an archived document", "smartform.archive.delete", [archived], {
    "Keep copies?": "Without Copies",
  });
  await run(
    manner,
    "storing a PDF with a text for callbacks",
    "smartform.archive.storeNew",
    [at("requests/agreement.pdf")],
    {
      ") Folder": "",
      "New document in the archive": ["Text for the company", "Store in"],
      "enabled. If the text is empty": "crawl",
      already: "Store Another",
    },
  );
  const session = rowWhere("a session", ({ item }) => /^session( |$)/.test(item.contextValue ?? ""));
  await run(manner, "changing the date of a session", "smartform.documents.changeRetention", [session], {
    "Enter a new date": later(),
  });
  await run(manner, "distributing a document", "smartform.distribution.send", [{ metaFile, document }], {
    "Data of the document": "No data",
    "Press Enter to send": "",
  });
  await leadInStore(manner, ports);
}

/**
 * Presses the buttons of the store's table that need a ticket: for the first row, and for all rows that match a filter
 * on the first column.
 */
async function leadInStore(manner: Manner, { it, run, act, until, storeFolder }: Ports): Promise<void> {
  // The pages of earlier passes are closed, so only later pages count.
  const closed = it.pages.length;
  await run(manner, "searching the store", "smartform.store.search", [], {
    "Store folder": storeFolder,
    "Exact name of the": storeFolder,
  });
  const ofStore = (): PageOfPanel | undefined =>
    it.pages
      .slice(closed)
      .findLast(
        ({ kind, told }) =>
          kind === "smartform.table" && setupOf(told)?.buttons.some(({ key }) => key === "changeMany") === true,
      );
  await until("the table of the store", () => ofStore() !== undefined);
  const page = ofStore();
  const setup = page && setupOf(page.told);
  if (page === undefined || setup === undefined) return;
  const first = (): string | undefined =>
    page.told.findLast((message): message is Rows => typeOf(message) === "page" && (message as Rows).rows.length > 0)
      ?.rows[0]?.id;
  await until("a row of the store", () => first() !== undefined);
  const [field] = setup.fields;
  const press = async (
    action: string,
    row: { readonly index: number; readonly id: string } | null,
    answers: Answers,
  ): Promise<void> =>
    act(
      manner,
      `the button ${action} of the store`,
      `smartform.store.${action}`,
      async () => {
        if (row === null) page.say({ type: "filter", values: [[field?.key ?? "", "LIKE %"]] });
        page.say({ type: "act", action, row });
        await until(`the ticket's dialog of ${action}`, () =>
          it.asked.some(({ words }) => ticketOf(words) !== undefined),
        );
      },
      answers,
    );
  await press("delete", { index: 0, id: first() ?? "" }, {});
  await press("changeMany", null, {
    "Columns to change": "",
    "the new value": "crawl",
    "Change all documents that match the search": "Change",
  });
}

const typeOf = (message: unknown): unknown => (Object(message) as { readonly type?: unknown }).type;
const setupOf = (told: readonly unknown[]): Setup | undefined =>
  told.find((message): message is Setup => typeOf(message) === "setup");
