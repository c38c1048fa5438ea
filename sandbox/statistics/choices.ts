/** Where the documents leave something open about statistics. */
import type { Choice } from "../choices.ts";

export const statisticsChoices = {} as const satisfies Record<string, Choice>;
