/** What tests and people do to statistics from outside of its API. */
import type { ControlRow } from "../control.ts";

export const statisticsControl: readonly ControlRow[] = [];
