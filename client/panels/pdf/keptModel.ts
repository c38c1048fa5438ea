/** Validates what is kept of a PDF panel while its window is closed. Does not import `vscode`. */
import * as z from "zod";
import type { Colours, Kept, PageState } from "./messages.ts";

const colours = z.enum(["paper", "inverted", "theme"]).catch("paper");
const state = z.object({
  kept: z.object({ kind: z.string(), id: z.string() }),
  language: z.string().nullable().catch(null),
});

/** Undefined if nothing can be restored, for example because other code wrote the state. */
export function keptIn(kept: unknown): Kept | undefined {
  return state.safeParse(kept).data?.kept;
}

export function languageIn(kept: unknown): PageState["language"] {
  return state.safeParse(kept).data?.language ?? null;
}

/** Returns the kept colours; "paper" if `kept` is not a value of `Colours`. */
export function coloursIn(kept: unknown): Colours {
  return colours.parse(kept);
}
