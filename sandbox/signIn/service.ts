/** Sign-in: clients, their secrets and their tokens. */
import type { Service } from "../base/service.ts";
import { signInChoices } from "./choices.ts";
import { tokenRoute } from "./clients.ts";
import { signInSchema } from "./schema.ts";

export const signIn = {
  routes: [tokenRoute],
  choices: signInChoices,
  schema: signInSchema,
} as const satisfies Service;
