/** Where the documents leave something open about the document editor, its store and its distribution. */
import type { Choice } from "../choices.ts";

export const documentsChoices = {} as const satisfies Record<string, Choice>;
