/**
 * A field of texts that no document lists: there only where choice T22 says so, for clients that must keep what they do
 * not know.
 */
import { stringField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import type { State } from "../base/state.ts";

/** What a text shows beside its documented fields. */
export function extraField(state: State, text: string): { readonly reviewer?: string | null } {
  if (state.choice("T22") === "none") return {};
  return { reviewer: state.one<{ name: string }>("SELECT name FROM reviewer WHERE text = ?", text)?.name ?? null };
}

/** Cleared where it is left out, like every field of a text. */
export function writeExtraField(state: State, text: string, request: JsonObject): void {
  if (state.choice("T22") === "none") return;
  const name = stringField(request, "reviewer");
  state.run("DELETE FROM reviewer WHERE text = ?", text);
  if (name !== undefined) state.run("INSERT INTO reviewer VALUES (?, ?)", text, name);
}
