/** Sign-in: clients, their secrets and their tokens. */
import type { Service } from "../base/service.ts";
import { tokenRoute } from "./clients.ts";
import { signInSchema } from "./schema.ts";

export const signIn = {
  routes: [tokenRoute],
  schema: signInSchema,
} as const satisfies Service;
