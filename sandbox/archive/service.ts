/** The archive. */
import type { Service } from "../base/service.ts";
import { archiveChoices } from "./choices.ts";
import { archiveHandlers } from "./handlers.ts";
import { archiveRefusals } from "./refusals.ts";
import { archiveSchema } from "./schema.ts";
import { seedArchive } from "./seed.ts";

/** 72 MiB: files are sent as base64, for which the general limit is too small. */
const withFiles = { maximumBody: 72 * 1024 * 1024 };

export const archive = {
  handlers: archiveHandlers,
  exceptions: { "archive.upload": withFiles },
  refusals: archiveRefusals,
  choices: archiveChoices,
  schema: archiveSchema,
  seed: seedArchive,
} as const satisfies Service;
