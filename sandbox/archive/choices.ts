/** Where the documents leave something open about the archive. */
import type { Choice } from "../choices.ts";

export const archiveChoices = {} as const satisfies Record<string, Choice>;
