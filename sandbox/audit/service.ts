/** Audit. */
import type { Service } from "../base/service.ts";
import { auditChoices } from "./choices.ts";
import { auditControl } from "./control.ts";
import { auditHandlers } from "./handlers.ts";
import { writeDown } from "./listen.ts";
import { auditRefusals } from "./refusals.ts";
import { auditSchema } from "./schema.ts";
import { seedAudit } from "./seed.ts";

export const audit = {
  handlers: auditHandlers,
  refusals: auditRefusals,
  choices: auditChoices,
  schema: auditSchema,
  control: auditControl,
  seed: seedAudit,
  listener: writeDown,
} as const satisfies Service;
