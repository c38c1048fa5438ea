/** The calls for editing sessions (document 3, "Sessions"). */
import type { OperationId } from "../../api/index.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { objectBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import { writeTime } from "../base/time.ts";
import { readCallback } from "./callback.ts";
import { issueJwt } from "./jwt.ts";
import { produce, readDataCall } from "./produce.ts";
import { recordDocument } from "./record.ts";
import { outputReply } from "./render.ts";
import type { OutputFormat } from "./render.ts";
import { anySession, deleteSession, endSession, findSession, openDxml, startSession } from "./session.ts";
import type { Session } from "./session.ts";

const create =
  (data: "xml" | "json"): Handler =>
  (call) => {
    const { state, company, origin } = call;
    const asked = readDataCall(call, { data, userName: "required" });
    const callback = readCallback(state, objectBody(call.body));
    const document = produce(state, company, asked);
    if (document === undefined) return { status: 204 };
    const session = startSession(call, document, callback);
    recordDocument(call, { name: "EditingSessionCreated", document, facts: { DxmlUID: session.id } });
    return {
      json: {
        DxmlUID: session.id,
        StartURL: `${origin}${prefixes.app}/WebEditor/${session.startParameter}`,
        ValidTo: writeTime(state, session.validTo),
        ...(state.choice("E7") === "required" ? { JWT: issueJwt(state, session.startParameter) } : {}),
      },
    };
  };

/** Plain text, unless chosen otherwise (T158, N23). */
const status: Handler = (call) => {
  const {
    state,
    path: { dxmlUID = "" },
  } = call;
  const session = findSession(call, dxmlUID);
  const shown = session && statusOf(call, session);
  if (shown === undefined) throw new Refusal("session-missing");
  const written =
    {
      plain: shown,
      "in quotes": `"${shown}"`,
      "with a line break": `${shown}\r\n`,
      "with a byte order mark": `\uFEFF${shown}`,
    }[state.choice("E10")] ?? shown;
  return { file: { type: "text/plain; charset=utf-8", bytes: () => Buffer.from(written) } };
};

/** 1 to 50 ids (T156). */
const statuses: Handler = (call) => {
  const { state, body } = call;
  if (!Array.isArray(body) || body.length < 1 || body.length > 50 || !body.every((id) => typeof id === "string"))
    throw new Refusal("bad-status-ids");
  const found = body.map((id: string) => {
    const session = findSession(call, id);
    return { DxmlUID: id, Status: (session && statusOf(call, session)) ?? null };
  });
  return {
    json:
      state.choice("E11") === "map" ? Object.fromEntries(found.map(({ DxmlUID, Status }) => [DxmlUID, Status])) : found,
  };
};

/** Lists all sessions if there is no filter (T157). */
const list: Handler = (call) => {
  const { state, query } = call;
  const wanted = query.getAll("status").filter((each) => each !== "");
  for (const each of wanted)
    if (!["Draft", "OK", "Discarded", "Deleted"].includes(each)) throw new Refusal("bad-query", "status");
  const time = (name: string, otherwise: number) => (query.get(name) ? readTime(query.get(name) ?? "") : otherwise);
  const sessions = select(call, {
    wanted,
    created: [time("createdStart", -Infinity), time("createdEnd", Infinity)],
    modified: [time("modifiedStart", -Infinity), time("modifiedEnd", Infinity)],
  });
  return {
    json: sessions.map((session) => ({
      DxmlUID: session.id,
      Status: statusOf(call, session) ?? "Draft",
      Created: writeTime(state, session.createdAt),
      Modified: writeTime(state, session.modifiedAt),
      ValidTo: writeTime(state, session.validTo),
    })),
  };
};

/** Returns the ids in a time window, both ends included (E12). */
const windowOf =
  (wanted: "Draft" | "OK"): Handler =>
  (call) => {
    const { startUtcTime = "", endUtcTime = "" } = call.path;
    const window = [readTime(startUtcTime), readTime(endUtcTime)] as const;
    const all = [-Infinity, Infinity] as const;
    return {
      json: select(call, {
        wanted: [wanted],
        created: wanted === "Draft" ? window : all,
        modified: wanted === "Draft" ? all : window,
      }).map(({ id }) => id),
    };
  };

const discard: Handler = (call) => {
  const session = findSession(call, call.path["dxmlUID"] ?? "");
  if (!session || session.status === "Deleted") throw new Refusal("session-missing");
  endSession(call, session, "Discarded");
  return {};
};

const download: Handler = (call) => {
  const { dxml, session } = openDxml(call, call.path["dxmlUID"] ?? "");
  return {
    file: { type: "application/xml; charset=utf-8", name: `${session.id}.dxml`, bytes: () => Buffer.from(dxml) },
  };
};

const destroy: Handler = (call) => {
  deleteSession(call, openDxml(call, call.path["dxmlUID"] ?? "").session);
  return {};
};

/** The whole body is a date-time, as JSON or as plain text. */
const retain: Handler = (call) => {
  const { state, body, rawBody } = call;
  const validTo = readDateTime(body === undefined ? new TextDecoder().decode(rawBody).trim() : body);
  const { session } = openDxml(call, call.path["dxmlUID"] ?? "");
  state.run("UPDATE editingSession SET validTo = ? WHERE id = ?", validTo, session.id);
  recordDocument(call, { name: "EditingSessionRetentionChanged", facts: { DxmlUID: session.id } });
  return {};
};

const newJwt: Handler = ({ state, company, documentsEnvironment, path: { startParameter = "" } }) => {
  if (state.choice("E7") !== "required") return { status: 204 };
  const session = anySession(state, "startParameter", startParameter);
  if (!session || session.company !== company || session.environment !== documentsEnvironment || session.dxml === null)
    throw new Refusal("session-missing");
  const jwt = issueJwt(state, startParameter);
  return { file: { type: "text/plain; charset=utf-8", bytes: () => Buffer.from(jwt) } };
};

const output =
  (format: OutputFormat): Handler =>
  (call): Reply => {
    const { document, session } = openDxml(call, call.path["dxmlUID"] ?? "");
    recordDocument(call, { name: "SessionOutputCreated", document, facts: { DxmlUID: session.id } });
    return outputReply(call.state, call.company, document, format);
  };

export const sessionHandlers = {
  "documents.sessions.create": create("xml"),
  "documents.sessions.createJson": create("json"),
  "documents.sessions.status": status,
  "documents.sessions.statuses": statuses,
  "documents.sessions.list": list,
  "documents.sessions.listDrafts": windowOf("Draft"),
  "documents.sessions.listFinished": windowOf("OK"),
  "documents.sessions.discard": discard,
  "documents.dxml.get": download,
  "documents.dxml.delete": destroy,
  "documents.dxml.retain": retain,
  "documents.sessions.jwt": newJwt,
  "documents.pdf.fromSession": output("pdf"),
  "documents.pdf.fromSessionSimplex": output("pdf-simplex"),
  "documents.html.fromSession": output("html"),
  "documents.xml.fromSession": output("xml"),
} as const satisfies Partial<Record<OperationId, Handler>>;

/** Returns the status as the current choices show it; undefined for a session that they hide. */
function statusOf({ state }: Call, { status, opened }: Session): string | undefined {
  if (status === "Deleted" && state.choice("E9") === "404") return undefined;
  if (status !== "Draft" || opened === 1 || state.choice("N23") === "Draft") return status;
  return state.choice("N23") === "404" ? undefined : "";
}

interface Filter {
  /** The wanted statuses; an empty list means every status. */
  readonly wanted: readonly string[];
  /** Milliseconds, both ends included. */
  readonly created: readonly [number, number];
  readonly modified: readonly [number, number];
}

function select(
  { state, company, documentsEnvironment }: Call,
  { wanted, created, modified }: Filter,
): readonly Session[] {
  const bounds = [created[0], created[1], modified[0], modified[1]].map((time) =>
    Math.min(Math.max(time, -8.64e15), 8.64e15),
  );
  return state.all<Session>(
    `SELECT id, status, opened, createdAt, modifiedAt, validTo FROM editingSession WHERE company = ? AND environment = ?
    AND (? = '' OR instr(?, '|' || status || '|') > 0) AND createdAt BETWEEN ? AND ?
      AND modifiedAt BETWEEN ? AND ? ORDER BY createdAt, id`,
    company,
    documentsEnvironment,
    wanted.join(""),
    `|${wanted.join("|")}|`,
    ...bounds,
  );
}

/** ISO 8601; UTC if no zone is given. */
function readTime(value: unknown): number {
  const text = typeof value === "string" ? value : "";
  const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i.test(text)
    ? Date.parse(/T.*(Z|[+-]\d{2}:\d{2})$/i.test(text) || !text.includes("T") ? text : `${text}Z`)
    : NaN;
  if (Number.isNaN(time)) throw new Refusal("bad-time");
  return time;
}

/** Like `readTime`, but refuses a date without a time. */
function readDateTime(value: unknown): number {
  if (typeof value !== "string" || !/t/i.test(value)) throw new Refusal("bad-time");
  return readTime(value);
}
