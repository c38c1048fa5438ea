/** What is kept of a PDF panel while its window is closed, as it comes back. Knows no `vscode`. */
import * as z from "zod";
import type { Colours, Kept, PageState } from "./messages.ts";

const colours = z.enum(["paper", "inverted", "theme"]).catch("paper");
const state = z.object({
  kept: z.object({ kind: z.string(), id: z.string() }),
  language: z.string().nullable().catch(null),
});

/** Undefined where nothing can be known again, also of a state that something else wrote. */
export function keptIn(kept: unknown): Kept | undefined {
  return state.safeParse(kept).data?.kept;
}

export function languageIn(kept: unknown): PageState["language"] {
  return state.safeParse(kept).data?.language ?? null;
}

/** Of anything else, those of the PDF. */
export function coloursIn(kept: unknown): Colours {
  return colours.parse(kept);
}
