/**
 * Commands on editing sessions: start one, open its editor, check its status, take its outputs, end it, change its
 * date.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf, visible } from "../../language/index.ts";
import { documentNotProduced, isObject } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { window } from "../window/window.ts";
import { keepStarted, reach } from "./documents.ts";
import type { Documents, Reached } from "./documents.ts";
import { readAddress } from "../records/editorsModel.ts";
import { findSessions } from "./findSessions.ts";
import { askDocument } from "./metaFileCommands.ts";
import { openInBrowser } from "../sending/openInBrowser.ts";
import { showSessionOutput } from "./outputs.ts";
import { placeWords } from "../connections/documentsPlaceModel.ts";
import { reading } from "../calls/reading.ts";
import {
  draftsWords,
  keptUntil,
  localTime,
  placeOf,
  readDrafts,
  readListed,
  readLocalTime,
  readStatus,
  retentionConsequences,
  retentionProblem,
  discardConsequences,
  sessionWords,
  startedWords,
  statusWords,
} from "./sessionsModel.ts";
import type { KeptSession, Status } from "./sessionsModel.ts";
import { askWish } from "./wish.ts";
import { dataCallOf } from "./wishModel.ts";

/** Milliseconds within which the service must answer a check of a session. */
const looking = 30_000;

export function registerSessionCommands(documents: Documents): vscode.Disposable {
  const {
    services: { log },
    sessions,
    editors,
  } = documents;

  /**
   * Runs `act` with the session of a row of the tree, or else with one that the person picks. If `inView` is false, the
   * person may also name a session by its id.
   */
  const withSession =
    (
      act: (reached: Reached, kept: KeptSession) => Promise<void>,
      { inView = false }: { readonly inView?: boolean } = {},
    ) =>
    async (argument: unknown): Promise<void> => {
      const reached = await reach(documents, argument);
      const kept = reached && (await askSession(reached, argument, { inView }));
      if (reached !== undefined && kept !== undefined)
        await act({ ...reached, place: placeOf(reached.place, kept) }, kept);
    };

  /** Looks up a row's id among the kept sessions, because any extension may have passed the id. */
  async function askSession(
    reached: Reached,
    argument: unknown,
    { inView }: { readonly inView: boolean },
  ): Promise<KeptSession | undefined> {
    const { place } = reached;
    const all = sessions.of(place.key);
    const dxmlUID = idIn(argument);
    if (dxmlUID !== undefined) {
      const known = all.find((session) => session.dxmlUID === dxmlUID);
      if (known === undefined)
        throw new Error(
          l10n.t(
            "The view has no session with this id for {0} of {1}. Refresh the view, or choose the environment that the session was started in.",
            place.environment,
            place.connection,
          ),
        );
      return known;
    }
    if (all.length === 0 && !inView) return askById(reached);
    if (all.length === 0) {
      await window.showInformationMessage(
        l10n.t(
          "No session was started from here for {0} of {1}. Start one from a document, or find one with “Find Editing Sessions…”.",
          place.environment,
          place.connection,
        ),
      );
      return undefined;
    }
    const rows = all.map((session) => ({
      label: session.name,
      description: startedWords(session),
      detail: session.dxmlUID,
      session,
    }));
    const other = {
      icon: "edit",
      label: l10n.t("Another session, by its id…"),
      description: "",
      detail: "",
      session: undefined,
    };
    const picked = await window.showQuickPick(inView ? rows : [...rows, other], {
      title: l10n.t("Editing session"),
      matchOnDetail: true,
    });
    return picked === other ? askById(reached) : picked?.session;
  }

  /**
   * Asks for a session's id and keeps the session in the view from then on. Rejects if the service shows no session
   * with that id.
   */
  async function askById({ session, place }: Reached): Promise<KeptSession | undefined> {
    const typed = await window.showInputBox({
      title: l10n.t("Editing session by its id · {0}", placeWords(place)),
      prompt: l10n.t("Id of the editing session: the DxmlUID that the service returned when the session was started"),
      validateInput: (text) => (text.trim() === "" ? l10n.t("Enter the id.") : undefined),
    });
    if (typed === undefined) return undefined;
    const dxmlUID = typed.trim();
    const known = sessions.of(place.key).find((one) => one.dxmlUID === dxmlUID);
    if (known !== undefined) return known;
    const read = await reading(
      l10n.t("Asking about {0}…", visible(dxmlUID)),
      async (signal) => ({ status: await readStatus(session.api, place.at, dxmlUID, { signal }) }),
      place,
    );
    if (read === undefined) return undefined;
    if (read.status === null) {
      const { environmentGroup } = place.at;
      throw new Error(
        environmentGroup === undefined
          ? l10n.t(
              "The service does not show the editing session {0} in {1} to this client. The session may be missing or deleted, or may belong to another environment, environment group or company.",
              visible(dxmlUID),
              place.environment,
            )
          : l10n.t(
              "The service does not show the editing session {0} in {1}, environment group {2}, to this client. The session may be missing or deleted, or may belong to another environment, environment group or company. Or perhaps this call does not accept a group.",
              visible(dxmlUID),
              place.environment,
              visible(environmentGroup),
            ),
      );
    }
    const kept = {
      place: place.key,
      dxmlUID,
      environmentGroup: place.at.environmentGroup ?? "",
      name: dxmlUID,
      started: null,
      validTo: null,
    };
    await sessions.put(kept);
    documents.refresh();
    return kept;
  }

  async function start(
    reached: Reached,
    { metaFile, document }: { readonly metaFile: string; readonly document: string },
  ): Promise<void> {
    const { session, place } = reached;
    const wish = await askWish(documents, reached, {
      metaFile,
      document,
      action: l10n.t("Start the editing session"),
      userName: "needed",
      attachments: true,
    });
    if (wish?.data === undefined) return;
    const { body, ...rest } = dataCallOf(wish);
    const operation = wish.data.kind === "json" ? "documents.sessions.createJson" : "documents.sessions.create";
    const from = new Date();
    const made = await carryOut({
      session,
      operation,
      request: { environment: place.environment, ...rest, body: { ...body, UserName: wish.userName } },
      // The drafts do not say who started them, so all are reported, and none is assumed to be the one started here.
      lookUp: async (signal) => draftsWords(await readDrafts(session.api, place.environment, from, { signal })),
    });
    if (made === undefined) return;
    const { answer } = made;
    if (answer === null) {
      await window.showInformationMessage(documentNotProduced());
      return;
    }
    const kept = await keepStarted(documents, place, {
      answer,
      name: document,
      metaFile,
      started: from.toISOString(),
      environmentGroup: wish.environmentGroup ?? "",
    });
    const chosen = await window.showInformationMessage(
      l10n.t(
        "The editing session of {0} was started in {1}. It is kept {2}.",
        document,
        place.environment,
        keptUntil(kept.validTo),
      ),
      l10n.t("Open Editor…"),
    );
    if (chosen !== undefined) await openEditor({ session, place: placeOf(place, kept) }, kept);
  }

  async function openEditor(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const editor = editors.of(place.key, kept.dxmlUID);
    if (editor === undefined) return openByAddress(reached, kept.name);
    if (await openInBrowser(editor, { session, at: place.at, name: kept.name })) editors.leave();
  }

  /**
   * Opens the editor of a session whose address this window does not hold. The service returns the address only once,
   * when the session is started, and the address is stored nowhere. `name`: the session's name; undefined if the
   * session is not in the view.
   */
  async function openByAddress({ session, place }: Reached, name?: string): Promise<void> {
    const title =
      name === undefined
        ? l10n.t("Open the editor of a session by its start address")
        : l10n.t("Open the editor of {0} by its start address", visible(name));
    const typed = await window.showInputBox({
      title,
      prompt: l10n.t(
        "The session's start URL, or only the start parameter, which is the last part of that URL. The service shows the URL only once, when the session is started, and this window does not have it.",
      ),
      validateInput(text) {
        const read = readAddress(text);
        return read.kind === "problem" ? read.words : undefined;
      },
    });
    const read = typed === undefined ? undefined : readAddress(typed);
    if (read === undefined || read.kind === "problem") return;
    if (read.kind === "address") {
      if (
        await openInBrowser(read.editor, {
          session,
          at: place.at,
          name: name ?? l10n.t("the editing session"),
          typed: true,
        })
      )
        editors.leave();
      return;
    }
    const answer = await window.showInformationMessage(
      l10n.t("Get a new JWT for the editing session and copy it?"),
      {
        modal: true,
        detail: l10n.t(
          'The start parameter alone does not open the editor. Append "?jwt=" and the JWT to the start URL. Anyone who has both can open the session.',
        ),
      },
      l10n.t("Get It and Copy It"),
    );
    if (answer === undefined) return;
    const made = await carryOut({
      session,
      operation: "documents.sessions.jwt",
      request: { ...place.at, path: { startParameter: read.startParameter } },
    });
    if (made === undefined) return;
    if (made.answer === null)
      return void (await window.showInformationMessage(
        l10n.t("The service asks for no JWT: the start URL alone opens the session. Nothing was copied."),
      ));
    await vscode.env.clipboard.writeText(made.answer);
    await window.showInformationMessage(
      l10n.t('The JWT is on the clipboard. Append "?jwt=" and the JWT to the start URL.'),
    );
  }

  /**
   * Requests the status of this session alone. No other call that returns a status has a documented answer for a
   * session that does not exist.
   */
  function status(
    { session, place }: Reached,
    { dxmlUID }: KeptSession,
    signal = AbortSignal.timeout(looking),
  ): Promise<Status> {
    return readStatus(session.api, place.at, dxmlUID, { signal });
  }

  /** Reads the status with progress, for a person who waits; undefined if cancelled. */
  function statusNow(reached: Reached, kept: KeptSession): Promise<Status> {
    return reading(l10n.t("Asking about {0}…", kept.name), (signal) => status(reached, kept, signal), reached.place);
  }

  /**
   * Returns the date as the service lists it now, and keeps it for the view. If the service lists no date, returns the
   * date that was known before.
   */
  async function freshDate(
    { session, place }: Reached,
    kept: KeptSession,
    signal = AbortSignal.timeout(looking),
  ): Promise<{ readonly validTo: string | null; readonly told: boolean }> {
    const listed = await readListed(session.api, place.environment, kept, { signal });
    if (listed === undefined || listed.validTo === null) return { validTo: kept.validTo, told: false };
    await sessions.put({ ...kept, validTo: listed.validTo });
    return { validTo: listed.validTo, told: true };
  }

  async function showStatus(reached: Reached, kept: KeptSession): Promise<void> {
    const told = await reading(
      l10n.t("Asking about {0}…", kept.name),
      (signal) => Promise.all([status(reached, kept, signal), freshDate(reached, kept, signal)]),
      reached.place,
    );
    if (told === undefined) return;
    const [now, { validTo }] = told;
    documents.refresh();
    await window.showInformationMessage(
      `${kept.name}: ${sessionWords({ validTo }, now, Date.now(), reached.place.at)}.${now === "Deleted" || now === null ? "" : ` ${l10n.t("The session is kept {0}.", keptUntil(validTo))}`}`,
    );
  }

  async function discard(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const before = await statusNow(reached, kept);
    if (before === undefined) return;
    const done = await carryOut({
      session,
      operation: "documents.sessions.discard",
      request: { ...place.at, path: { dxmlUID: kept.dxmlUID } },
      dialog: {
        question: l10n.t('Discard the editing session "{0}"?', visible(kept.name)),
        consequences: discardConsequences(before),
        yes: l10n.t("Discard"),
      },
      lookUp: async (signal) =>
        l10n.t(
          "The session's status on the service is now: {0}.",
          statusWords(await status(reached, kept, signal), place.at),
        ),
    }).finally(documents.refresh);
    if (done !== undefined)
      await report(l10n.t("{0} was discarded.", kept.name), async () =>
        l10n.t("The session's status on the service is now: {0}.", statusWords(await status(reached, kept), place.at)),
      );
  }

  async function remove(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const before = await statusNow(reached, kept);
    if (before === undefined) return;
    const done = await carryOut({
      session,
      operation: "documents.dxml.delete",
      request: { ...place.at, path: { dxmlUID: kept.dxmlUID } },
      dialog: {
        question: l10n.t('Delete the DXML of "{0}" on the service?', visible(kept.name)),
        yes: l10n.t("Delete"),
        consequences: [
          l10n.t(
            "The session's status on the service is now: {0}. What was written in the session will be lost for good, and no output can be created from it any longer.",
            statusWords(before, place.at),
          ),
          l10n.t(
            "If you may need the session's DXML later, save the DXML with “Show Output of Editing Session…” before you delete the DXML on the service.",
          ),
        ],
      },
      lookUp: async (signal) =>
        l10n.t(
          "The session's status on the service is now: {0}.",
          statusWords(await status(reached, kept, signal), place.at),
        ),
    }).finally(documents.refresh);
    if (done !== undefined)
      await report(l10n.t("The DXML of {0} was deleted.", kept.name), async () =>
        l10n.t("The session's status on the service is now: {0}.", statusWords(await status(reached, kept), place.at)),
      );
  }

  async function retain(reached: Reached, kept: KeptSession): Promise<void> {
    const { session, place } = reached;
    const fresh = await reading(
      l10n.t("Requesting the date until which {0} is kept…", kept.name),
      (signal) => freshDate(reached, kept, signal),
      place,
    );
    if (fresh === undefined) return;
    const { validTo } = fresh;
    const asked = await window.showInputBox({
      title: l10n.t("Date until which {0} is kept", kept.name),
      prompt: l10n.t(
        "The session is now kept {0}. Enter a new date in your own time zone, such as 2026-11-30 or 2026-11-30 16:45. If the new date is earlier than the current one, the service deletes the session sooner.",
        keptUntil(validTo),
      ),
      validateInput: (text) => retentionProblem(text, Date.now()),
    });
    const at = asked === undefined ? undefined : readLocalTime(asked);
    if (at === undefined) return;
    const next = new Date(at).toISOString();
    const told = async (signal?: AbortSignal): Promise<string> => {
      const now = await freshDate(reached, kept, signal);
      return now.told
        ? l10n.t("The service now keeps the session {0}.", keptUntil(now.validTo))
        : l10n.t("The service did not show the date, so it was not checked.");
    };
    const done = await carryOut({
      session,
      operation: "documents.dxml.retain",
      request: { ...place.at, path: { dxmlUID: kept.dxmlUID }, body: next },
      dialog: {
        question: l10n.t('Keep the editing session "{0}" until {1}?', visible(kept.name), localTime(at)),
        consequences: retentionConsequences({ validTo, next, now: Date.now() }),
        yes: l10n.t("Change the Date"),
      },
      lookUp: told,
    });
    if (done === undefined) return;
    await sessions.put({ ...kept, validTo: next });
    await report(l10n.t("The date was changed."), told);
  }

  /**
   * Says what was done and what a new reading shows. If this reading fails, says that too, without hiding what was
   * done.
   */
  async function report(done: string, look: () => Promise<string>): Promise<void> {
    const seen = await look().catch((error: unknown) =>
      l10n.t("The session could not be checked afterwards: {0}", messageOf(error)),
    );
    documents.refresh();
    await window.showInformationMessage(`${done} ${seen}`);
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.startSession, async (argument) => {
      const reached = await reach(documents, argument);
      const of = reached && (await askDocument(documents, reached, argument));
      if (reached !== undefined && of !== undefined) await start(reached, of);
    }),
    registerCommand(log, commands.openSessionEditor, withSession(openEditor)),
    registerCommand(log, commands.showSessionStatus, withSession(showStatus)),
    registerCommand(
      log,
      commands.showSessionOutput,
      withSession(async (reached, kept) => {
        const now = await statusNow(reached, kept);
        if (now !== undefined) await showSessionOutput(documents, reached, kept, now);
      }),
    ),
    registerCommand(log, commands.retainSession, withSession(retain)),
    registerCommand(log, commands.discardSession, withSession(discard)),
    registerCommand(log, commands.deleteSession, withSession(remove)),
    registerCommand(
      log,
      commands.copySessionId,
      withSession(async (_, { dxmlUID }) => vscode.env.clipboard.writeText(dxmlUID)),
    ),
    registerCommand(
      log,
      commands.forgetSession,
      withSession(
        async ({ place }, kept) => {
          await sessions.forget(kept);
          editors.forget(place.key, kept.dxmlUID);
          documents.refresh();
        },
        { inView: true },
      ),
    ),
    registerCommand(log, commands.findSessions, async () => {
      const reached = await reach(documents);
      if (reached !== undefined) await findSessions(documents, reached);
    }),
    registerCommand(log, commands.openSession, async () => {
      const reached = await reach(documents);
      const kept = reached && (await askById(reached));
      if (reached !== undefined && kept !== undefined)
        await showStatus({ ...reached, place: placeOf(reached.place, kept) }, kept);
    }),
    registerCommand(log, commands.openEditorByAddress, async (argument) => {
      const reached = await reach(documents, argument);
      const kept = reached && sessions.of(reached.place.key).find(({ dxmlUID }) => dxmlUID === idIn(argument));
      if (reached !== undefined)
        await openByAddress(
          kept === undefined ? reached : { ...reached, place: placeOf(reached.place, kept) },
          kept?.name,
        );
    }),
  );
}

/** Returns the id of a row of the tree; the argument of a command may also come from any other caller. */
function idIn(argument: unknown): string | undefined {
  const session = isObject(argument) ? argument["session"] : undefined;
  const id = isObject(session) ? session["dxmlUID"] : undefined;
  return typeof id === "string" ? id : undefined;
}
