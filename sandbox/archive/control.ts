/** What tests and people do to the archive from outside of its API. */
import type { ControlRow } from "../control.ts";

export const archiveControl: readonly ControlRow[] = [];
