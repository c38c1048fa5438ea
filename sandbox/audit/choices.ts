/** Where the documents leave something open about audit. */
import type { Choice } from "../choices.ts";

export const auditChoices = {} as const satisfies Record<string, Choice>;
