/**
 * The command that shows a journey: finds the form, order or document that the person means, and shows its timeline as
 * a table.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { environments } from "../../api/index.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { OtherLibrary, ownerOf } from "../connections/ownerModel.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { ownClients } from "../records/auditUserModel.ts";
import { versionWords } from "../records/smartformModel.ts";
import { OpenedForms } from "../records/openedForms.ts";
import { isOf, TestForms } from "../records/testForms.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import type { TableSource } from "../panels/table/source.ts";
import { window } from "../window/window.ts";
import { keyOf, linksOf, thingOfPanel } from "../records/journeyLinks.ts";
import type { Thing } from "../records/journeyLinks.ts";
import { journeyColumns, journeyNote, readJourney } from "./journeyModel.ts";
import type { Entry } from "./journeyModel.ts";
import { givenThing } from "./subjectModel.ts";

const title = l10n.t("Show Journey");

export function registerJourney(services: Services, sides: Sides): vscode.Disposable {
  const {
    connections,
    extension: { globalState },
    log,
    panels,
    tables,
  } = services;
  const forms = new TestForms(globalState);
  const opened = new OpenedForms(globalState);

  async function meant(argument: unknown, session: Session): Promise<Thing | undefined> {
    const given = givenThing(argument);
    if (given !== undefined) {
      if (given.owner !== undefined && !isOf(given.owner, session)) throw new OtherLibrary(given.owner, session.name);
      return given.thing;
    }
    const shown = panels.current();
    const inPanel = shown && thingOfPanel(shown.key, { session, forms: [...forms.list(), ...opened.list()] });
    // The button above a PDF acts on that PDF.
    if (!(argument instanceof vscode.Uri))
      return pick(
        session,
        inPanel && { icon: "file-pdf", label: l10n.t("The PDF shown: {0}", visible(shown.title)), thing: inPanel },
      );
    if (inPanel === undefined)
      throw new Error(
        l10n.t(
          'No form, signing order or archived document of {0} is known for this PDF. To enter an id, use "Smartform Statistics and Audit: Show Journey…".',
          session.name,
        ),
      );
    return inPanel;
  }

  async function pick(
    session: Session,
    shown: { readonly icon: string; readonly label: string; readonly thing: Thing } | undefined,
  ): Promise<Thing | undefined> {
    const made = forms.list().flatMap((form) => {
      const { formId, smartformName, environment, at } = form;
      return !isOf(form, session) || formId === null
        ? []
        : [
            {
              icon: "file",
              label: smartformName,
              description: l10n.t("test form · {0}", versionWords(environment)),
              detail: `${new Date(at).toLocaleString()} · ${formId}`,
              choose: async (): Promise<Thing> => ({ kind: "form", id: formId, environment }),
            },
          ];
    });
    const items = [
      ...(shown === undefined ? [] : [{ icon: shown.icon, label: shown.label, choose: async () => shown.thing }]),
      ...made,
      { icon: "edit", label: l10n.t("A form, by its id…"), choose: () => byId("form", session) },
      { icon: "edit", label: l10n.t("A signing order, by its id…"), choose: () => byId("order", session) },
      { icon: "edit", label: l10n.t("A document of the archive, by its id…"), choose: () => byId("document", session) },
    ];
    return (
      await window.showQuickPick(items, {
        title,
        placeHolder: l10n.t("Choose the form, signing order or document whose journey you want to see"),
        matchOnDescription: true,
        matchOnDetail: true,
      })
    )?.choose();
  }

  async function show(argument: unknown): Promise<void> {
    const session = await connections.session();
    const thing = await meant(argument, session);
    if (thing !== undefined) tables.show(sourceOf(thing, session));
  }

  function sourceOf(thing: Thing, session: Session): TableSource<Entry & { readonly number: number }> {
    const owner = ownerOf(session);
    const made = forms.list().find(({ formId }) => formId === thing.id);
    const short = thing.id.slice(0, 8);
    const heading =
      thing.kind === "form"
        ? made === undefined
          ? l10n.t("Journey of form {0}", short)
          : l10n.t("Journey of {0} {1}", made.smartformName, short)
        : thing.kind === "order"
          ? l10n.t("Journey of signing order {0}", short)
          : l10n.t("Journey of archived document {0}", short);
    return {
      key: `journey ${session.identity} ${keyOf(thing)}`,
      title: heading,
      words: {
        count: (rows) => oneOrMany(rows, l10n.t("1 entry"), l10n.t("{0} entries", grouped(rows))),
        none: l10n.t("No entries"),
      },
      timeLine: true,
      columns: journeyColumns(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date()),
      id: ({ number }) => String(number),
      fields: [],
      note: journeyNote,
      empty: l10n.t("Nothing is known about this journey."),
      read: () => {
        let all: readonly (Entry & { readonly number: number })[] | undefined;
        return {
          async page(from, count, signal) {
            if (all === undefined) {
              const { api, identity, environment } = await connections.session({ owner });
              const entries = await readJourney(
                thing,
                {
                  api,
                  environment,
                  links: linksOf(globalState, identity),
                  forms: forms.list().filter((form) => isOf(form, session)),
                  clients: ownClients({ name: owner.connection, api }, connections.profiles),
                  now: new Date(),
                },
                { signal },
              );
              all = entries.map((entry, number) => ({ ...entry, number }));
            }
            return { rows: all.slice(from, from + count), total: all.length, end: from + count >= all.length };
          },
        };
      },
      open: { label: l10n.t("Open as JSON"), run: ({ json }) => openEntry(json) },
      actions: [
        {
          key: "copy",
          label: l10n.t("Copy Id"),
          on: "row",
          run: async ({ row }) => row && vscode.env.clipboard.writeText(row.id),
        },
        { key: "pdf", label: l10n.t("Show PDF of the Form"), on: "row", run: ({ row }) => showPdf(row, session) },
      ],
    };
  }

  async function showPdf(row: Entry | undefined, session: Session): Promise<void> {
    const form = forms.list().find((each) => isOf(each, session) && each.formId !== null && each.formId === row?.id);
    const other = opened.list().find((each) => isOf(each, session) && each.formId === row?.id);
    if (form === undefined && other === undefined)
      throw new Error(
        l10n.t(
          'Choose the row of a form that was created from here or opened by its id. To show the PDF of another form, open the form with "Smartform Forms: Open Form by Its Id…" first.',
        ),
      );
    await vscode.commands.executeCommand(
      commands.showPdf,
      form === undefined ? { kind: "opened", form: other } : { kind: "form", form },
    );
  }

  async function openEntry(json: string): Promise<void> {
    await sides.open(json, "journey-entry.json", { preview: true, viewColumn: vscode.ViewColumn.Active });
  }

  return registerCommand(log, commands.showJourney, show);
}

/** Undefined if the person cancelled. */
async function byId(kind: Thing["kind"], { environment }: Session): Promise<Thing | undefined> {
  const prompt = {
    form: l10n.t("Id of the form"),
    order: l10n.t("Id of the signing order"),
    document: l10n.t("Id of the document of the archive, or of one of its versions"),
  }[kind];
  const typed = await window.showInputBox({
    title,
    prompt,
    validateInput: (value) => (value.trim() === "" ? l10n.t("Enter the id.") : undefined),
  });
  if (typed === undefined) return undefined;
  const id = typed.trim();
  if (kind === "order") return { kind, id, environment: null };
  const draft = { label: l10n.t("None: the saved draft of the Smartform ran"), environment: null };
  const items = [
    ...(kind === "form" ? [draft] : []),
    ...environments.map((each) => ({ label: each, environment: each })),
  ];
  const first = items.find((item) => item.environment === (environment ?? null)) ?? items[0];
  const picked = await window.showQuickPick([...(first ? [first] : []), ...items.filter((item) => item !== first)], {
    title,
    placeHolder: kind === "form" ? l10n.t("Environment of the form") : l10n.t("Environment of the document"),
  });
  return picked && { kind, id, environment: picked.environment };
}
