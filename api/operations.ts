/** The operation table: the heart that clients, sandbox, dialogs, schemas, docs and tests all read. */
import { z } from "zod";
import type { Operation } from "./operation.ts";

const folder = z.looseObject({
  id: z.string(),
  name: z.string(),
  parentFolderId: z.string().nullish(),
  isDefault: z.boolean().optional(),
  code: z.string().nullish(),
});

const translation = z.looseObject({ content: z.string(), source: z.number().optional(), updatedAt: z.string().optional() });

const text = z.looseObject({
  id: z.string(), folderId: z.string(), code: z.string(), name: z.string().nullish(), description: z.string().nullish(),
  contentType: z.number(), isPublic: z.boolean().optional(), defaultLanguage: z.string().nullish(),
  translations: z.record(z.string(), translation).optional(),
  createdDate: z.string().optional(), updatedDate: z.string().optional(),
});

export const operations = {
  "textlibrary.folders.list": {
    service: "forms", method: "GET", path: "/Integrations/textlibrary/folders", environment: "none", effect: "read", retry: "free",
    response: "json", schema: z.array(folder), section: "1, Endpoints, Text Library",
  },
  "textlibrary.texts.get": {
    service: "forms", method: "GET", path: "/Integrations/textlibrary/texts/{id}", environment: "none", effect: "read", retry: "free",
    response: "json", schema: text, section: "1, Endpoints, Text Library",
  },
  "textlibrary.folders.delete": {
    service: "forms", method: "DELETE", path: "/Integrations/textlibrary/folders/{id}", environment: "none", effect: "destroy", retry: "never",
    response: "empty", section: "1, Endpoints, Text Library",
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
