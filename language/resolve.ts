/** Finds what a placeholder refers to, and how. Every feature starts here, so that no two of them can disagree. */
import { absent, known, unknown } from "./answer.ts";
import type { Answer, Unknown } from "./answer.ts";
import type { Catalog, Folder, Json, JsonObject, Text, WrittenReference } from "./catalog.ts";
import type { Context } from "./context.ts";
import { findFolders, subfoldersOf } from "./folders.ts";
import type { FoundFolders } from "./folders.ts";
import { placeholderAt } from "./parse.ts";
import type { Part } from "./range.ts";
import type { Input, LibraryReference, Placeholder, Syntax } from "./syntax.ts";

export type Resolution = LibraryResolution | DataResolution | InputResolution | { readonly kind: "nothing" };

export interface LibraryResolution {
  readonly kind: "library";
  readonly folder: FolderResolution;
  readonly text: TextResolution;
}

/** `unnamed`: a short reference for which the context and its Smartform name no folder. */
export type FolderResolution = (Answer<FoundFolders> | { readonly state: "unnamed" }) & {
  /**
   * Where the name of the folder comes from. A wrong name in the context or the Smartform is not a mistake of the text.
   */
  readonly namedBy: "reference" | "context" | "smartform" | null;
  /** The code or name that was looked up; null if there is none to look up. */
  readonly named: string | null;
};

/**
 * `code`: in the folder itself. `subfolder`: in a subfolder of it (codes are unique within a top folder and its
 * subfolders). `case`: the code differs in letter case.
 */
type TextMatch = "code" | "subfolder" | "case";

type TextResolution =
  | {
      readonly state: "known";
      /** The text that matches best. */
      readonly text: Text;
      /** The other texts that the reference matches too. */
      readonly others: readonly Text[];
      readonly matched: TextMatch;
    }
  /** `elsewhere`: texts of other folders with this code, in any letter case. */
  | { readonly state: "absent"; readonly elsewhere: readonly Text[] }
  | (Unknown & { readonly elsewhere: readonly Text[] });

interface DataResolution {
  readonly kind: "data";
  readonly value: DataAnswer;
}

/**
 * `segment` is the index of the segment that names nothing, or whose value is not an object although another segment
 * follows.
 */
export type DataAnswer =
  | { readonly state: "known"; readonly value: Json }
  | { readonly state: "absent"; readonly segment: number }
  | { readonly state: "not-object"; readonly segment: number; readonly value: Json }
  | Unknown;

export interface InputResolution {
  readonly kind: "input";
  readonly type: Part | null;
  readonly source: Part | null;
  /** `data` is null if the default is plain text instead of `$Name`. */
  readonly default: { readonly written: Part; readonly data: DataAnswer | null } | null;
}

/** Returns what a placeholder refers to. A malformed one refers to nothing. */
export function resolve(placeholder: Placeholder, context: Context): Resolution {
  switch (placeholder.kind) {
    case "library":
      return placeholder.malformed === null ? resolveReference(asWritten(placeholder), context) : { kind: "nothing" };
    case "data":
      return {
        kind: "data",
        value: findData(
          placeholder.segments.map((segment) => segment.text),
          context.data,
        ),
      };
    case "input":
      return resolveInput(placeholder, context);
    case "invalid":
      return { kind: "nothing" };
  }
}

/**
 * The part of a placeholder that is at an offset. `segment` counts the segments of a data path, `option` the options,
 * from 0.
 */
export type PlaceholderPart =
  | { readonly role: "keyword" | "folder" | "text" | "input-name"; readonly part: Part }
  | { readonly role: "segment"; readonly part: Part; readonly segment: number }
  | { readonly role: "option-name" | "option-value"; readonly part: Part; readonly option: number };

export interface Resolved {
  readonly placeholder: Placeholder;
  /** null on brackets, spaces and separators, and if nothing was understood. */
  readonly place: PlaceholderPart | null;
  readonly resolution: Resolution;
}

/**
 * Returns null if there is no placeholder at the offset. An offset at the border of a placeholder or a part counts as
 * inside.
 */
export function resolveAt(syntax: Syntax, offset: number, context: Context): Resolved | null {
  const placeholder = placeholderAt(syntax, offset);
  if (placeholder === null) return null;
  const place = places(placeholder).find(({ part }) => part.start <= offset && offset <= part.end) ?? null;
  return { placeholder, place, resolution: resolve(placeholder, context) };
}

/** Returns all parts of a placeholder with their roles, in order. */
export function places(placeholder: Placeholder): readonly PlaceholderPart[] {
  switch (placeholder.kind) {
    case "library": {
      const [first, second] = placeholder.parts;
      const keyword: PlaceholderPart = { role: "keyword", part: placeholder.keyword };
      if (first === undefined) return [keyword];
      if (second === undefined) return [keyword, { role: "text", part: first }];
      return [keyword, { role: "folder", part: first }, { role: "text", part: second }];
    }
    case "input":
      return [
        { role: "keyword", part: placeholder.keyword },
        { role: "input-name", part: placeholder.name },
        ...placeholder.options.flatMap((option, index): PlaceholderPart[] => [
          { role: "option-name", part: option.name, option: index },
          ...(option.value === null ? [] : [{ role: "option-value", part: option.value, option: index } as const]),
        ]),
      ];
    case "data":
      return placeholder.segments.map((part, segment) => ({ role: "segment", part, segment }));
    case "invalid":
      return placeholder.keyword === null ? [] : [{ role: "keyword", part: placeholder.keyword }];
  }
}

/**
 * Follows names through objects. Lists and plain values have no names (document 1, "dataTableValue and
 * externalMetaData").
 */
export function findData(names: readonly string[], data: Answer<JsonObject>): DataAnswer {
  if (data.state === "absent") return { state: "absent", segment: 0 };
  if (data.state === "unknown") return unknown;
  let value: Json = data.value;
  for (const [index, name] of names.entries()) {
    if (value === null) return { state: "absent", segment: index };
    if (!isObject(value)) return { state: "not-object", segment: index - 1, value };
    const next: Json | undefined = Object.hasOwn(value, name) ? value[name] : undefined;
    if (next === undefined) return { state: "absent", segment: index };
    value = next;
  }
  return known(value);
}

/** Whether names can lead into this JSON value: a list has none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const namesOf = new WeakMap<JsonObject, readonly string[]>();

/**
 * Returns the names in an object of the data sample. The list is kept, because making a list of tens of thousands of
 * names takes longer than searching it.
 */
export function namesIn(object: JsonObject): readonly string[] {
  const kept = namesOf.get(object) ?? Object.keys(object);
  namesOf.set(object, kept);
  return kept;
}

/** Returns the value of the last option of this name, because a later one replaces an earlier one. */
export function optionValue(input: Input, name: string): Part | null {
  return input.options.findLast((option) => option.name.text === name)?.value ?? null;
}

/** Returns the folder that short references of this context look in. */
export function contextFolder(context: Context): FolderResolution {
  if (context.folder)
    return { ...findFolders(context.catalog, context.folder), namedBy: "context", named: context.folder };
  if (context.smartform === undefined) return { state: "unnamed", namedBy: null, named: null };
  const smartform = context.catalog.smartform(context.smartform);
  const named = smartform.state === "known" ? smartform.value.textLibraryFolder : smartform;
  if (named.state === "unknown") return { ...unknown, namedBy: "smartform", named: null };
  if (named.state === "absent" || named.value === "") return { state: "unnamed", namedBy: null, named: null };
  return { ...findFolders(context.catalog, named.value), namedBy: "smartform", named: named.value };
}

export function asWritten({ folder, code }: LibraryReference): WrittenReference {
  return { folder: folder === null ? null : folder.text, code: code.text };
}

export function resolveReference({ folder: named, code }: WrittenReference, context: Context): LibraryResolution {
  const { catalog } = context;
  const folder: FolderResolution =
    named === null ? contextFolder(context) : { ...findFolders(catalog, named), namedBy: "reference", named };
  if (folder.state === "known") return { kind: "library", folder, text: findText(catalog, folder.value.folders, code) };
  const texts = catalog.textsByCode(code);
  const elsewhere = texts.state === "known" ? texts.value : [];
  const provenAbsent = folder.state === "absent" && folder.namedBy === "reference";
  return { kind: "library", folder, text: provenAbsent ? { ...absent, elsewhere } : { ...unknown, elsewhere } };
}

function findText(catalog: Catalog, folders: readonly Folder[], code: string): TextResolution {
  const { inFolders, below } = idsOf(folders, catalog);
  const answer = catalog.textsByCode(code);
  // A half-loaded library cannot prove absence, but it may already have this text.
  const texts =
    answer.state === "known" ? answer.value : [...inFolders, ...below].flatMap((id) => exactly(catalog, id, code));
  const match = (matched: TextMatch, fits: (text: Text) => boolean): TextResolution | undefined => {
    const [text, ...others] = texts.filter(fits);
    return text && { state: "known", text, others, matched };
  };
  const found =
    match("code", (text) => text.code === code && inFolders.has(text.folderId)) ??
    match("subfolder", (text) => text.code === code && below.has(text.folderId)) ??
    match("case", (text) => inFolders.has(text.folderId) || below.has(text.folderId));
  if (found !== undefined) return found;
  return answer.state === "unknown" ? { ...unknown, elsewhere: [] } : { ...absent, elsewhere: texts };
}

interface FolderIds {
  readonly revision: number;
  readonly inFolders: ReadonlySet<string>;
  /** The ids of the subfolders of the folders in `inFolders`. */
  readonly below: ReadonlySet<string>;
}

/** The key is the list of folders that `findFolders` returned. */
const folderIds = new WeakMap<readonly Folder[], FolderIds>();

/** The ids are kept, because most references in a library name one of only a few folders. */
function idsOf(folders: readonly Folder[], catalog: Catalog): FolderIds {
  const kept = folderIds.get(folders);
  if (kept?.revision === catalog.revision) return kept;
  const below = folders.flatMap((folder) => subfoldersOf(catalog, folder.id).map((subfolder) => subfolder.id));
  const ids = {
    revision: catalog.revision,
    inFolders: new Set(folders.map((folder) => folder.id)),
    below: new Set(below),
  };
  folderIds.set(folders, ids);
  return ids;
}

function exactly(catalog: Catalog, folderId: string, code: string): readonly Text[] {
  const text = catalog.textByCode(folderId, code);
  return text.state === "known" ? [text.value] : [];
}

function resolveInput(input: Input, context: Context): InputResolution {
  const written = optionValue(input, "default");
  const data = written?.text.startsWith("$") ? findData(written.text.slice(1).split("."), context.data) : null;
  return {
    kind: "input",
    type: optionValue(input, "type"),
    source: optionValue(input, "source"),
    default: written && { written, data },
  };
}
