/**
 * A field of texts that the documents do not list. It is present only if choice T22 is `reviewer`, to test that clients
 * keep unknown fields.
 */
import { stringField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import type { State } from "../base/state.ts";

/** Returns the text's fields beyond the documented ones. */
export function extraField(state: State, text: string): { readonly reviewer?: string | null } {
  if (state.choice("T22") === "none") return {};
  return { reviewer: state.one<{ name: string }>("SELECT name FROM reviewer WHERE text = ?", text)?.name ?? null };
}

/** Clears the field if the request leaves it out, as for every field of a text. */
export function writeExtraField(state: State, text: string, request: JsonObject): void {
  if (state.choice("T22") === "none") return;
  const name = stringField(request, "reviewer");
  state.run("DELETE FROM reviewer WHERE text = ?", text);
  if (name !== undefined) state.run("INSERT INTO reviewer VALUES (?, ?)", text, name);
}
