/** What tests and people do to the document editor, its store and its distribution from outside of its API. */
import type { Handler } from "../call.ts";
import type { ControlRow } from "../control.ts";
import { field, objectBody } from "../read.ts";
import { Refusal } from "../refusals.ts";
import { distributionControl } from "./distribution.ts";
import { anySession, endSession } from "./session.ts";
import { storeControl } from "./storeControl.ts";

/** A person finishes the editing session, or discards it. */
const finish: Handler = (call) => {
  const status = field(objectBody(call.body), "status");
  if (status !== "OK" && status !== "Discarded") throw new Refusal("bad-field", "status must be OK or Discarded");
  const session = anySession(call.state, "id", call.path["dxmlUID"] ?? "");
  if (!session || session.status === "Deleted") throw new Refusal("session-missing");
  if (session.status !== "Draft") throw new Refusal("session-ended");
  endSession(call, session, status);
  return { json: { DxmlUID: session.id, Status: status } };
};

export const documentsControl: readonly ControlRow[] = [["POST", "/sessions/{dxmlUID}/finish", finish], ...distributionControl, ...storeControl];
