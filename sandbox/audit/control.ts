/** What tests and people do to audit from outside of its API. */
import type { ControlRow } from "../control.ts";

export const auditControl: readonly ControlRow[] = [];
