/**
 * Moves words of a document into a text of the library. The document changes only after the service has confirmed that
 * the text exists. Does not import `vscode`.
 */
import * as z from "zod";
import type { ApiError } from "../../../api/index.ts";
import type { Folder } from "../../../language/index.ts";
import type { WorkParams } from "../../../server/protocol.ts";
import { createProblem } from "../../../authoring/index.ts";
import type { CreateResult, LibraryText, NewText } from "../../../authoring/index.ts";
import { referenceTo } from "../textLibraryModel.ts";

interface ExtractPorts {
  readonly create: (body: NewText) => Promise<CreateResult<LibraryText>>;
  /**
   * Replaces the words with the reference; resolves with false if the document has changed since they were selected.
   */
  readonly replace: (reference: string) => Promise<boolean>;
}

export type ExtractResult =
  | { readonly state: "extracted" | "document-changed"; readonly text: LibraryText; readonly reference: string }
  | { readonly state: "not-created"; readonly reason: string; readonly error: ApiError; readonly text?: LibraryText };

export async function extract(
  { folder, body }: { readonly folder: Folder; readonly body: NewText },
  { create, replace }: ExtractPorts,
): Promise<ExtractResult> {
  const created = await create(body);
  if (created.state !== "created") {
    return {
      state: "not-created",
      reason: createProblem(created, body.code),
      error: created.error,
      ...("value" in created ? { text: created.value } : {}),
    };
  }
  const reference = referenceTo(folder, created.value);
  return { state: (await replace(reference)) ? "extracted" : "document-changed", text: created.value, reference };
}

const workParams: z.ZodType<WorkParams> = z.object({
  owner: z.object({ name: z.string(), owner: z.string() }).exactOptional(),
  uri: z.string(),
  version: z.number(),
  work: z.discriminatedUnion("do", [
    z.object({
      do: z.literal("extract"),
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
      content: z.string().exactOptional(),
      contentType: z.number(),
      code: z.string(),
      language: z.string().exactOptional(),
      folderId: z.string().exactOptional(),
    }),
    z.object({
      do: z.literal("create-text"),
      folderId: z.string(),
      code: z.string(),
      contentType: z.number(),
      language: z.string().exactOptional(),
    }),
    z.object({ do: z.literal("add-language"), textId: z.string(), folderId: z.string(), language: z.string() }),
    z.object({ do: z.literal("set-folder-code"), folderId: z.string() }),
    z.object({ do: z.literal("set-default-language"), textId: z.string(), folderId: z.string() }),
  ]),
});

/**
 * Returns what a code action is to do; undefined if the argument has another shape. Any extension can run the command
 * with any argument.
 */
export function readWork(argument: unknown): WorkParams | undefined {
  return workParams.safeParse(argument).data;
}
