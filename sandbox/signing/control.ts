/** What tests and people do to digital signing from outside of its API. */
import type { ControlRow } from "../control.ts";

export const signingControl: readonly ControlRow[] = [];
