/** Where something is written in a JSON file: in a catalog file, or in a data sample. */
import { readFile } from "node:fs/promises";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Location } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { linesOf, toLspRange } from "./lines.ts";

/** An item of a list of the catalog file by its id, and what to show in it; its id where it has nothing there. */
export interface ItemPlace {
  readonly list: "texts" | "smartforms";
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
