/** Finds what a mention refers to, and which mentions in another text refer to the same thing. */
import type { Folder, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { findFolders } from "../folders.ts";
import { mentionKey } from "../mentions.ts";
import type { Mention } from "../mentions.ts";
import { resolve } from "../resolve.ts";
import type { LibraryResolution } from "../resolve.ts";

/**
 * The thing whose references are searched for. Inputs or data with the same name count as the same in all texts,
 * because it is not known which texts appear in one form.
 */
export type Subject =
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "input"; readonly name: string }
  /** The names from the outermost object inward, joined by dots. */
  | { readonly kind: "data"; readonly name: string };

export interface Reference {
  readonly mention: Mention;
  /**
   * `code`: spelt exactly like the subject. `case`: spelt in another letter case. `name`: a folder that is referred to
   * by its name. `possible`: a reference that matches other texts or folders too, or a short reference whose folder
   * depends on the Smartform.
   */
  readonly how: "code" | "case" | "name" | "possible";
}

/** Returns null if the catalog does not know what is meant. */
export function subjectOf(mention: Mention, context: Context): Subject | null {
  switch (mention.kind) {
    case "text": {
      const text = lookUp(mention, context)?.text;
      return text?.state === "known" ? { kind: "text", text: text.text } : null;
    }
    case "folder": {
      const found = findFolders(context.catalog, mention.name);
      if (found.state !== "known") return null;
      const { folders } = found.value;
      const home = homeOf(mention, context);
      const folder = folders.find(({ id }) => id === home) ?? folders[0];
      return folder === undefined ? null : { kind: "folder", folder };
    }
    default:
      return { kind: mention.kind, name: mention.name };
  }
}

/** Returns the keys under which an index lists everything that mentions the subject. */
export function subjectKeys(subject: Subject): readonly string[] {
  switch (subject.kind) {
    case "text":
      return [mentionKey("text", subject.text.code)];
    case "folder":
      return [subject.folder.name, ...(subject.folder.code ? [subject.folder.code] : [])].map((word) =>
        mentionKey("folder", word),
      );
    default:
      return [mentionKey(subject.kind, subject.name)];
  }
}

/** Returns the mentions of a text that refer to the subject, in their order. The context is that of the text. */
export function referencesAmong(
  mentions: readonly Mention[],
  subject: Subject,
  context: Context,
): readonly Reference[] {
  const keys = new Set(subjectKeys(subject));
  return mentions.flatMap((mention) => {
    if (mention.kind !== subject.kind || !keys.has(mentionKey(mention.kind, mention.name))) return [];
    const how =
      subject.kind === "text"
        ? referenceToText(mention, subject.text, context)
        : subject.kind === "folder"
          ? referenceToFolder(mention, subject.folder, context)
          : mention.name === subject.name
            ? "code"
            : null;
    return how === null ? [] : [{ mention, how }];
  });
}

function referenceToText(mention: Mention, { id }: Text, context: Context): Reference["how"] | null {
  const found = lookUp(mention, context);
  if (found === null) return null;
  const { folder, text } = found;
  if (text.state === "known") {
    if (text.text.id !== id && !text.others.some((other) => other.id === id)) return null;
    return text.others.length > 0 ? "possible" : text.matched === "case" ? "case" : "code";
  }
  return folder.state === "unnamed" || folder.state === "unknown" || text.state === "unknown" ? "possible" : null;
}

function referenceToFolder(mention: Mention, folder: Folder, context: Context): Reference["how"] | null {
  const found = findFolders(context.catalog, mention.name);
  if (found.state !== "known") return found.state === "unknown" ? "possible" : null;
  const { folders, matched } = found.value;
  if (!folders.some(({ id }) => id === folder.id)) return null;
  if (folders.length > 1) {
    const home = homeOf(mention, context);
    if (home !== folder.id) return folders.some(({ id }) => id === home) ? null : "possible";
  }
  if (matched === "code") return "code";
  return matched === "case" && mention.name.toLowerCase() === folder.code?.toLowerCase() ? "case" : "name";
}

/** Returns the id of the folder of the text that the mention refers to; undefined if that is not known. */
function homeOf(mention: Mention, context: Context): string | undefined {
  const text = lookUp(mention, context)?.text;
  return text?.state === "known" && text.others.length === 0 ? text.text.folderId : undefined;
}

function lookUp({ reference }: Mention, context: Context): LibraryResolution | null {
  const found = reference === null ? null : resolve(reference, context);
  return found?.kind === "library" ? found : null;
}
