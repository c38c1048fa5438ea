/**
 * Moves words of a document into a text of the library: the document changes only after the service said that the text
 * is there. Without VS Code.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { explain } from "../../api/index.ts";
import type { ApiError } from "../../api/index.ts";
import type { Folder } from "../../language/index.ts";
import type { WorkParams } from "../../server/protocol.ts";
import type { CreateResult, NewText } from "../libraryWrites.ts";
import { referenceTo } from "../textLibraryModel.ts";
import type { LibraryText } from "../writePlan.ts";

export interface ExtractPorts {
  readonly create: (body: NewText) => Promise<CreateResult<LibraryText>>;
  /**
   * Puts the reference in the place of the words; false where the document is not the one that they were selected in
   * any more.
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

/** Why there is no such text, or none that is known to be the one that was meant; with what to do. */
export function createProblem(result: Exclude<CreateResult<unknown>, { state: "created" }>, code: string): string {
  switch (result.state) {
    case "failed":
      return l10n.t("The text {0} was not created. {1}", code, explain(result.error));
    case "unknown":
      return l10n.t(
        "It is not known whether the text {0} was created. {1} What it was to say is kept in the journal of this computer. Refresh the Text Library and look before you try again.",
        code,
        result.error.message,
      );
    case "taken":
      return l10n.t(
        "The answer of the service was lost, and another text with the code {0} is in this folder. Nothing more was sent. Open it and compare.",
        code,
      );
  }
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

/** What a code action asks for; undefined where the argument is not of that shape, since anybody can run a command. */
export function readWork(argument: unknown): WorkParams | undefined {
  return workParams.safeParse(argument).data;
}
