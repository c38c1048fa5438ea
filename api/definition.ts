/**
 * Reads a Smartform's definition. Its fields are not documented (document 1, "Endpoints, Forms"): each field below
 * counts only if it is present and well formed. A field that is left out is unknown.
 */
import * as z from "zod";

const fields = {
  /** The code of the folder in which short references are looked up. */
  textLibraryFolder: z.string().min(1),
  defaultLanguage: z.string().min(1).toLowerCase(),
  steps: z.array(z.object({ name: z.string() })),
  /** The pages that are shown on screen and printed in the PDF; `step` counts from 0. */
  pages: z.array(
    z.object({
      step: z.number().optional(),
      blocks: z.array(
        z.union([z.object({ text: z.string(), format: z.enum(["plain", "html"]) }), z.object({ field: z.string() })]),
      ),
    }),
  ),
};

const definition = z
  .object({
    textLibraryFolder: fields.textLibraryFolder.optional().catch(undefined),
    defaultLanguage: fields.defaultLanguage.optional().catch(undefined),
    steps: fields.steps.optional().catch(undefined),
    pages: fields.pages.optional().catch(undefined),
  })
  .catch({});

export type Definition = z.output<typeof definition>;

/** Reads the answer to `forms.definition`, whatever its shape. */
export function definitionIn(answer: unknown): Definition {
  return definition.parse(answer);
}
