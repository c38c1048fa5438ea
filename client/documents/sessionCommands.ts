/** What a person does with editing sessions: start one, open its editor, look how it stands, take its outputs, end it, change its date. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { documentNotProduced, isObject } from "../../api/index.ts";
import { grouped } from "../displayLanguage.ts";
import { carryOut } from "../carryOut.ts";
import { registerCommand } from "../commands.ts";
import { visible } from "../plainText.ts";
import { commands } from "../identifiers.ts";
import { window } from "../window.ts";
import { reach, type Documents, type Reached } from "./documents.ts";
import { askDocument } from "./metaFileCommands.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { showSessionOutput } from "./outputs.ts";
import { reading } from "../reading.ts";
import { draftsWords, foundSessions, keptUntil, localTime, readDrafts, readListed, readLocalTime, readStatuses, retentionConsequences, retentionProblem, discardConsequences, sessionWords, startedWords, statusWords, tooManyWords, type KeptSession, type Status } from "./sessionsModel.ts";
import { askWish } from "./wish.ts";
import { dataCallOf } from "./wishModel.ts";

/** Milliseconds that a look at one thing may take. */
const looking = 30_000;

/** As many found sessions as a list of the editor takes at once. */
const shown = 1000;

export function registerSessionCommands(documents: Documents): vscode.Disposable {
  const { services: { log }, sessions, editors } = documents;

  /** Runs with the session that a row of the tree stands for, or that the person picks. Its id is looked up in what is kept here, whoever gave it. */
  const withSession = (act: (reached: Reached, kept: KeptSession) => Promise<void>) => async (argument: unknown): Promise<void> => {
    const reached = await reach(documents, argument);
    const kept = reached && await askSession(reached, argument);
    if (reached !== undefined && kept !== undefined) await act(reached, kept);
  };

  async function askSession({ place }: Reached, argument: unknown): Promise<KeptSession | undefined> {
    const all = sessions.of(place.key);
    const dxmlUID = idIn(argument);
    if (dxmlUID !== undefined) {
      const known = all.find((session) => session.dxmlUID === dxmlUID);
      if (known === undefined) throw new Error(l10n.t("No session of this id is kept for {0} of {1}. Refresh the view, or choose the environment that it was started in.", place.environment, place.connection));
      return known;
    }
    if (all.length === 0) {
      await window.showInformationMessage(l10n.t("No session was started from here in {0} of {1}. Start one from a document, or find one with Find Editing Sessions.", place.environment, place.connection));
      return undefined;
    }
    const rows = all.map((session) => ({ label: session.name, description: startedWords(session), detail: session.dxmlUID, session }));
    return (await window.showQuickPick(rows, { title: l10n.t("Editing session"), matchOnDetail: true }))?.session;
  }

  async function start(reached: Reached, { metaFile, document }: { readonly metaFile: string; readonly document: string }): Promise<void> {
    const { session, place } = reached;
    const wish = await askWish(documents, reached, { metaFile, document, action: l10n.t("Start the editing session"), userName: "needed", attachments: true });
    if (wish?.data === undefined) return;
    const { body, files } = dataCallOf(wish);
    const operation = wish.data.kind === "json" ? "documents.sessions.createJson" : "documents.sessions.create";
    const from = new Date();
    const made = await carryOut({
      session, operation, request: { environment: place.environment, body: { ...body, UserName: wish.userName }, files },
      // Nothing of a session says whose it is: what is there is told, and nothing is taken for this one.
      lookUp: async (signal) => draftsWords(await readDrafts(session.api, place.environment, from, { signal })),
    });
    if (made === undefined) return;
    const { answer } = made;
    if (answer === null) {
      await window.showInformationMessage(documentNotProduced());
      return;
    }
    editors.keep(place.key, answer);
    const kept = { place: place.key, dxmlUID: answer.DxmlUID, name: document, metaFile, started: from.toISOString(), validTo: answer.ValidTo ?? null };
    await sessions.put(kept);
    documents.refresh();
    const open = l10n.t("Open Editor…");
    const chosen = await window.showInformationMessage(l10n.t("The editing session of {0} was started in {1}. It is kept {2}.", document, place.environment, keptUntil(kept.validTo)), open);
    if (chosen === open) await openEditor(reached, kept);
  }

  async function openEditor({ session, place }: Reached, kept: KeptSession): Promise<void> {
    const editor = editors.of(place.key, kept.dxmlUID);
    if (editor === undefined) {
      throw new Error(l10n.t("The address of this session's editor is not here. The service tells it once, when a session is started, and this window holds it only until it is closed or reloaded, because whoever has it can open the session. Start a new session, or ask whoever started this one."));
    }
    if (await openInBrowser(editor, { session, environment: place.environment, name: kept.name })) editors.leave();
  }

  async function status({ session, place }: Reached, { dxmlUID }: KeptSession, signal = AbortSignal.timeout(looking)): Promise<Status> {
    return (await readStatuses(session.api, place.environment, [dxmlUID], { signal })).get(dxmlUID) ?? null;
  }

  /** For whoever waits for it; undefined where it was cancelled. */
  function statusNow(reached: Reached, kept: KeptSession): Promise<Status> {
    return reading(l10n.t("Asking about {0}…", kept.name), (signal) => status(reached, kept, signal), reached.place);
  }

  /** The date as the service tells it now, kept for the view; as it was known before where it does not tell. */
  async function freshDate({ session, place }: Reached, kept: KeptSession, signal = AbortSignal.timeout(looking)): Promise<{ readonly validTo: string | null; readonly told: boolean }> {
    const listed = await readListed(session.api, place.environment, kept, { signal });
    if (listed === undefined || listed.validTo === null) return { validTo: kept.validTo, told: false };
    await sessions.put({ ...kept, validTo: listed.validTo });
    return { validTo: listed.validTo, told: true };
  }

  async function showStatus(reached: Reached, kept: KeptSession): Promise<void> {
    const told = await reading(l10n.t("Asking about {0}…", kept.name), (signal) => Promise.all([status(reached, kept, signal), freshDate(reached, kept, signal)]), reached.place);
    if (told === undefined) return;
    const [now, { validTo }] = told;
    documents.refresh();
    await window.showInformationMessage(`${kept.name}: ${sessionWords({ validTo }, now, Date.now())}.${now === "Deleted" || now === null ? "" : ` ${l10n.t("It is kept {0}.", keptUntil(validTo))}`}`);
  }

  async function discard(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const before = await statusNow(reached, kept);
    if (before === undefined) return;
    const done = await carryOut({
      session, operation: "documents.sessions.discard", request: { environment: place.environment, path: { dxmlUID: kept.dxmlUID } },
      dialog: { question: l10n.t("Discard the editing session \"{0}\"?", visible(kept.name)), consequences: discardConsequences(before), yes: l10n.t("Discard") },
      lookUp: async (signal) => l10n.t("The service says now: {0}.", statusWords(await status(reached, kept, signal))),
    }).finally(documents.refresh);
    if (done !== undefined) await report(l10n.t("{0} was discarded.", kept.name), async () => l10n.t("The service says now: {0}.", statusWords(await status(reached, kept))));
  }

  async function remove(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const before = await statusNow(reached, kept);
    if (before === undefined) return;
    const done = await carryOut({
      session, operation: "documents.dxml.delete", request: { environment: place.environment, path: { dxmlUID: kept.dxmlUID } },
      dialog: {
        question: l10n.t("Delete the DXML of \"{0}\" on the service?", visible(kept.name)), yes: l10n.t("Delete"),
        consequences: [l10n.t("The service says now: {0}. What was written in the session is lost for good, and no output can be made of it any more.", statusWords(before)), l10n.t("Save its DXML first (Show Output), where you may need it.")],
      },
      lookUp: async (signal) => l10n.t("The service says now: {0}.", statusWords(await status(reached, kept, signal))),
    }).finally(documents.refresh);
    if (done !== undefined) await report(l10n.t("The DXML of {0} was deleted.", kept.name), async () => l10n.t("The service says now: {0}.", statusWords(await status(reached, kept))));
  }

  async function retain(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const fresh = await reading(l10n.t("Asking until when {0} is kept…", kept.name), (signal) => freshDate(reached, kept, signal), place);
    if (fresh === undefined) return;
    const { validTo } = fresh;
    const asked = await window.showInputBox({
      title: l10n.t("Until when {0} is kept", kept.name), prompt: l10n.t("Now: {0}. A new date, in your own time zone, as 2026-11-30 or 2026-11-30 16:45. An earlier one deletes the session sooner.", keptUntil(validTo)),
      validateInput: (text) => retentionProblem(text, Date.now()),
    });
    const at = asked === undefined ? undefined : readLocalTime(asked);
    if (at === undefined) return;
    const next = new Date(at).toISOString();
    const told = async (signal?: AbortSignal): Promise<string> => {
      const now = await freshDate(reached, kept, signal);
      return now.told ? l10n.t("The service keeps it {0} now.", keptUntil(now.validTo)) : l10n.t("The service does not tell the date again.");
    };
    const done = await carryOut({
      session, operation: "documents.dxml.retain", request: { environment: place.environment, path: { dxmlUID: kept.dxmlUID }, body: next },
      dialog: { question: l10n.t("Keep the editing session \"{0}\" until {1}?", visible(kept.name), localTime(at)), consequences: retentionConsequences({ validTo, next, now: Date.now() }), yes: l10n.t("Change the Date") },
      lookUp: told,
    });
    if (done === undefined) return;
    await sessions.put({ ...kept, validTo: next });
    await report(l10n.t("The date was changed."), told);
  }

  /** What was done, and what is there now as it was read again; that this reading failed is said, and does not undo the first. */
  async function report(done: string, look: () => Promise<string>): Promise<void> {
    const seen = await look().catch((error: unknown) => l10n.t("Looking what is there now failed: {0}", error instanceof Error ? error.message : String(error)));
    documents.refresh();
    await window.showInformationMessage(`${done} ${seen}`);
  }

  async function find({ session, place }: Reached): Promise<void> {
    const picked = await window.showQuickPick(windows, { title: l10n.t("Find sessions that were started"), placeHolder: l10n.t("Anybody's, in this environment") });
    if (picked === undefined) return;
    const query = { createdStart: new Date(Date.now() - picked.hours * 3_600_000).toISOString() };
    const made = await carryOut({ session, operation: "documents.sessions.list", request: { environment: place.environment, query } });
    if (made === undefined) return;
    const found = foundSessions(made.answer);
    if (found.length === 0) {
      await window.showInformationMessage(picked.none(place.environment));
      return;
    }
    const rows = found.slice(0, shown).map((one) => ({ label: one.dxmlUID, description: statusWords(one.status), detail: startedWords(one), one }));
    const placeHolder = found.length > shown
      ? l10n.t("The newest {0} of {1} sessions; the service does not tell whose they are", grouped(shown), grouped(found.length))
      : l10n.t("{0} sessions; the service does not tell whose they are", found.length);
    const chosen = await window.showQuickPick(rows, { title: l10n.t("Add to the view"), placeHolder, canPickMany: true, matchOnDetail: true });
    if (chosen === undefined || chosen.length === 0) return;
    const known = new Map(sessions.of(place.key).map((session) => [session.dxmlUID, session]));
    const left = await sessions.put(...chosen.map(({ one: { dxmlUID, started, validTo } }) => {
      const before = known.get(dxmlUID);
      return { ...(before ?? { place: place.key, dxmlUID, name: dxmlUID, started }), validTo: validTo ?? before?.validTo ?? null };
    }));
    documents.refresh();
    if (left > 0) await window.showInformationMessage(tooManyWords(left));
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.startSession, async (argument) => {
      const reached = await reach(documents, argument);
      const of = reached && await askDocument(documents, reached, argument);
      if (reached !== undefined && of !== undefined) await start(reached, of);
    }),
    registerCommand(log, commands.openSessionEditor, withSession(openEditor)),
    registerCommand(log, commands.showSessionStatus, withSession(showStatus)),
    registerCommand(log, commands.showSessionOutput, withSession(async (reached, kept) => {
      const now = await statusNow(reached, kept);
      if (now !== undefined) await showSessionOutput(documents, reached, kept, now);
    })),
    registerCommand(log, commands.retainSession, withSession(retain)),
    registerCommand(log, commands.discardSession, withSession(discard)),
    registerCommand(log, commands.deleteSession, withSession(remove)),
    registerCommand(log, commands.copySessionId, withSession(async (_, { dxmlUID }) => vscode.env.clipboard.writeText(dxmlUID))),
    registerCommand(log, commands.forgetSession, withSession(async ({ place }, kept) => {
      await sessions.forget(kept);
      editors.forget(place.key, kept.dxmlUID);
      documents.refresh();
    })),
    registerCommand(log, commands.findSessions, async () => {
      const reached = await reach(documents);
      if (reached !== undefined) await find(reached);
    }),
  );
}

/** `none`: that the service lists no session of an environment. */
const windows: readonly { readonly label: string; readonly hours: number; readonly none: (environment: string) => string }[] = [
  { label: l10n.t("In the last hour"), hours: 1, none: (environment) => l10n.t("The service lists no session that was started in {0} in the last hour.", environment) },
  { label: l10n.t("In the last day"), hours: 24, none: (environment) => l10n.t("The service lists no session that was started in {0} in the last day.", environment) },
  { label: l10n.t("In the last week"), hours: 7 * 24, none: (environment) => l10n.t("The service lists no session that was started in {0} in the last week.", environment) },
  { label: l10n.t("In the last 30 days"), hours: 30 * 24, none: (environment) => l10n.t("The service lists no session that was started in {0} in the last 30 days.", environment) },
];

/** The id of a tree's row; a command's argument comes from the tree, or from anybody. */
function idIn(argument: unknown): string | undefined {
  const session = isObject(argument) ? argument["session"] : undefined;
  const id = isObject(session) ? session["dxmlUID"] : undefined;
  return typeof id === "string" ? id : undefined;
}
