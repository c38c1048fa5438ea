/**
 * Finds the names in a text, by their spelling alone. An index lists the texts under the keys of these names, so that a
 * question about one name reads few texts. `resolve` then finds what the mentions in these texts really refer to.
 */
import type { Part } from "./range.ts";
import type { InputOption, LibraryReference, Placeholder, Syntax } from "./syntax.ts";

/**
 * `input` is a name in the `values` of a form. Its value answers an input, or holds the options that the `source` of an
 * input names.
 */
export type NameKind = "text" | "folder" | "input" | "data";

export interface Mention {
  readonly kind: NameKind;
  /** As written. For data, this is the dotted name, from the outermost object to the mentioned segment. */
  readonly name: string;
  /** The place of the name or, for data, of its last segment. */
  readonly part: Part;
  /** The reference that contains it; null for a name on its own, as in JSON. */
  readonly reference: LibraryReference | null;
}

/** Maximum number of segments of a data name that are compared. Real data are less deep. */
const deepest = 16;

export function mentionsIn(placeholder: Placeholder): readonly Mention[] {
  switch (placeholder.kind) {
    case "library": {
      if (placeholder.malformed !== null) return [];
      const { folder, code } = placeholder;
      const text: Mention = { kind: "text", name: code.text, part: code, reference: placeholder };
      return folder === null
        ? [text]
        : [{ kind: "folder", name: folder.text, part: folder, reference: placeholder }, text];
    }
    case "data":
      return dataMentions(placeholder.segments);
    case "input":
      return [...alone("input", placeholder.name), ...placeholder.options.flatMap(optionMentions)];
    case "invalid":
      return [];
  }
}

/** Returns every name that the text mentions, in order. */
export function allMentions({ placeholders }: Pick<Syntax, "placeholders">): readonly Mention[] {
  return placeholders.flatMap(mentionsIn);
}

/**
 * Returns the key of a name. Codes and names of folders match in any letter case: the wrong letter case is a mistake,
 * but still a mention.
 */
export function mentionKey(kind: NameKind, name: string): string {
  return `${kind} ${kind === "text" || kind === "folder" ? name.toLowerCase() : name.split(".", deepest).join(".")}`;
}

export function mentionKeys(mentions: readonly Mention[]): ReadonlySet<string> {
  return new Set(mentions.map(({ kind, name }) => mentionKey(kind, name)));
}

/**
 * Returns the names in order from the outermost object. Empty segments stay: a name with an empty segment finds no
 * data.
 */
function dataMentions(segments: readonly Part[]): readonly Mention[] {
  let name = "";
  return segments.slice(0, deepest).map((part, index) => {
    name = index === 0 ? part.text : `${name}.${part.text}`;
    return { kind: "data", name, part, reference: null };
  });
}

function optionMentions({ name, value }: InputOption): readonly Mention[] {
  if (value === null) return [];
  if (name.text === "source") return alone("input", value);
  return name.text === "default" && value.text.startsWith("$") ? dataMentions(segmentsOf(value)) : [];
}

function alone(kind: NameKind, part: Part): readonly Mention[] {
  return part.text === "" ? [] : [{ kind, name: part.text, part, reference: null }];
}

/**
 * Returns the names after `$`. If there is markup among the names, it is not known where each of them begins: all get
 * the whole range.
 */
function segmentsOf({ start, end, text }: Part): readonly Part[] {
  const names = text.slice(1).split(".");
  if (end - start !== text.length) return names.map((name) => ({ text: name, start, end }));
  let at = start + 1;
  return names.map((name) => {
    const part = { text: name, start: at, end: at + name.length };
    at = part.end + 1;
    return part;
  });
}
