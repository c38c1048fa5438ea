/**
 * The crawl's way through the extension: what can be reached, how each step is made and judged, and what was reached.
 */
import assert from "node:assert/strict";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { operationOf, operations } from "../../../../api/index.ts";
import type { OperationId } from "../../../../api/index.ts";
import { identityOf } from "../../../../client/connections/connectionsModel.ts";
import { languageIdOf, uriOf } from "../../../../client/connections/textAddress.ts";
import { followIn } from "./documents.ts";
import type { Followed } from "./documents.ts";
import { instrument, refusal, soon, ticketOf } from "./instrument.ts";
import type { Manner } from "./instrument.ts";
import { leadToTickets } from "./leads.ts";
import type { Answers } from "./leads.ts";
import { harmful, serviceOf } from "./service.ts";
import type { Handed } from "./service.ts";

export interface Entry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Contributes {
  readonly commands: readonly { readonly command: string }[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
  readonly keybindings: readonly Entry[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
  readonly walkthroughs: readonly {
    readonly steps: readonly { readonly id: string; readonly description: string }[];
  }[];
}

export interface Row {
  readonly view: string;
  readonly element: unknown;
  readonly item: vscode.TreeItem;
}

/**
 * An editor, a file of the explorer or a page, with the contexts for `when` clauses and the arguments that menus pass.
 */
export interface Resource {
  readonly name: string;
  readonly contexts: Readonly<Record<string, unknown>>;
  readonly arguments: readonly unknown[];
  open(): Promise<void>;
}

export interface Crawl {
  readonly handed: Handed;
  readonly contributes: Contributes;
  contexts(): ReadonlyMap<string, unknown>;
  /**
   * Runs a command. If it asked a question with a button that says no, and the question was dismissed, runs the command
   * again and presses that button.
   */
  run(manner: Manner, what: string, command: string, args: readonly unknown[]): Promise<void>;
  /** Leads to the ticket dialogs that appear only after some input. */
  leadToTickets(manner: Manner): Promise<void>;
  /** Returns one row of each kind. */
  kinds(): Promise<readonly Row[]>;
  isKnown(row: Row): boolean;
  resources(): Promise<readonly Resource[]>;
  /** Shows a text in an editor, so that the History view shows its history. */
  showText(): Promise<void>;
  inDocuments(): Promise<readonly Followed[]>;
  statusItems(): readonly { readonly name: string; readonly command: string }[];
  links(): readonly { readonly place: string; readonly command: string }[];
  /** Filters the texts, as the command does after a person entered a word. */
  filter(): Promise<void>;
  reached(place: string, entry: Entry, manner?: Manner): void;
  isReached(place: string, entry: Entry, manner: Manner): boolean;
  missing(): readonly string[];
  sound(manner: Manner): Promise<void>;
  say(): void;
}

const id = "smartform.smartform";

/** Milliseconds that a command may take on a busy machine, whatever the answers to its questions are. */
const limit = 45_000;
/**
 * The largest number of rows that are visited below one row (`breadth`) and in one view (`most`), because lists of the
 * service may be long.
 */
const breadth = 30,
  most = 300;
/** The number of runs after which the service is checked for harmful requests. */
const patience = 10;

export function nameOf({ view, item }: Row): string {
  return `${view} ${item.contextValue ?? "(none)"}`;
}

export async function startCrawl(): Promise<Crawl> {
  const handed = JSON.parse(process.env["SMARTFORM_CRAWL"] ?? "{}") as Handed;
  const it = instrument(id);
  const service = serviceOf(handed);
  const extension = vscode.extensions.getExtension(id);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(extension && folder);
  const { contributes } = extension.packageJSON as { readonly contributes: Contributes };
  const { demo } = handed.ready;
  const done = new Set<string>();
  const known = new Set<string>();
  const tickets = new Set<string>();
  const recent: string[] = [];
  let runs = 0;
  /** Milliseconds by activity. */
  const spent = new Map<string, number>();
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    return work().finally(() => spent.set(what, (spent.get(what) ?? 0) + performance.now() - start));
  };
  const longest = (most: number, from: string): string =>
    [...spent]
      .filter(([what]) => what.startsWith(from))
      .sort(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([what, time]) => `${what.slice(from.length)} ${(time / 1000).toFixed(1)} s`)
      .join(", ");
  let text: vscode.Uri | undefined;
  const own = await service.prepare();
  /** A text that somebody else changes while the author edits it. */
  const contested = uriOf({
    connection: "crawl",
    folder: { code: "claims", name: "Claims" },
    text: { id: own.text, code: "contested", contentType: 0 },
    language: "en",
  });
  let conflicts = 0;

  async function signIn(): Promise<void> {
    const { authUrl, formsApiUrl, formsAppUrl, clients } = handed.ready;
    const client = clients.find(({ name }) => name === "standard");
    await answering(
      {
        "Name of the connection": "crawl",
        "Address of the token service": authUrl,
        "Address of the forms API": formsApiUrl,
        "Address of the forms application": formsAppUrl,
        "Client id (type Standard": client?.clientId ?? "",
        "Client secret": client?.clientSecret ?? "",
      },
      async () => vscode.commands.executeCommand("smartform.connection.signIn"),
    );
    assert.equal(it.contexts.get("smartform.connection"), "service", `It signed in: ${JSON.stringify(it.asked)}`);
  }

  /** Runs the work with these answers; all other questions are answered with Enter. */
  async function answering(written: Answers, work: () => Thenable<unknown>): Promise<void> {
    it.manner = "enter";
    it.asked.length = 0;
    for (const [question, answer] of Object.entries(written)) it.written.set(question, answer);
    await work();
    it.written.clear();
    it.manner = "escape";
  }

  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  const show = async (uri: vscode.Uri): Promise<vscode.TextEditor> =>
    vscode.window.showTextDocument(uri, { preview: false });

  /**
   * Opens everything that an author could have on the screen: a form with a file, a session, a favourite, versions of a
   * text, search results.
   */
  async function setUp(): Promise<void> {
    await cp(handed.samples, folder?.fsPath ?? "", { recursive: true });
    await writeFile(
      join(folder?.fsPath ?? "", "letters", "broken.sft"),
      "Dear [[ customer ]],\n[[LIB : claims : intro ]]\n[[ LIB : claims : introo ]]\n[[ lib : claims : intro ]]\n[[ LIB : ]]\n[[ customer.\n",
    );
    await mkdir(join(folder?.fsPath ?? "", "harmful"));
    for (const [path, content] of Object.entries(handed.files))
      await writeFile(join(folder?.fsPath ?? "", path), content);
    await show(at("forms/claim-report.form.json"));
    const { archiveFolderId, documentsEnvironment, metaFile, document } = demo;
    assert.ok(archiveFolderId !== "" && document !== "");
    const answers = {
      "Environment of the archive": "Test",
      "Environment of the document editor": documentsEnvironment,
      "Exact name of the MetaFile": metaFile,
      MetaFile: metaFile,
      "audit log": "crawl",
      "User name": "crawl",
    };
    const audit = handed.ready.clients.find(({ name }) => name === "audit");
    await answering(
      {
        "Address of the audit API": handed.ready.auditApiUrl,
        "Client id (type Audit": audit?.clientId ?? "",
        "Secret of the client": audit?.clientSecret ?? "",
      },
      async () => vscode.commands.executeCommand("smartform.connection.signInAudit"),
    );
    for (const command of [
      "forms.create",
      "archive.chooseEnvironment",
      "archive.showNew",
      "documents.chooseEnvironment",
      "documents.addMetaFile",
      "documents.startSession",
    ]) {
      await answering(answers, async () => vscode.commands.executeCommand(`smartform.${command}`));
      if (process.env["SMARTFORM_CRAWL_TALK"]) console.log(`crawl: ${command} ${JSON.stringify(it.asked)}`);
    }
    const all = await rows();
    const form = all.find((row) => row.item.contextValue === "testForm")?.element as
      { readonly form?: { readonly formId?: string } } | undefined;
    assert.ok(form?.form?.formId, "The form that was made is listed.");
    await service.control("POST", `/forms/${form.form.formId}/files`, {
      property: "photo",
      name: "photo.png",
      contentBase64: "cGhvdG8=",
    });
    const textOf = ({ element }: Row): string | undefined =>
      (element as { readonly text?: { readonly id?: string } }).text?.id;
    const favourite = all.find((row) => row.item.contextValue === "text" && textOf(row) !== own.text);
    await vscode.commands.executeCommand("smartform.textLibrary.addFavourite", favourite?.element);
    const language = all.find(
      (row) => row.item.contextValue === "language" && textOf(row) !== own.text && row.item.command,
    );
    await vscode.commands.executeCommand(
      language?.item.command?.command ?? "",
      ...((language?.item.command?.arguments ?? []) as unknown[]),
    );
    text = vscode.window.activeTextEditor?.document.uri;
    assert.equal(text?.scheme, "textlib");
    const {
      text: { id: textId },
      language: code,
    } = language?.element as { readonly text: { readonly id: string }; readonly language: string };
    await service.changeText({ id: textId, language: code }, " Changed.", "behind");
    await vscode.commands.executeCommand("workbench.action.files.revert");
    // Adds a signing order that was being sent when its window was killed.
    await it.state?.update("smartform.signing.sent", [
      {
        identity: identityOf("crawl", service.api.connection),
        token: "0a1b2c3d4e5f",
        sentAt: "2026-01-01T00:00:00.000Z",
      },
    ]);
    await vscode.commands.executeCommand("smartform.signing.refresh");
    // Adds a form that was made together with its PDF. The response to that call has no form id.
    const listed = it.state?.get<readonly object[]>("testForms") ?? [];
    await it.state?.update("testForms", [{ ...listed[0], marker: "made with its PDF", formId: null }, ...listed]);
    await vscode.commands.executeCommand("smartform.testForms.refresh");
  }

  /** Makes a save that conflicts, because somebody else wrote the same line. */
  async function bringIntoConflict(): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(contested);
    const isSo = (): boolean =>
      Object.hasOwn(Object(it.contexts.get("smartform.conflicts")) as object, contested.toString());
    if (isSo()) return document;
    await show(contested);
    // When VS Code changes the language of the document, it closes the text and opens it again, which drops its
    // conflict.
    await until("the language of the text", () =>
      vscode.workspace.textDocuments.some(
        ({ uri, languageId }) => uri.toString() === contested.toString() && languageId === languageIdOf(contested),
      ),
    );
    const number = ++conflicts;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(contested, new vscode.Range(0, 0, document.lineCount, 0), `The author, ${number}.`);
    await vscode.workspace.applyEdit(edit);
    // The text has changes now, so it does not take the service's new content.
    await service.changeText({ id: own.text, language: "en" }, `Somebody else, ${number}.`, "instead");
    const saved = await document.save().then(String, String);
    await until(
      `a conflict of "${document.getText()}", whose save said ${saved} and which is ${document.isDirty ? "still" : "no longer"} to be saved`,
      isSo,
    );
    return document;
  }

  const mergeResult = (): vscode.Uri | undefined =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "smartform-merge" && uri.query === "result")?.uri;

  async function openMerge(): Promise<void> {
    await bringIntoConflict();
    if (mergeResult() !== undefined) return;
    await answering({ "Two people changed": "Compare and Merge" }, async () =>
      vscode.commands.executeCommand("smartform.textLibrary.resolveConflict", contested),
    );
    await until("a merge", () => mergeResult() !== undefined);
  }

  async function until(what: string, isSo: () => boolean): Promise<void> {
    const end = performance.now() + limit;
    while (!isSo()) {
      assert.ok(
        performance.now() < end,
        `It did not come to be: ${what}. ${JSON.stringify({ active: vscode.window.activeTextEditor?.document.uri.toString(), asked: it.asked, contexts: Object.fromEntries(it.contexts) })}`,
      );
      await soon(20);
    }
  }

  /** Shows the text whose history is viewed; does nothing before `setUp` has opened that text. */
  async function showText(): Promise<void> {
    if (text === undefined) return;
    await show(text);
    await until("the history of the text", () => it.contexts.get("smartform.history") === "ready");
  }

  /**
   * Resolves with the rows of all trees, at all depths, up to the limits `breadth` and `most`. The History view shows
   * the text that `showText` shows.
   */
  async function rows(): Promise<readonly Row[]> {
    const found: Row[] = [];
    await showText();
    for (const { id: view } of Object.values(contributes.views).flat()) {
      const provider = it.trees.get(view);
      assert.ok(provider, `The view ${view} has a tree.`);
      await vscode.commands.executeCommand(`${view}.focus`);
      const waiting: unknown[] = [undefined];
      const own: Row[] = [];
      while (waiting.length > 0 && own.length < most) {
        const children = (await provider.getChildren(waiting.shift())) ?? [];
        for (const element of children.slice(0, breadth)) {
          const item = await provider.getTreeItem(element);
          own.push({ view, element, item });
          if (item.collapsibleState !== vscode.TreeItemCollapsibleState.None) waiting.push(element);
        }
      }
      found.push(...own);
    }
    return found;
  }

  async function judge(manner: Manner): Promise<void> {
    await timed("look harmless", () => service.harmless(recent.join(", ")));
    recent.length = 0;
    assert.deepEqual(it.failures.splice(0), []);
    assert.deepEqual(it.uriHandlers, [], "No link of the operating system reaches the extension.");
    const now = await timed("look fingerprint", service.fingerprint);
    for (const [name, row] of base) {
      assert.ok(now.has(name) || (await service.canRead(name)), `${name} is still there`);
      // With `enter`, a merge may be completed, which saves the text.
      if (manner !== "enter" && name !== `text ${own.text}`)
        assert.equal(now.get(name), row, `${name} is as it was: nobody answered that it may change`);
    }
    if (manner === "enter") base = now;
  }

  const run = async (
    manner: Manner,
    what: string,
    command: string,
    args: readonly unknown[],
    answers?: Answers,
  ): Promise<void> => act(manner, what, command, () => vscode.commands.executeCommand(command, ...args), answers);

  async function act(
    manner: Manner,
    what: string,
    name: string,
    work: () => PromiseLike<unknown>,
    answers: Answers = {},
  ): Promise<void> {
    if (handed.only.length > 0 && !handed.only.some((part) => name.includes(part))) return;
    const isRefusable = await once(manner, what, name, work, answers);
    if (manner === "escape" && isRefusable) await once("cancel", what, name, work, answers);
  }

  /** Does the work once. Resolves with whether a question had a button that says no. */
  async function once(
    manner: Manner,
    what: string,
    name: string,
    work: () => PromiseLike<unknown>,
    answers: Answers,
  ): Promise<boolean> {
    runs++;
    recent.push(`${what} (${manner})`);
    it.manner = manner;
    it.asked.length = 0;
    it.written.clear();
    for (const [question, answer] of Object.entries(answers)) it.written.set(question, answer);
    const late = Promise.withResolvers<never>();
    const clock = setTimeout(
      () => late.reject(new Error(`It did not end within ${limit / 1000} s. Asked: ${JSON.stringify(it.asked)}`)),
      limit,
    );
    try {
      await timed(`run ${name}`, () => Promise.race([Promise.resolve(work()), late.promise]));
    } catch (error) {
      it.failures.push(
        `${what} (${manner}): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      clearTimeout(clock);
      it.written.clear();
    }
    let isRefusable = false;
    for (const { how, words, modal, buttons } of it.asked) {
      const operation = ticketOf(words);
      if (modal && operation !== undefined) tickets.add(operation);
      if (buttons.some((button) => refusal.test(button))) isRefusable = true;
      if (
        how === "error" &&
        /is not a function|Cannot (read|set|destructure|convert)|is not iterable|\[object|of (undefined|null)\b|Maximum call stack/.test(
          words,
        )
      )
        it.failures.push(`${what} (${manner}): a message that is for nobody: ${words}`);
    }
    if (process.env["SMARTFORM_CRAWL_TALK"] && Object.keys(answers).length > 0)
      console.log(`crawl: ${what} (${manner}) ${JSON.stringify(it.asked)}`);
    if (it.contexts.get("smartform.connection") !== "service") await signIn();
    if (recent.length >= patience) {
      await timed("look harmless", () => service.harmless(recent.join(", ")));
      recent.length = 0;
    }
    return isRefusable;
  }

  const keyOf = (place: string, { command, when }: Entry): string =>
    when === undefined ? `${place} ${command}` : `${place} ${command}: ${when}`;

  await extension.activate();
  await signIn();
  await setUp();
  let base = await service.fingerprint();
  await service.harmless("the preparation");
  const began = performance.now();

  return {
    handed,
    contributes,
    run,
    showText,
    leadToTickets: (manner) =>
      leadToTickets(manner, {
        it,
        run,
        act,
        rows: () => timed("look rows", rows),
        at,
        until,
        requests: Object.keys(handed.files).filter((path) => path.startsWith("harmful/")),
        emptyFolder: own.folder,
        metaFile: demo.metaFile,
        document: demo.document,
        storeFolder: demo.storeFolder,
      }),
    contexts: () => it.contexts,
    async kinds() {
      const first = new Map<string, Row>();
      for (const row of await timed("look rows", rows)) if (!first.has(nameOf(row))) first.set(nameOf(row), row);
      return [...first.values()];
    },
    isKnown(row) {
      const name = nameOf(row);
      const was = known.has(name);
      known.add(name);
      return was;
    },
    async resources() {
      const files = [
        "forms/claim-report.form.json",
        "requests/agreement.signing.json",
        "requests/agreement.pdf",
        "letters/receipt.sft",
        "letters/decision.sft.html",
      ];
      const ofUri = (uri: vscode.Uri, editorLangId: string | undefined): Resource => {
        const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
        return {
          name,
          arguments: [uri, [uri]],
          contexts: {
            resourceScheme: uri.scheme,
            resourceFilename: name,
            resourceExtname: name.slice(name.lastIndexOf(".")),
            resource: uri.toString(),
            editorLangId,
          },
          open: async () => void (editorLangId !== undefined && (await show(uri))),
        };
      };
      const found: Resource[] = [];
      for (const uri of [...files.map(at), ...(text ? [text] : [])])
        found.push(
          ofUri(uri, uri.path.endsWith(".pdf") ? undefined : (await vscode.workspace.openTextDocument(uri)).languageId),
        );
      const form = (await rows()).find((row) => row.item.contextValue === "testForm")?.element;
      const page = {
        name: "the PDF",
        arguments: [],
        open: async () => vscode.commands.executeCommand<void>("smartform.forms.showPdf", form),
      };
      const contest = ofUri(contested, (await bringIntoConflict()).languageId);
      const merge: Resource = {
        name: "the merge editor",
        contexts: { isMergeEditor: true, resourceScheme: "smartform-merge" },
        get arguments() {
          return [mergeResult()];
        },
        open: openMerge,
      };
      return [
        ...found,
        { ...contest, open: async () => void (await bringIntoConflict()) },
        merge,
        { ...page, contexts: { activeWebviewPanelId: "smartform.pdf", webviewId: "smartform.pdf" } },
      ];
    },
    inDocuments: async () =>
      timed("look documents", () =>
        followIn(
          [
            at("letters/receipt.sft"),
            at("letters/decision.sft.html"),
            at("letters/broken.sft"),
            at("forms/claim-report.form.json"),
            at("requests/agreement.signing.json"),
            at("smartform.json"),
            ...(text ? [text] : []),
          ],
          { run, reached: (kind) => done.add(kind) },
        ),
      ),
    statusItems: () =>
      it.statusItems.flatMap(({ name, command }) => {
        const run = typeof command === "string" ? command : command?.command;
        return run === undefined ? [] : [{ name: name ?? "", command: run }];
      }),
    links() {
      const texts = [
        ...contributes.viewsWelcome.map(({ view, contents }) => [view, contents] as const),
        ...contributes.walkthroughs.flatMap(({ steps }) =>
          steps.map((step) => [`step ${step.id}`, step.description] as const),
        ),
      ];
      return texts.flatMap(([place, words]) =>
        [...words.matchAll(/\(command:([\w.]+)\)/g)].map(([, command = ""]) => ({ place, command })),
      );
    },
    filter: () =>
      answering({ "Show only these texts": "Code, name", "A part of the code": "intro" }, async () =>
        vscode.commands.executeCommand("smartform.textLibrary.filter"),
      ),
    reached(place, entry, manner) {
      done.add(keyOf(place, entry));
      if (manner !== undefined) done.add(`${keyOf(place, entry)} ${manner}`);
    },
    isReached: (place, entry, manner) => done.has(`${keyOf(place, entry)} ${manner}`),
    missing() {
      const menus = Object.entries(contributes.menus)
        .filter(([place]) => place !== "commandPalette")
        .flatMap(([place, entries]) => entries.map((entry) => keyOf(place, entry)));
      const dialogs = (Object.keys(operations) as OperationId[])
        .filter((each) => {
          const { effect } = operationOf(each);
          return typeof effect === "function" || harmful.has(effect);
        })
        .filter((each) => !tickets.has(operationOf(each).name))
        .map((each) => `ticket ${each}`);
      const all = [
        ...contributes.commands.map((entry) => keyOf("command", entry)),
        ...menus,
        ...contributes.keybindings.map((entry) => keyOf("key", entry)),
        "lens",
        "hint",
        "link",
        "hover",
        "fix",
      ];
      return [...new Set(all.filter((name) => !done.has(name))), ...dialogs];
    },
    async sound(manner) {
      await timed("look close", async () => vscode.commands.executeCommand("workbench.action.closeAllEditors")).then(
        undefined,
        () => undefined,
      );
      await judge(manner);
      console.log(
        `crawl: ${runs} runs after ${((performance.now() - began) / 1000).toFixed(0)} s. Looking: ${longest(5, "look ")}. Longest: ${longest(8, "run ")}`,
      );
    },
    say: () =>
      console.log(
        `crawl: ${runs} runs, ${done.size} things reached, ticket dialogs of ${tickets.size} operations, ${it.opened.length} addresses handed to the browser`,
      ),
  };
}
