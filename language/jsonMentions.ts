/**
 * Finds the names in the JSON files of a workspace: create-form requests (document 1, "Create-form request"), data
 * samples, and `smartform.json`. Places are offsets in the file, even inside of strings with escapes.
 */
import * as l10n from "./l10n.ts";
import { mostPlaceholders } from "./limits.ts";
import { mentionsIn } from "./mentions.ts";
import type { Mention, NameKind } from "./mentions.ts";
import { parse } from "./parse.ts";
import type { Part, Range } from "./range.ts";
import { readJson } from "./requests/json.ts";
import type { JsonNode, JsonProperty } from "./requests/json.ts";
import { longestName, property as propertyOf } from "./requests/request.ts";

export type JsonKind = "request" | "sample" | "settings";

interface JsonMentions {
  readonly mentions: readonly Mention[];
  /** Code or name of the folder that short references of a request look in, if the request names one. */
  readonly folder?: string;
  /** The Smartform of a request. */
  readonly smartform?: string;
  /** Why the file was not read completely, as a sentence. */
  readonly problem?: string;
}

/**
 * Reads what can be understood, even if the text is not valid JSON. Stops early only at limits that no file written by
 * people reaches.
 */
export function jsonMentions(text: string, kind: JsonKind): JsonMentions {
  const { root, stop } = readJson(text);
  const read = mentionsOf(text, kind, root);
  return stop === null ? read : { ...read, problem: stop.message };
}

function mentionsOf(text: string, kind: JsonKind, root: JsonNode | null): JsonMentions {
  if (root?.kind !== "object") return { mentions: [] };
  if (kind === "sample") return { mentions: dataNames(text, root) };
  if (kind === "settings") return { mentions: settingsFolders(text, root) };
  const folder = property(root, "textLibraryFolder");
  const smartform = stringOf(property(root, "dialogDefinitionId"));
  const separator = stringOf(property(root, "propertyMergeString"));
  const { inside, isAll } = inStrings(text, root);
  return {
    mentions: [
      ...named(text, "folder", folder),
      ...["dataTableValue", "dataTableValues"].flatMap((name) => dataNames(text, property(root, name))),
      ...valueNames(text, property(root, "values"), { before: "", separator: separator ?? "_" }),
      ...inside,
    ],
    ...(isAll ? {} : { problem: l10n.t("Placeholders after the first {0} are not searched.", mostPlaceholders) }),
    ...(stringOf(folder) ? { folder: stringOf(folder) } : {}),
    ...(smartform ? { smartform } : {}),
  };
}

/**
 * Returns the characters of a JSON string with the place of each in the file; null if it is not closed or not a string.
 */
export function stringPart(text: string, node: Range): (Part & { readonly offsets: readonly number[] | null }) | null {
  const start = node.start + 1;
  const end = node.end - 1;
  if (end < start || text[node.start] !== '"' || text[end] !== '"') return null;
  const raw = text.slice(start, end);
  if (!raw.includes("\\")) return { start, end, text: raw, offsets: null };
  const letters: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length;) {
    const [escape = raw[at]!, digits] =
      (raw[at] === "\\" ? /^\\(?:u([0-9a-fA-F]{4})|.)/s.exec(raw.slice(at, at + 6)) : null) ?? [];
    letters.push(
      digits !== undefined
        ? String.fromCharCode(Number.parseInt(digits, 16))
        : escape.length === 1
          ? escape
          : (shortEscapes[escape[1]!] ?? escape[1]!),
    );
    offsets.push(start + at);
    at += escape.length;
  }
  offsets.push(end);
  return { start, end, text: letters.join(""), offsets };
}

const shortEscapes: { readonly [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** These suffixes set something about the field whose name precedes them (document 1, "Value shapes"). */
const suffix = /\.(?:label|minDate|maxDate|specificDay|options)$/;

function property(object: JsonNode | undefined, name: string): JsonNode | undefined {
  return propertyOf(object, name)?.value ?? undefined;
}

function propertiesOf(object: JsonNode | null | undefined): readonly JsonProperty[] {
  return object?.kind === "object" ? object.properties : [];
}

function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "plain" && typeof node.value === "string" ? node.value : undefined;
}

function named(text: string, kind: NameKind, node: JsonNode | undefined): readonly Mention[] {
  const part = node === undefined || stringOf(node) === undefined ? null : stringPart(text, node);
  return part === null || part.text === "" ? [] : [{ kind, name: part.text, part, reference: null }];
}

/**
 * Names inside of lists are not data names: a dot leads into objects only. A name that contains a dot cannot be
 * reached.
 */
function dataNames(text: string, object: JsonNode | undefined): readonly Mention[] {
  const found: Mention[] = [];
  const visit = (node: JsonNode | null | undefined, before: string, depth: number): void => {
    for (const { name, value } of propertiesOf(node)) {
      const part = stringPart(text, name);
      if (part === null || before.length + part.text.length > longestName || part.text.includes(".")) continue;
      const path = before + part.text;
      found.push({ kind: "data", name: path, part, reference: null });
      if (depth < 16) visit(value, `${path}.`, depth + 1);
    }
  };
  visit(object, "", 1);
  return found;
}

/** Objects in `values` are flattened. */
function valueNames(
  text: string,
  object: JsonNode | null | undefined,
  { before, separator }: { readonly before: string; readonly separator: string },
): readonly Mention[] {
  return propertiesOf(object).flatMap(({ name, value }) => {
    const part = stringPart(text, name);
    if (part === null || before.length + part.text.length > longestName) return [];
    if (value?.kind === "object")
      return valueNames(text, value, { before: `${before}${part.text}${separator}`, separator });
    const bare = part.text.replace(suffix, "");
    const cut: Part = { start: part.start, end: part.offsets?.[bare.length] ?? part.start + bare.length, text: bare };
    return [{ kind: "input", name: before + bare, part: cut, reference: null } as const];
  });
}

function settingsFolders(text: string, root: JsonNode): readonly Mention[] {
  const files = property(root, "files");
  return files?.kind === "list"
    ? files.items.flatMap((entry) => named(text, "folder", property(entry, "textLibraryFolder")))
    : [];
}

/** Returns the placeholders in string values, at any depth and in order; only the first ones if there are too many. */
function inStrings(text: string, root: JsonNode): { readonly inside: readonly Mention[]; readonly isAll: boolean } {
  const inside: Mention[] = [];
  let left = mostPlaceholders;
  // The first child is visited first, so it is pushed last.
  const waiting: JsonNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "object")
      for (const { value } of node.properties.toReversed()) waiting.push(...(value === null ? [] : [value]));
    else if (node.kind === "list") for (const item of node.items.toReversed()) waiting.push(item);
    else if (typeof node.value === "string" && node.value.includes("[[")) {
      const part = stringPart(text, node);
      if (part === null) continue;
      for (const placeholder of parse(part.text, "plain").placeholders) {
        if (left-- === 0) return { inside, isAll: false };
        for (const mention of mentionsIn(placeholder)) inside.push({ ...mention, part: moved(mention.part, part) });
      }
    }
  }
  return { inside, isAll: true };
}

function moved(
  { start, end, text }: Part,
  into: { readonly start: number; readonly offsets: readonly number[] | null },
): Part {
  const at = (offset: number): number => into.offsets?.[offset] ?? into.start + offset;
  return { start: at(start), end: at(end), text };
}
