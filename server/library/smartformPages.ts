/** References in the known pages of a Smartform. The server changes nothing in them. */
import { mentionsIn, parse, referencesAmong } from "../../language/index.ts";
import type { Catalog, Context, Reference, Smartform, Subject } from "../../language/index.ts";

interface PageReference {
  /** The placeholder as written. */
  readonly written: string;
  /** The placeholder's offset in the text of the block; the offsets of the references are in that text too. */
  readonly start: number;
  readonly references: readonly Reference[];
}

/** Yields references in the order of the pages; nothing if the pages are not known. */
export function* inPages(
  { id, pages }: Smartform,
  subject: Subject,
  catalog: Catalog,
): Generator<PageReference, void, undefined> {
  if (pages.state !== "known") return;
  const context: Context = { catalog, data: { state: "unknown" }, smartform: id };
  const names = subjectNames(subject);
  for (const { blocks } of pages.value) {
    for (const block of blocks) {
      if (!("text" in block) || !mayMention(block.text, names)) continue;
      for (const placeholder of parse(block.text, block.format).placeholders) {
        const references = referencesAmong(mentionsIn(placeholder), subject, context);
        const { start, end } = placeholder;
        if (references.length > 0) yield { written: block.text.slice(start, end), start, references };
      }
    }
  }
}

/** In lower case. */
function subjectNames(subject: Subject): readonly string[] {
  const names =
    subject.kind === "text"
      ? [subject.text.code]
      : subject.kind === "folder"
        ? [subject.folder.name, subject.folder.code ?? subject.folder.name]
        : [subject.name];
  return names.map((name) => name.toLowerCase());
}

/**
 * Returns whether the text may mention a name. Does not parse the text, so that other pages cost almost nothing.
 * Entities and spaces have several spellings, so the answer is always true for a text with an entity, or for a name
 * with a space.
 */
function mayMention(text: string, names: readonly string[]): boolean {
  if (!text.includes("[[")) return false;
  if (text.includes("&") || names.some((name) => /\s/.test(name))) return true;
  const written = text.toLowerCase();
  return names.some((name) => written.includes(name));
}
