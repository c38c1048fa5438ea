/** Reads a library text that the client sent. Loaded together with the schema of texts when the first text arrives. */
import { operations } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";

/** Returns the text, or a message about its first mistake if it is not shaped like a text of the service. */
export function readPushedText(text: unknown): AnswerOf<"textlibrary.texts.get"> | { readonly mistake: string } {
  const parsed = operations["textlibrary.texts.get"].schema.safeParse(text);
  return parsed.success ? parsed.data : { mistake: parsed.error.issues[0]?.message ?? "" };
}
