/** Locations in a JSON file: a catalog file or a data sample. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Location, Position } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { largestSample, readRegular } from "../../catalog/index.ts";
import { parseRequest, stringPart, valueAt } from "../../language/index.ts";
import type { Range } from "../../language/index.ts";
import { withItems } from "./itemIndex.ts";
import type { FilePiece, Items, ListName } from "./itemIndex.ts";
import { linesOf, toLspRange } from "./lines.ts";
import { newTurn } from "../turn.ts";

/**
 * An item of a list of the catalog file, by its id, and a path inside the item. The value at this path is shown, or the
 * item's id if the path does not exist.
 */
export interface ItemPlace {
  readonly list: ListName;
  readonly id: string;
  readonly inside: readonly string[];
}

/** Returns null if the catalog file does not hold the item now. */
export async function placeOfItem(
  file: string,
  { list, id, inside }: ItemPlace,
  { signal }: { readonly signal: AbortSignal },
): Promise<Location | null> {
  return withItems(file, (items) => {
    signal.throwIfAborted();
    const item = itemWithId(items, list, id);
    const node = item && (findIgnoringCase(item.root, inside) ?? findNodeAtLocation(item.root, ["id"]));
    return node ? locator(file, item.piece)(rangeOf(node)) : null;
  });
}

/** Returns the location of the value at this path (outermost name first) in the catalog file's data table. */
export async function placeInDataTable(
  file: string,
  path: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<Location | null> {
  return withItems(file, (items) => {
    signal.throwIfAborted();
    const piece = items.dataTable();
    const root = piece && parseTree(piece.text);
    const node = root && findNodeAtLocation(root, [...path]);
    return node ? locator(file, piece)(rangeOf(node)) : null;
  });
}

/** A data sample on disk. `root`: no file outside this folder is read; absent if the user named the file. */
export interface SampleFile {
  readonly path: string;
  readonly root?: string;
}

/**
 * Returns the location of the value at this path (outermost name first) in a data sample; null if the sample cannot be
 * read now.
 */
export async function placeOfValue(
  { path, root }: SampleFile,
  names: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<Location | null> {
  const read = await readRegular(path, { largest: largestSample, signal, ...(root === undefined ? {} : { root }) });
  const node = read.state === "read" ? valueAt(parseRequest(read.content), ...names) : null;
  return node !== null && read.state === "read"
    ? locator(path, { text: read.content, line: 0, character: 0 })(node)
    : null;
}

/** Places in one language of a library text. */
export interface InText {
  readonly textId: string;
  readonly language: string;
  /** Offsets in the content in this language. */
  readonly ranges: readonly Range[];
}

/** Returns the locations of these places in the catalog file; leaves out places that it no longer contains. */
export async function placesInTexts(
  file: string,
  wanted: readonly InText[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly { readonly textId: string; readonly location: Location }[]> {
  return withItems(file, async (items) => {
    const found: { readonly textId: string; readonly location: Location }[] = [];
    const turn = newTurn({ signal });
    for (const { textId, language, ranges } of wanted) {
      const item = itemWithId(items, "texts", textId);
      const node = item && findIgnoringCase(item.root, ["translations", language, "content"]);
      const part = node ? stringPart(item.piece.text, rangeOf(node)) : null;
      if (item && part) {
        const locate = locator(file, item.piece);
        const at = (offset: number): number => part.offsets?.[offset] ?? part.start + offset;
        for (const { start, end } of ranges)
          found.push({ textId, location: locate({ start: at(start), end: at(end) }) });
      }
      if (turn.isOver()) await turn.pass();
    }
    return found;
  });
}

function itemWithId(
  items: Items,
  list: ListName,
  id: string,
): { readonly piece: FilePiece; readonly root: Node } | undefined {
  for (const piece of items.named(list, id)) {
    const root = parseTree(piece.text);
    if (root && findNodeAtLocation(root, ["id"])?.value === id) return { piece, root };
  }
  return undefined;
}

function rangeOf({ offset, length }: Node): Range {
  return { start: offset, end: offset + length };
}

/** Returns a function that converts ranges of a piece to locations in its file. */
function locator(file: string, { text, line, character }: FilePiece): (range: Range) => Location {
  const uri = URI.file(file).toString();
  const lines = linesOf(text);
  const moved = (position: Position): Position => ({
    line: line + position.line,
    character: position.line === 0 ? character + position.character : position.character,
  });
  return (range) => {
    const { start, end } = toLspRange(lines, range);
    return { uri, range: { start: moved(start), end: moved(end) } };
  };
}

/** Files may write language codes in any letter case. */
function findIgnoringCase(from: Node, names: readonly string[]): Node | undefined {
  let node: Node | undefined = from;
  for (const name of names) {
    const property: Node | undefined = node.children?.find(
      (each) => String(each.children?.[0]?.value).toLowerCase() === name.toLowerCase(),
    );
    node = property?.children?.[1];
    if (node === undefined) return undefined;
  }
  return node;
}
