/** Where the documents leave something open about digital signing. */
import type { Choice } from "../choices.ts";

export const signingChoices = {} as const satisfies Record<string, Choice>;
