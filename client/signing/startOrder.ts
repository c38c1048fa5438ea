/**
 * Starts a signing order from the shown PDF or from PDF files: step by step, with a way back. Nothing is lost if the
 * person leaves.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { askLine, askMany, askPick } from "../window/ask.ts";
import type { Place } from "../window/ask.ts";
import type { Choice } from "../window/stepsModel.ts";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { inLibraryOf } from "../connections/inLibraryOf.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import { onePerKey } from "../calls/onePerKey.ts";
import { noteLink } from "../records/noteLink.ts";
import { oneOrMany } from "../../language/index.ts";
import { languageName } from "../window/inDisplayLanguage.ts";
import { readToSend } from "../window/readFile.ts";
import { reading } from "../calls/reading.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { askMore } from "./askMore.ts";
import type { Turn } from "./askMore.ts";
import { moreOfOrder, moreProblem } from "./moreModel.ts";
import { signatoryName } from "../records/signingOrderModel.ts";
import { signingSession } from "./pickOrder.ts";
import { registerLostOrders, sendOrder } from "./sendOrder.ts";
import type { Sender } from "./sendOrder.ts";
import { whyNoOrder } from "./sendOrderModel.ts";
import type { OrderFileFacts } from "./sendOrderModel.ts";
import { setupOf } from "./setupModel.ts";
import type { Setup } from "./setupModel.ts";
import {
  addressProblem,
  draftProblem,
  draftWords,
  factsOf,
  filesProblem,
  fromLine,
  inLanguage,
  languages,
  newDraft,
  noSignatory,
  sequenceChoices,
  steps,
  textLabels,
  textNames,
  textProblem,
  toLine,
} from "./startOrderModel.ts";
import type { Draft, DraftSignatory, Step } from "./startOrderModel.ts";

const title = l10n.t("Start Signing Order");

/** What all steps of an order share. */
interface Desk {
  readonly session: Session;
  readonly setup: Setup;
}

export function registerStartOrder(services: Services, sender: Sender): vscode.Disposable {
  const { connections, log } = services;
  const once = onePerKey();
  /** The draft that the person left, with its owner; kept until the window closes. */
  let kept: { readonly draft: Draft; readonly owner: Owner } | undefined;

  async function start(argument: unknown, more: unknown): Promise<void> {
    const session = await signingSession(connections);
    const anew = async (): Promise<void> => {
      const files = await filesFor(argument, more, services);
      if (files === undefined) return;
      const problem = filesProblem(files);
      if (problem !== undefined) throw new Error(problem);
      await goOn(session, newDraft(files, vscode.env.language));
    };
    if (kept === undefined) return anew();
    const { draft, owner } = kept;
    const goOnWith = {
      icon: "debug-continue",
      label: l10n.t("Go on where you left off"),
      description: owner.connection,
      detail: draftWords(draft),
      begin: () => inLibraryOf(connections, { owner, what: draft.packageName }, (own) => goOn(own, draft)),
    };
    const picked = await window.showQuickPick(
      [
        goOnWith,
        {
          icon: "add",
          label: l10n.t("Start Over"),
          detail: l10n.t("The order that you left unfinished is discarded once you begin the new one."),
          begin: anew,
        },
      ],
      { title },
    );
    await picked?.begin();
  }

  async function goOn(session: Session, begun: Draft): Promise<void> {
    const owner = ownerOf(session);
    const keep = (draft: Draft): void => void (kept = { draft, owner });
    keep(begun);
    const initial = await reading(l10n.t("Reading the defaults for a new signing order…"), (signal) =>
      session.api.call("signing.initialData", {}, { signal }),
    );
    if (initial === undefined) return leave();
    const refused = whyNoOrder(initial);
    if (refused !== undefined) throw new Error(`${refused} ${l10n.t("The order is kept until this window closes.")}`);
    let draft: Draft = begun;
    while (true) {
      const turn = await runSteps({ session, setup: setupOf(initial) }, draft);
      keep((draft = turn.value));
      if (turn.kind !== "next") return leave();
      const problem = draftProblem(draft) ?? moreProblem(draft);
      if (problem === undefined) break;
      void window.showWarningMessage(problem.words);
      draft = { ...draft, step: problem.step };
    }
    const sent = await sendOrder(services, sender, { session, facts: factsOf(draft), sentBefore: draft.sentBefore });
    if (sent.kind === "created") {
      kept = undefined;
      for (const { panel } of draft.files)
        await noteLink(services, session, { panel, to: { kind: "order", id: sent.id, environment: null } });
    } else if (sent.kind === "unknown") keep({ ...draft, sentBefore: sent.sentAt });
    else leave();
  }

  function leave(): void {
    void window
      .showInformationMessage(
        l10n.t(
          'Nothing was sent. The order is kept until this window closes. To go on where you left off, choose "Smartform Signing: Start Signing Order…".',
        ),
        l10n.t("Go On"),
      )
      .then((choice) => {
        if (choice !== undefined) void vscode.commands.executeCommand(commands.startOrder);
      });
  }

  return vscode.Disposable.from(
    registerLostOrders(services, sender.tree),
    registerCommand(log, commands.startOrder, (argument, more) => once("start", () => start(argument, more))),
  );
}

async function runSteps(desk: Desk, begun: Draft): Promise<Turn> {
  let draft = begun;
  let index: number = steps.indexOf(begun.step);
  for (;;) {
    const step = steps[index];
    if (step === undefined) return { kind: "next", value: { ...draft, step: "options" } };
    const turn = await doStep[step](draft, { title, step: index + 1, totalSteps: steps.length, back: index > 0 }, desk);
    draft = { ...turn.value, step };
    if (turn.kind === "left") return { kind: "left", value: draft };
    index += turn.kind === "back" ? -1 : 1;
  }
}

const doStep: Readonly<Record<Step, (draft: Draft, place: Place, desk: Desk) => Promise<Turn>>> = {
  async name(draft, place) {
    const { kind, value } = await askLine({
      ...place,
      prompt: l10n.t(
        "Name of the order. A mark is added at the end of the name, so that the order can be found again if the service's answer gets lost.",
      ),
      value: draft.packageName,
      problem: (text) => textProblem("packageName", text),
    });
    return { kind, value: { ...draft, packageName: value } };
  },

  async language(draft, place, { session: { api }, setup }) {
    const items = languages.map((code) => ({
      label: languageName(code),
      description: setup.languages?.has(code) === false ? l10n.t("{0} · the service does not list it", code) : code,
      value: code,
    }));
    const { kind, value = draft.language } = await askPick({
      ...place,
      placeholder: l10n.t("Language of the order"),
      items,
      active: draft.language,
    });
    if (kind !== "next") return { kind, value: draft };
    const initial = await reading(l10n.t("Reading the texts in this language…"), (signal) =>
      api.call("signing.initialDataInLanguage", { path: { langCode: value } }, { signal }),
    );
    return initial === undefined ? { kind: "left", value: draft } : { kind, value: inLanguage(draft, value, initial) };
  },

  async texts(draft, place) {
    let now = draft;
    for (;;) {
      const problem = textNames.map((name) => textProblem(name, now.texts[name])).find((each) => each !== undefined);
      const items: readonly Choice<(typeof textNames)[number] | "on">[] = [
        {
          icon: "arrow-right",
          label: l10n.t("Go on with these texts"),
          value: "on",
          ...(problem !== undefined && { description: l10n.t("not yet: {0}", problem) }),
        },
        ...textNames.map((name) => ({
          icon: "edit",
          label: `${textLabels[name]}`,
          detail: shownText(now.texts[name]),
          value: name,
        })),
      ];
      const { kind, value } = await askPick<(typeof textNames)[number] | "on">({
        ...place,
        placeholder: l10n.t("Texts that the signatories read; choose one to change it"),
        items,
      });
      if (kind !== "next" || value === undefined) return { kind, value: now };
      if (value === "on") {
        if (problem === undefined) return { kind, value: now };
        continue;
      }
      const typed = await askLine({
        ...place,
        back: true,
        prompt: `${textLabels[value]}. ${l10n.t("Write {0} for a line break.", "\\n")}`,
        value: toLine(now.texts[value]),
        problem: (line) => textProblem(value, fromLine(line)),
      });
      if (typed.kind !== "back") now = { ...now, texts: { ...now.texts, [value]: fromLine(typed.value) } };
      if (typed.kind === "left") return { kind: "left", value: now };
    }
  },

  async people(draft, place) {
    let now = draft;
    if (now.entry !== undefined || now.signatories.length === 0) {
      const typed = await askSignatory(
        { ...now, entry: now.entry ?? { ...noSignatory, at: now.signatories.length } },
        place,
      );
      now = typed.value;
      if (typed.kind === "left" || (typed.kind === "back" && now.signatories.length === 0)) return typed;
    }
    for (;;) {
      const { length } = now.signatories;
      const items: readonly Choice<number | "on">[] = [
        {
          icon: "arrow-right",
          label: oneOrMany(
            length,
            l10n.t("Go on with this signatory"),
            l10n.t("Go on with these {0} signatories", length),
          ),
          value: "on",
        },
        { icon: "add", label: l10n.t("Add a signatory…"), value: length },
        ...now.signatories.map((signatory, index) => ({
          icon: "person",
          label: signatoryName(signatory),
          description: `${signatory.emailAddress} · ${signatory.sequence}`,
          value: index,
        })),
      ];
      const { kind, value } = await askPick<number | "on">({
        ...place,
        placeholder: l10n.t("Signatories; choose one to change or remove"),
        items,
      });
      if (kind !== "next" || value === undefined || value === "on") return { kind, value: now };
      const chosen = now.signatories[value];
      if (chosen !== undefined) {
        const what = await askPick<"change" | "remove">({
          ...place,
          back: true,
          placeholder: signatoryName(chosen),
          items: [
            { icon: "edit", label: l10n.t("Change…"), value: "change" },
            { icon: "trash", label: l10n.t("Remove"), value: "remove" },
          ],
        });
        if (what.kind === "left") return { kind: "left", value: now };
        if (what.kind === "back") continue;
        if (what.value === "remove") {
          now = { ...now, signatories: now.signatories.filter((_, index) => index !== value) };
          if (now.signatories.length > 0) continue;
        }
      }
      const typed = await askSignatory(
        { ...now, entry: { ...(now.signatories[value] ?? noSignatory), at: Math.min(value, now.signatories.length) } },
        place,
      );
      now = typed.value;
      if (typed.kind === "left" || now.signatories.length === 0) return typed;
    }
  },

  async options(draft, place, { setup }) {
    let now = draft;
    for (;;) {
      const set = moreOfOrder(now);
      const items: readonly Choice<"signNowViaUrl" | "distribute" | "more">[] = [
        {
          label: l10n.t("Give each signatory a link to sign immediately"),
          detail: l10n.t("Anyone who has a signatory's link can sign as that signatory."),
          value: "signNowViaUrl",
        },
        {
          label: l10n.t("Send the signed documents to every signatory"),
          detail: l10n.t("Every signatory gets the signed documents as soon as all have signed."),
          value: "distribute",
        },
        {
          label: l10n.t("More…"),
          value: "more",
          ...(set !== "" && { description: l10n.t("set: {0}", set) }),
          detail: l10n.t(
            "Asks next for webhooks and an archive folder, and for each signatory's personal number and id in your own system.",
          ),
        },
      ];
      const { kind, value } = await askMany({
        ...place,
        placeholder: l10n.t("All of these are optional"),
        items,
        picked: (["signNowViaUrl", "distribute"] as const).filter((name) => now[name]),
      });
      now = { ...now, signNowViaUrl: value.includes("signNowViaUrl"), distribute: value.includes("distribute") };
      if (kind !== "next" || !value.includes("more")) return { kind, value: now };
      const more = await askMore(now, place, setup);
      if (more.kind !== "back") return more;
      now = more.value;
    }
  },
};

function shownText(text: string): string {
  return text === "" ? l10n.t("empty") : toLine(text);
}

/**
 * Edits the signatory in `entry`: shows three boxes, and then a list of places in the order of signing. If the person
 * leaves, what they typed stays in the draft. The back button of the first box drops the entry.
 */
async function askSignatory(begun: Draft & Required<Pick<Draft, "entry">>, place: Place): Promise<Turn> {
  let { entry } = begun;
  const { entry: _, ...rest } = begun;
  const who = l10n.t("signatory {0}", entry.at + 1);
  const boxes = [
    { key: "emailAddress", prompt: l10n.t("Email address of {0}", who), problem: addressProblem },
    {
      key: "firstName",
      prompt: l10n.t("First name of {0}; optional, but some signing providers need it", who),
    },
    { key: "lastName", prompt: l10n.t("Last name of {0}; optional, but some signing providers need it", who) },
  ] as const satisfies readonly {
    readonly key: keyof DraftSignatory;
    readonly prompt: string;
    readonly problem?: typeof addressProblem;
  }[];
  for (let index = 0; ;) {
    const box = boxes[index];
    const turn =
      box !== undefined
        ? await askLine({ ...place, back: true, ...box, value: entry[box.key] })
        : await askPick({
            ...place,
            back: true,
            placeholder: l10n.t("Place of {0} in the signing sequence", who),
            active: entry.sequence,
            items: sequenceChoices,
          });
    if (box !== undefined) entry = { ...entry, [box.key]: turn.value };
    else if (turn.value !== undefined) entry = { ...entry, sequence: turn.value as DraftSignatory["sequence"] };
    if (turn.kind === "left") return { kind: "left", value: { ...rest, entry } };
    if (turn.kind === "back" && index === 0) return { kind: "back", value: rest };
    if (turn.kind === "next" && box === undefined) {
      const { at, ...signatory } = entry;
      return { kind: "next", value: { ...rest, signatories: rest.signatories.toSpliced(at, 1, signatory) } };
    }
    index += turn.kind === "back" ? -1 : 1;
  }
}

/** Returns the files from the explorer, the shown PDF, or chosen files. Undefined if the person cancelled. */
async function filesFor(
  argument: unknown,
  more: unknown,
  { panels }: Pick<Services, "panels">,
): Promise<readonly OrderFileFacts[] | undefined> {
  const given = (Array.isArray(more) ? (more as readonly unknown[]) : [argument]).filter(
    (each): each is vscode.Uri => each instanceof vscode.Uri && each.path.toLowerCase().endsWith(".pdf"),
  );
  if (given.length > 0) return readAll(given);
  const shown = panels.current();
  const choose = { icon: "folder-opened", label: l10n.t("Choose PDF files…"), files: chooseFiles };
  if (shown === undefined) return chooseFiles();
  const front = {
    icon: "file-pdf",
    label: l10n.t("The PDF shown: {0}", shown.title),
    files: async () => [{ name: `${shown.title.replace(/ · PDF$/, "")}.pdf`, bytes: shown.bytes, panel: shown.key }],
  };
  // The button above a PDF acts on that PDF.
  if (argument instanceof vscode.Uri && argument.scheme === "webview-panel") return front.files();
  return (await window.showQuickPick([front, choose], { title, placeHolder: l10n.t("What is to be signed") }))?.files();
}

async function chooseFiles(): Promise<readonly OrderFileFacts[] | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t("PDFs to be signed, up to 10"),
    canSelectMany: true,
    filters: { PDF: ["pdf"] },
    openLabel: l10n.t("Choose"),
  });
  return chosen && readAll(chosen);
}

async function readAll(uris: readonly vscode.Uri[]): Promise<readonly OrderFileFacts[]> {
  return Promise.all(
    uris.map(async (uri) => ({ name: uri.path.split("/").at(-1) ?? "document.pdf", bytes: await readToSend(uri) })),
  );
}
