/** What tests and people do to the document editor, its store and its distribution from outside of its API. */
import type { ControlRow } from "../control.ts";

export const documentsControl: readonly ControlRow[] = [];
