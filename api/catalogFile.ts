/**
 * The catalog file: one JSON file that describes the Text Library, the Smartforms and the data table. The sandbox
 * imports it, and the checker reads it with `--catalog`.
 */
import * as z from "zod";
import { openMap } from "./operations/schema.ts";

const folder = z.looseObject({
  id: z.string(),
  name: z.string(),
  parentFolderId: z.string().nullable().default(null),
  isDefault: z.boolean().default(false),
  code: z.string().nullable().default(null),
});

const translation = z.looseObject({
  content: z.string(),
  source: z.number().optional(),
  updatedAt: z.string().optional(),
});

const text = z.looseObject({
  id: z.string(),
  folderId: z.string(),
  code: z.string(),
  name: z.string().default(""),
  description: z.string().default(""),
  contentType: z.number().default(0),
  isPublic: z.boolean().default(false),
  defaultLanguage: z.string().nullable().default(null),
  translations: openMap(translation).default({}),
});

const block = z.union([
  z.looseObject({ text: z.string(), format: z.enum(["plain", "html"]).default("plain") }),
  z.looseObject({ field: z.string() }),
]);

const smartform = z.looseObject({
  id: z.string(),
  name: z.string(),
  process: z.string().optional(),
  tags: z.array(z.string()).optional(),
  textLibraryFolder: z.string().optional(),
  defaultLanguage: z.string().optional(),
  environments: z.array(z.string()).optional(),
  // If it is left out, the Smartform is active.
  active: z.boolean().optional(),
  fields: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string() })).optional(),
  parties: z
    .array(
      z.looseObject({ id: z.string().nullable(), name: z.string().nullable(), defaultLanguage: z.string().nullish() }),
    )
    .optional(),
  steps: z.array(z.looseObject({ name: z.string() })).optional(),
  pages: z.array(z.looseObject({ step: z.number().optional(), blocks: z.array(block) })).optional(),
});

/** Every part is optional; a part that is left out is unknown, not empty. */
export const catalogFile = z.looseObject({
  folders: z.array(folder).optional(),
  texts: z.array(text).optional(),
  smartforms: z.array(smartform).optional(),
  dataTable: openMap(z.json()).optional(),
});

export type CatalogFile = z.output<typeof catalogFile>;
