/**
 * Reads the argument of a Text Library command: a row of its tree, or any value from any extension. Does not import
 * `vscode`.
 */
import * as z from "zod";
import { operations } from "../../api/index.ts";
import { ownerShape } from "../connections/ownerModel.ts";
import type { Owned, Owner } from "../connections/ownerModel.ts";
import type { Folder, Text } from "../../language/index.ts";
import type { Node } from "./textLibraryModel.ts";
import type { LostWords } from "../../authoring/index.ts";

export interface FolderOfText {
  readonly folder: Folder;
  readonly text: Text;
  /** Owner of the folder and text. */
  readonly owner: Owner;
}

/** A text with its folder, as the argument of a command. Without an owner, the text belongs to the window's library. */
export type GivenText = Owned<Omit<FolderOfText, "owner">>;

/** The rows that commands work on. */
export type LibraryNode = Exclude<Node, { readonly kind: "favourites" | "group" }>;

/** Shape of the folder in a row. */
export const folderShape = z.object({
  id: z.string().min(1),
  name: z.string(),
  parentFolderId: z.string().nullable(),
  isDefault: z.boolean(),
  code: z.string().nullable(),
});
export const textShape = z.object({
  id: z.string().min(1),
  folderId: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  contentType: z.number(),
  isPublic: z.boolean(),
  defaultLanguage: z.string().nullable(),
  languages: z.union([
    z.object({ state: z.enum(["absent", "unknown"]) }),
    z.object({ state: z.literal("known"), value: z.array(z.string()) }),
  ]),
});
const owner = ownerShape.optional();
const nodeShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("folder"), folder: folderShape, owner }),
  z.object({ kind: z.literal("text"), folder: folderShape, text: textShape, owner }),
  z.object({ kind: z.literal("language"), folder: folderShape, text: textShape, language: z.string().min(1), owner }),
]);
const lostShape = z.object({
  text: operations["textlibrary.texts.get"].schema,
  owner: ownerShape,
  languages: z.array(z.string()),
  fields: z.array(z.string()),
  isGone: z.boolean(),
});

/** Returns the argument if it is a row of the tree with everything that commands read; otherwise undefined. */
export function asNode(argument: unknown): LibraryNode | undefined {
  return nodeShape.safeParse(argument).success ? (argument as LibraryNode) : undefined;
}

/**
 * Returns the row in a command's argument; undefined if the selected row is meant, null if the chosen row no longer
 * exists.
 */
export function givenNode(argument: unknown): LibraryNode | null | undefined {
  return argument === null ? null : asNode(argument);
}

/**
 * Returns the texts that a command applies to: VS Code passes the clicked row, then all selected ones. A language row
 * means its text.
 */
export function textsOf(argument: unknown, selection: unknown): readonly GivenText[] {
  const nodes = (Array.isArray(selection) && selection.length > 0 ? selection : [argument]).flatMap(
    (each) => asNode(each) ?? [],
  );
  const texts = nodes.flatMap((node) =>
    node.kind === "folder" ? [] : [{ folder: node.folder, text: node.text, owner: node.owner }],
  );
  // Texts of two companies may have the same id.
  return [...new Map(texts.map((each) => [JSON.stringify([each.owner?.identity, each.text.id]), each])).values()];
}

/** Lost content, and the owner of its text. */
export interface LostText extends LostWords {
  readonly owner: Owner;
  /** True if the service no longer shows the text at all. */
  readonly isGone: boolean;
}

export function lostText(argument: unknown): LostText | undefined {
  return lostShape.safeParse(argument).data;
}
