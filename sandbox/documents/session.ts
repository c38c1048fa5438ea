/**
 * The life of an editing session: how it begins and ends, and its maintenance by the service's clock (document 3,
 * "States and transitions").
 */
import { randomBytes } from "node:crypto";
import type { Call } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { callBack } from "./callback.ts";
import type { Callback } from "./callback.ts";
import { readDxml, writeDxml } from "./dxml.ts";
import type { ProducedDocument } from "./dxml.ts";
import { recordDocument } from "./record.ts";

type SessionStatus = "Draft" | "OK" | "Discarded" | "Deleted";

export interface Session {
  readonly id: string;
  readonly company: string;
  readonly environment: string;
  /** The last part of the start URL. */
  readonly startParameter: string;
  readonly status: SessionStatus;
  /** 1 once the editor was opened. */
  readonly opened: number;
  /** null once the session is deleted. */
  readonly dxml: string | null;
  readonly callback: string | null;
  readonly sealedSignIn: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly validTo: number;
}

/** 30 days (E8). */
const retention = 30 * 24 * 3_600_000;

type Told = Pick<Call, "state" | "send">;

export function startSession(
  { state, company, documentsEnvironment }: Call,
  document: ProducedDocument,
  callback: Callback | undefined,
): Session {
  return newSession(state, { company, documentsEnvironment, document, status: "Draft", at: state.now(), callback });
}

interface NewSession {
  readonly company: string;
  readonly documentsEnvironment: string | null;
  readonly document: ProducedDocument;
  readonly status: SessionStatus;
  /** The time of creation. A new session also has it as the time of its last change. */
  readonly at: number;
  readonly callback?: Callback | undefined;
}

export function newSession(
  state: State,
  { company, documentsEnvironment, document, status, at, callback }: NewSession,
): Session {
  const session: Session = {
    id: newId(),
    company,
    environment: documentsEnvironment ?? "",
    startParameter: randomBytes(24).toString("base64url"),
    status,
    opened: 0,
    dxml: writeDxml(document),
    callback: callback?.endpoint ?? null,
    sealedSignIn: callback?.sealedSignIn ?? null,
    createdAt: at,
    modifiedAt: at,
    validTo: at + retention,
  };
  const { id, environment, startParameter, opened, dxml, sealedSignIn, validTo } = session;
  state.run(
    "INSERT INTO editingSession VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    company,
    environment,
    startParameter,
    status,
    opened,
    dxml,
    session.callback,
    sealedSignIn,
    at,
    at,
    validTo,
  );
  return session;
}

/** Returns the company's session in the environment; undefined if there is none. */
export function findSession(
  { state, company, documentsEnvironment }: Pick<Call, "state" | "company" | "documentsEnvironment">,
  id: string,
): Session | undefined {
  return state.one<Session>(
    "SELECT * FROM editingSession WHERE id = ? AND company = ? AND environment = ?",
    id,
    company,
    documentsEnvironment,
  );
}

/** Finds a session of any company by its id or its `startParameter`, because a person has nothing else. */
export function anySession(state: State, by: "id" | "startParameter", value: string): Session | undefined {
  return state.one<Session>(`SELECT * FROM editingSession WHERE ${by} = ?`, value);
}

/** Returns the session and its document; refuses if either is gone. */
export function openDxml(
  call: Pick<Call, "state" | "company" | "documentsEnvironment">,
  id: string,
): { readonly session: Session; readonly dxml: string; readonly document: ProducedDocument } {
  const session = findSession(call, id);
  if (!session || session.dxml === null) throw new Refusal("session-missing");
  return { session, dxml: session.dxml, document: readDxml(Buffer.from(session.dxml), "The session") };
}

/** Ends or discards the session, and calls its callback if it has one. */
export function endSession(call: Told & Pick<Call, "clientId">, session: Session, status: "OK" | "Discarded"): void {
  const { state } = call;
  state.run("UPDATE editingSession SET status = ?, modifiedAt = ? WHERE id = ?", status, state.now(), session.id);
  record(call, session, status === "OK" ? "EditingSessionFinished" : "EditingSessionDiscarded");
  tell(call, session, status);
}

/** Deletes the DXML, and marks the session as deleted. */
export function deleteSession(call: Told & Pick<Call, "clientId">, session: Session): void {
  const { state } = call;
  state.run(
    "UPDATE editingSession SET status = 'Deleted', dxml = NULL, sealedSignIn = NULL, modifiedAt = ? WHERE id = ?",
    state.now(),
    session.id,
  );
  record(call, session, "EditingSessionDeleted");
}

/**
 * Deletes every expired session, and calls the callback of each that was a draft. Does nothing if no session has
 * expired.
 */
export function maintainSessions({ state, send }: Told): void {
  const due = state.all<Session>(
    "SELECT * FROM editingSession WHERE dxml IS NOT NULL AND validTo <= ? ORDER BY validTo",
    state.now(),
  );
  for (const session of due) {
    deleteSession({ state, send, clientId: undefined }, session);
    if (session.status === "Draft") tell({ state, send }, session, "Deleted");
  }
}

function tell(call: Told, { id, callback, sealedSignIn }: Session, status: SessionStatus): void {
  if (callback !== null) callBack(call, { endpoint: callback, sealedSignIn }, { id, status });
}

function record(
  { state, clientId }: Pick<Call, "state" | "clientId">,
  { id, company, environment }: Session,
  name: string,
): void {
  recordDocument({ state, company, clientId, documentsEnvironment: environment }, { name, facts: { DxmlUID: id } });
}
