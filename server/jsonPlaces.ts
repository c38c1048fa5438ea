/** Where something is written in a JSON file: in a catalog file, or in a data sample. */
import { readFile } from "node:fs/promises";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Location } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { stringPart } from "../language/index.ts";
import type { Range } from "../language/index.ts";
import { linesOf, toLspRange } from "./lines.ts";

/** An item of a list of the catalog file by its id, and what to show in it; its id where it has nothing there. */
export interface ItemPlace {
  readonly list: "folders" | "texts" | "smartforms";
  readonly id: string;
  readonly inside: readonly string[];
}

/** null where the file does not hold it now. */
export async function placeOfItem(file: string, { list, id, inside }: ItemPlace, options: { readonly signal: AbortSignal }): Promise<Location | null> {
  return place(file, (root) => {
    const item = findNodeAtLocation(root, [list])?.children?.find((each) => findNodeAtLocation(each, ["id"])?.value === id);
    return item && (findIgnoringCase(item, inside) ?? findNodeAtLocation(item, ["id"]));
  }, options);
}

/** The value under these names, from the outermost object inward. */
export async function placeOfValue(file: string, path: readonly string[], options: { readonly signal: AbortSignal }): Promise<Location | null> {
  return place(file, (root) => findNodeAtLocation(root, [...path]), options);
}

/** Places inside of one language of a library text. */
export interface InText {
  readonly textId: string;
  readonly language: string;
  /** Offsets in its content. */
  readonly ranges: readonly Range[];
}

/** Where places of contents stand in the catalog file; those that it does not hold now are left out. Reads the file once. */
export async function placesInTexts(file: string, wanted: readonly InText[], { signal }: { readonly signal: AbortSignal }): Promise<readonly { readonly textId: string; readonly location: Location }[]> {
  const content = await readFile(file, { encoding: "utf8", signal });
  const root = parseTree(content);
  const ids = new Set(wanted.map(({ textId }) => textId));
  const items = new Map<unknown, Node>();
  for (const item of (root && findNodeAtLocation(root, ["texts"])?.children) ?? []) {
    const id: unknown = findNodeAtLocation(item, ["id"])?.value;
    if (typeof id === "string" && ids.has(id)) items.set(id, item);
  }
  const lines = linesOf(content);
  const uri = URI.file(file).toString();
  return wanted.flatMap(({ textId, language, ranges }) => {
    const item = items.get(textId);
    const node = item && findIgnoringCase(item, ["translations", language, "content"]);
    const part = node ? stringPart(content, node) : null;
    if (part === null) return [];
    const at = (offset: number): number => part.offsets?.[offset] ?? part.start + offset;
    return ranges.map(({ start, end }) => ({ textId, location: { uri, range: toLspRange(lines, { start: at(start), end: at(end) }) } }));
  });
}

async function place(file: string, find: (root: Node) => Node | undefined, { signal }: { readonly signal: AbortSignal }): Promise<Location | null> {
  const content = await readFile(file, { encoding: "utf8", signal });
  const root = parseTree(content);
  const node = root && find(root);
  return node ? { uri: URI.file(file).toString(), range: toLspRange(linesOf(content), { start: node.offset, end: node.offset + node.length }) } : null;
}

/** Language codes stand in files in any letter case. */
function findIgnoringCase(from: Node, names: readonly string[]): Node | undefined {
  let node: Node | undefined = from;
  for (const name of names) {
    const property: Node | undefined = node.children?.find((each) => String(each.children?.[0]?.value).toLowerCase() === name.toLowerCase());
    node = property?.children?.[1];
    if (node === undefined) return undefined;
  }
  return node;
}
