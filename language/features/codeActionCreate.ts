/**
 * What is missing in the library and can be created there: a text that is referred to, a language of a text, the code
 * of a folder, a default language.
 */
import type { ContentType } from "../catalog.ts";
import type { Context } from "../context.ts";
import { meantFolder } from "../findings/folder-by-name.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { homeOf, look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { Range } from "../range.ts";
import type { Finding } from "../rules/finding.ts";
import type { Syntax } from "../syntax.ts";
import { contentTypeOf } from "./codeActionExtract.ts";

/** An empty text under the code that a reference names. */
export interface TextToCreate {
  readonly do: "create-text";
  readonly folderId: string;
  readonly code: string;
  /** The content type of the text with the reference. */
  readonly contentType: ContentType;
  /** Lower case; absent if not known. */
  readonly language?: string;
}

/** A language that a text lacks, opened as an unsaved document. */
export interface LanguageToAdd {
  readonly do: "add-language";
  readonly textId: string;
  readonly folderId: string;
  /** Lower case. */
  readonly language: string;
}

/** The author is asked for the code. */
export interface CodeToSet {
  readonly do: "set-folder-code";
  readonly folderId: string;
}

/** The author is asked for the language. */
export interface DefaultLanguageToSet {
  readonly do: "set-default-language";
  readonly textId: string;
  readonly folderId: string;
}

interface Creation {
  readonly finding: Finding;
  readonly title: string;
  readonly work: TextToCreate | LanguageToAdd | CodeToSet | DefaultLanguageToSet;
}

/**
 * Returns what can be created on the service to repair the findings that touch the range. Only an editor that can write
 * to the service offers this.
 */
export function creations(
  syntax: Syntax,
  range: Range,
  found: readonly Finding[],
  context: Context,
): readonly Creation[] {
  const touched = found.filter((finding) => finding.start <= range.end && range.start <= finding.end);
  return touched.flatMap((finding) =>
    creationsFor(finding, syntax, context).flatMap((creation): readonly Creation[] =>
      creation === null ? [] : [{ finding, ...creation }],
    ),
  );
}

function creationsFor(
  finding: Finding,
  syntax: Syntax,
  context: Context,
): readonly (Omit<Creation, "finding"> | null)[] {
  switch (finding.code) {
    case "unknown-text":
      return [textFor(finding, syntax, context)];
    case "missing-translation":
      return [languageFor(finding, syntax, context)];
    case "folder-by-name":
      return [codeFor(finding, syntax, context)];
    case "missing-default-language":
      return defaultLanguageFor(context);
    default:
      return [];
  }
}

/** Offers nothing if the folder already has a code: in that case, a fix writes the code into the text. */
function codeFor(finding: Finding, syntax: Syntax, context: Context): Omit<Creation, "finding"> | null {
  const reference = referenceAt(syntax, finding.start);
  const folder = reference && meantFolder(look(reference, context));
  return folder && !folder.code
    ? {
        title: l10n.t('Give the folder "{0}" a code…', folder.name),
        work: { do: "set-folder-code", folderId: folder.id },
      }
    : null;
}

function defaultLanguageFor({ catalog, textId, ...context }: Context): readonly (Omit<Creation, "finding"> | null)[] {
  const text = textId === undefined ? undefined : catalog.text(textId);
  if (text?.state !== "known") return [];
  const { id, folderId, code, defaultLanguage, languages } = text.value;
  const hasLanguages = languages.state === "known" && languages.value.length > 0;
  return [
    defaultLanguage === null ? null : addLanguage(id, defaultLanguage, { ...context, catalog }),
    hasLanguages && homeOf(text.value, catalog)
      ? {
          title: l10n.t('Choose the default language of "{0}"…', code),
          work: { do: "set-default-language", textId: id, folderId },
        }
      : null,
  ];
}

/**
 * Returns null if the folder is not certain. The code is not checked: another finding reports a code that no text can
 * have.
 */
function textFor(finding: Finding, syntax: Syntax, context: Context): Omit<Creation, "finding"> | null {
  const reference = referenceAt(syntax, finding.start);
  const folder = reference && look(reference, context).folder;
  if (!reference || folder?.state !== "known" || folder.value.matched === "case" || reference.markup.length > 0)
    return null;
  const [home, ...others] = folder.value.folders;
  const code = reference.code.text;
  if (home === undefined || others.length > 0) return null;
  const { language } = context;
  return {
    title: l10n.t('Create the text "{0}" in the folder "{1}"…', code, folderReference(home)),
    work: {
      do: "create-text",
      folderId: home.id,
      code,
      contentType: contentTypeOf(syntax.format),
      ...(language === undefined ? {} : { language }),
    },
  };
}

function languageFor(finding: Finding, syntax: Syntax, context: Context): Omit<Creation, "finding"> | null {
  const reference = referenceAt(syntax, finding.start);
  const text = reference && look(reference, context).text;
  if (text?.state !== "known" || text.others.length > 0 || context.language === undefined) return null;
  return addLanguage(text.text.id, context.language, context);
}

function addLanguage(textId: string, language: string, { catalog }: Context): Omit<Creation, "finding"> | null {
  const text = catalog.text(textId);
  const folder = text.state === "known" ? homeOf(text.value, catalog) : undefined;
  if (text.state !== "known" || folder === undefined) return null;
  return {
    title: l10n.t('Add the language {1} to the text "{0}"', text.value.code, language),
    work: { do: "add-language", textId, folderId: folder.id, language },
  };
}
