/**
 * What the JSON files of a workspace name: create-form requests (document 1, "Create-form request"), data samples, and `smartform.json`. Places
 * are offsets in the file, also inside of strings with escapes.
 */
import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { mentionsIn } from "./mentions.ts";
import type { Mention, NameKind } from "./mentions.ts";
import { parse } from "./parse.ts";
import type { Part } from "./range.ts";

export type JsonKind = "request" | "sample" | "settings";

export interface JsonMentions {
  readonly mentions: readonly Mention[];
  /** Code or name of the folder that short references of a request look in, where the request names one. */
  readonly folder?: string;
  /** The Smartform of a request. */
  readonly smartform?: string;
}

/** Reads as far as the text is JSON. Of what is nested deeper than anything that people write, nothing is told. */
export function jsonMentions(text: string, kind: JsonKind): JsonMentions {
  try {
    return readMentions(text, kind);
  } catch (error) {
    if (error instanceof RangeError) return { mentions: [] };
    throw error;
  }
}

function readMentions(text: string, kind: JsonKind): JsonMentions {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== "object") return { mentions: [] };
  if (kind === "sample") return { mentions: dataNames(text, root, []) };
  if (kind === "settings") return { mentions: settingsFolders(text, root) };
  const folder = property(root, "textLibraryFolder");
  const smartform: unknown = property(root, "dialogDefinitionId")?.value;
  const separator: unknown = property(root, "propertyMergeString")?.value;
  return {
    mentions: [
      ...named(text, "folder", folder),
      ...["dataTableValue", "dataTableValues"].flatMap((name) => dataNames(text, property(root, name), [])),
      ...valueNames(text, property(root, "values"), { before: "", separator: typeof separator === "string" ? separator : "_" }),
      ...inStrings(text, root),
    ],
    ...(typeof folder?.value === "string" && folder.value !== "" ? { folder: folder.value } : {}),
    ...(typeof smartform === "string" && smartform !== "" ? { smartform } : {}),
  };
}

/** The characters of a JSON string with the place of each in the file; null where it is not closed or no string. */
export function stringPart(text: string, node: Pick<Node, "offset" | "length">): (Part & { readonly offsets: readonly number[] | null }) | null {
  const start = node.offset + 1;
  const end = node.offset + node.length - 1;
  if (end < start || text[node.offset] !== '"' || text[end] !== '"') return null;
  const raw = text.slice(start, end);
  if (!raw.includes("\\")) return { start, end, text: raw, offsets: null };
  const letters: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; ) {
    const [escape = raw[at]!, digits] = (raw[at] === "\\" ? /^\\(?:u([0-9a-fA-F]{4})|.)/s.exec(raw.slice(at, at + 6)) : null) ?? [];
    letters.push(digits !== undefined ? String.fromCharCode(Number.parseInt(digits, 16)) : escape.length === 1 ? escape : (shortEscapes[escape[1]!] ?? escape[1]!));
    offsets.push(start + at);
    at += escape.length;
  }
  offsets.push(end);
  return { start, end, text: letters.join(""), offsets };
}

const shortEscapes: { readonly [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** `.label` and the others set something about the name in front of them (document 1, "Value shapes"). */
const suffix = /\.(?:label|minDate|maxDate|specificDay|options)$/;

function property(object: Node | undefined, name: string): Node | undefined {
  return object?.type === "object" ? object.children?.findLast((each) => each.children?.[0]?.value === name)?.children?.[1] : undefined;
}

function propertiesOf(object: Node | undefined): readonly { readonly name: Node; readonly value: Node | undefined }[] {
  if (object?.type !== "object") return [];
  return (object.children ?? []).flatMap(({ children: [name, value] = [] }) => (name === undefined ? [] : [{ name, value }]));
}

function named(text: string, kind: NameKind, node: Node | undefined): readonly Mention[] {
  const part = node?.type === "string" ? stringPart(text, node) : null;
  return part === null || part.text === "" ? [] : [{ kind, name: part.text, part, reference: null }];
}

/** Names inside of lists are no data names: a dot leads into objects only. A name with a dot in it cannot be reached by any. */
function dataNames(text: string, object: Node | undefined, path: readonly string[]): readonly Mention[] {
  return propertiesOf(object).flatMap(({ name, value }) => {
    const part = stringPart(text, name);
    if (part === null || part.text.includes(".")) return [];
    const names = [...path, part.text];
    return [{ kind: "data", name: names.join("."), part, reference: null } as const, ...(names.length < 16 ? dataNames(text, value, names) : [])];
  });
}

/** Objects in `values` are flattened. */
function valueNames(text: string, object: Node | undefined, { before, separator }: { readonly before: string; readonly separator: string }): readonly Mention[] {
  return propertiesOf(object).flatMap(({ name, value }) => {
    const part = stringPart(text, name);
    if (part === null) return [];
    if (value?.type === "object") return valueNames(text, value, { before: `${before}${part.text}${separator}`, separator });
    const bare = part.text.replace(suffix, "");
    const cut: Part = { start: part.start, end: part.offsets?.[bare.length] ?? part.start + bare.length, text: bare };
    return [{ kind: "input", name: before + bare, part: cut, reference: null } as const];
  });
}

function settingsFolders(text: string, root: Node): readonly Mention[] {
  return (property(root, "files")?.children ?? []).flatMap((entry) => named(text, "folder", property(entry, "textLibraryFolder")));
}

/** Placeholders in string values, wherever they stand. */
function inStrings(text: string, root: Node): readonly Mention[] {
  const found: Mention[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "string") {
      const part = text.slice(node.offset, node.offset + node.length).includes("\\") || String(node.value).includes("[[") ? stringPart(text, node) : null;
      if (part !== null) found.push(...parse(part.text, "plain").placeholders.flatMap(mentionsIn).map((mention) => ({ ...mention, part: moved(mention.part, part) })));
      continue;
    }
    for (const child of node.type === "property" ? (node.children ?? []).slice(1) : (node.children ?? [])) waiting.push(child);
  }
  return found.sort((a, b) => a.part.start - b.part.start);
}

function moved({ start, end, text }: Part, into: { readonly start: number; readonly offsets: readonly number[] | null }): Part {
  const at = (offset: number): number => into.offsets?.[offset] ?? into.start + offset;
  return { start: at(start), end: at(end), text };
}
