/** What a client says that a library text is now. Loaded with the schema of texts, when the first one comes. */
import { operations } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";

/** What is wrong with it, in words, where it is not shaped like a text of the service. */
export function readPushedText(text: unknown): AnswerOf<"textlibrary.texts.get"> | { readonly mistake: string } {
  const parsed = operations["textlibrary.texts.get"].schema.safeParse(text);
  return parsed.success ? parsed.data : { mistake: parsed.error.issues[0]?.message ?? "" };
}
