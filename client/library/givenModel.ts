/**
 * What a command of the Text Library was given: a row of its tree, or anything at all from anybody. Knows no `vscode`.
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
  /** Whose they are. */
  readonly owner: Owner;
}

/** The same as a command was given it. Without an owner the library of the window is meant. */
export type GivenText = Owned<Omit<FolderOfText, "owner">>;

/** What commands work on. */
export type LibraryNode = Exclude<Node, { readonly kind: "favourites" | "group" }>;

/** Of what is inside another thing's row too. */
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

/** Only what is a row of the tree, with all that a command reads of it, is taken for one. */
export function asNode(argument: unknown): LibraryNode | undefined {
  return nodeShape.safeParse(argument).success ? (argument as LibraryNode) : undefined;
}

/**
 * The row that a command was given: undefined where it means the selected one, null where a row was chosen that is not
 * there any more.
 */
export function givenNode(argument: unknown): LibraryNode | null | undefined {
  return argument === null ? null : asNode(argument);
}

/**
 * The texts that a command means: VS Code hands over what was clicked, and then all that is selected. Languages stand
 * for their text.
 */
export function textsOf(argument: unknown, selection: unknown): readonly GivenText[] {
  const nodes = (Array.isArray(selection) && selection.length > 0 ? selection : [argument]).flatMap(
    (each) => asNode(each) ?? [],
  );
  const texts = nodes.flatMap((node) =>
    node.kind === "folder" ? [] : [{ folder: node.folder, text: node.text, owner: node.owner }],
  );
  // Two companies may have texts of one id.
  return [...new Map(texts.map((each) => [JSON.stringify([each.owner?.identity, each.text.id]), each])).values()];
}

/** Lost words, and whose the text was. */
export interface LostText extends LostWords {
  readonly owner: Owner;
  /** Whether the service shows no such text at all. */
  readonly isGone: boolean;
}

export function lostText(argument: unknown): LostText | undefined {
  return lostShape.safeParse(argument).data;
}
