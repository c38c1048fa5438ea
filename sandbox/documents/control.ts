/** Routes of the Control API for the document editor, for tests and people. */
import * as z from "zod";
import type { Handler } from "../base/call.ts";
import { field, objectBody, readBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import type { ControlRow } from "../base/route.ts";
import { demoIds } from "../demo/ids.ts";
import { anySession, endSession, newSession } from "./session.ts";

/** Finishes or discards an editing session, as a person would. */
const finish: Handler = (call) => {
  const status = field(objectBody(call.body), "status");
  if (status !== "OK" && status !== "Discarded") throw new Refusal("bad-field", "status must be OK or Discarded");
  const session = anySession(call.state, "id", call.path["dxmlUID"] ?? "");
  if (!session || session.status === "Deleted") throw new Refusal("session-missing");
  if (session.status !== "Draft") throw new Refusal("session-ended");
  endSession(call, session, status);
  return { json: { DxmlUID: session.id, Status: status } };
};

const sessions = z.object({
  sessions: z.array(
    z.object({ created: z.iso.datetime(), status: z.enum(["Draft", "OK", "Discarded"]).default("Draft") }),
  ),
});

/** Adds any number of sessions of any age for the demo's MetaFile and document, without audit events or callbacks. */
const add: Handler = ({ state, body }) => {
  const document = {
    metaFile: demoIds.metaFile,
    document: demoIds.document,
    values: [],
    attachments: [],
    source: demoIds.metaFile,
    userName: "",
  };
  const where = { company: "demo", documentsEnvironment: demoIds.documentsEnvironment };
  const added = readBody(sessions, body).sessions.map(
    ({ created, status }) => newSession(state, { ...where, document, status, at: Date.parse(created) }).id,
  );
  return { json: { items: added } };
};

export const documentsControl: readonly ControlRow[] = [
  ["POST", "/sessions/{dxmlUID}/finish", finish],
  ["POST", "/sessions", add],
];
