/**
 * Offers to replace the selection with a reference to a library text: first to existing texts that say exactly the
 * same, then to a new text.
 */
import type { ContentType, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { applyEdits } from "../parse.ts";
import type { Range } from "../range.ts";
import { contextFolder } from "../resolve.ts";
import type { Format, Syntax } from "../syntax.ts";
import type { Refactoring } from "./codeActionRefactor.ts";
import { cutProblem, trimmed } from "./codeActionSelection.ts";
import { fullReferencesIn, keepsBrackets, referenceTo, withoutKeyword } from "./writeReference.ts";

/** What an editor needs to create the text and to put the reference in its place. */
export interface Extraction extends Range {
  readonly do: "extract";
  /** What the text should say, if that differs from the selected characters. */
  readonly content?: string;
  readonly contentType: ContentType;
  /** Lower case; absent if not known. */
  readonly language?: string;
  /** The folder that short references of this document look in. */
  readonly folderId?: string;
  /** A code made from the first words; another text may already have it. Empty if there are no words. */
  readonly code: string;
}

/** How many texts with the same content are offered. */
const mostTwins = 3;

/** `creates`: the editor can create texts on the service. */
export function extractSelection(
  syntax: Syntax,
  range: Range,
  context: Context,
  { creates }: { readonly creates: boolean },
): readonly Refactoring[] {
  const words = trimmed(syntax.text, range);
  if (words === null || isReference(syntax, words)) return [];
  const problem = cutProblem(syntax, words);
  const title = l10n.t("Extract to a library text…");
  if (problem !== null) return creates ? [{ kind: "refactor.extract", title, edits: [], disabled: problem }] : [];
  const selected = syntax.text.slice(words.start, words.end);
  const content = fullContent(syntax, words, context);
  const twins = sameTexts(content, syntax.format, context);
  const used = twins.texts.flatMap((text): readonly Refactoring[] => {
    const written = referenceTo(text, syntax.format, context);
    const edits = [{ ...words, newText: written ?? "" }];
    if (!written || !keepsBrackets(syntax, edits, 1 - countIn(syntax, words))) return [];
    return [
      {
        kind: "refactor.extract",
        title: l10n.t("Use {0} instead, which says the same", withoutKeyword(written)),
        edits,
      },
    ];
  });
  if (!creates) return used;
  const folder = contextFolder(context);
  const [home] = folder.state === "known" && folder.value.folders.length === 1 ? folder.value.folders : [];
  const work: Extraction = {
    do: "extract",
    ...words,
    ...(content === selected ? {} : { content }),
    contentType: contentTypeOf(syntax.format),
    ...(context.language === undefined ? {} : { language: context.language }),
    ...(home === undefined ? {} : { folderId: home.id }),
    code: proposedCode(content, syntax.format),
  };
  return [
    ...used,
    {
      kind: "refactor.extract",
      title: twins.known ? title : l10n.t("Extract to a library text… (a text that says the same may already exist)"),
      edits: [],
      work,
    },
  ];
}

export function contentTypeOf(format: Format): ContentType {
  return format === "html" ? 2 : format === "rich" ? 1 : 0;
}

/** A new text that consists only of a reference would be of no use: the reference already leads to a text. */
function isReference(syntax: Syntax, { start, end }: Range): boolean {
  return syntax.placeholders.some(
    (placeholder) => placeholder.kind === "library" && placeholder.start === start && placeholder.end === end,
  );
}

function countIn(syntax: Syntax, { start, end }: Range): number {
  return syntax.placeholders.filter((placeholder) => placeholder.start >= start && placeholder.end <= end).length;
}

/**
 * Short references are written in full. Otherwise, each Smartform that shows the new text would decide which folder
 * they mean.
 */
function fullContent(syntax: Syntax, range: Range, context: Context): string {
  const edits = fullReferencesIn(syntax, range, context).map((edit) => ({
    ...edit,
    start: edit.start - range.start,
    end: edit.end - range.start,
  }));
  return applyEdits(syntax.text.slice(range.start, range.end), edits);
}

function sameTexts(
  content: string,
  format: Format,
  { catalog, language, textId }: Context,
): { readonly known: boolean; readonly texts: readonly Text[] } {
  if (language === undefined) return { known: true, texts: [] };
  const found = catalog.textsSaying(content, language, { limit: mostTwins + 1 });
  const texts =
    found.state === "known"
      ? found.value.filter((text) => text.id !== textId && text.contentType === contentTypeOf(format))
      : [];
  return { known: found.state !== "unknown", texts: texts.slice(0, mostTwins) };
}

const longestCode = 40;

/** Returns a code from the first words, without tags and placeholders: `dear-customer-thank-you`. */
function proposedCode(content: string, format: Format): string {
  const start = content.slice(0, 1000).replace(/\[\[[^]*?\]\]/g, " ");
  const words =
    (format === "plain" ? start : start.replace(/<[^<>]*>|&[a-zA-Z0-9#]{1,32};/g, " "))
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let code = "";
  for (const word of words.slice(0, 4))
    if (code.length + word.length < longestCode) code += (code === "" ? "" : "-") + word;
  return code;
}
