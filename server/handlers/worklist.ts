/** Texts whose translation needs work, see `worklistRequest`. */
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { worklistRequest } from "../protocol.ts";
import type { Meant, WorklistParams, WorklistResult } from "../protocol.ts";

export const onWorklist: Handler<WorklistParams & Meant, WorklistResult> = {
  method: worklistRequest,
  otherwise: () => ({ known: false, total: 0, texts: [] }),
  work: inMeantLibrary((params, { progress, signal }) => progress.list(params, { signal })),
};
