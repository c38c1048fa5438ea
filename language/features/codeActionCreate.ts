/** What is missing in the library and can be made there: a text that is referred to, a language of a text. */
import type { ContentType } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { Finding } from "../findings/finding.ts";
import { homeOf, look } from "../findings/lookup.ts";
import { referenceAt } from "../findings/place.ts";
import { folderReference } from "../folders.ts";
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";
import { contentTypeOf } from "./codeActionExtract.ts";

/** An empty text under the code that a reference names. */
export interface TextToCreate {
  readonly do: "create-text";
  readonly folderId: string;
  readonly code: string;
  /** That of the text with the reference. */
  readonly contentType: ContentType;
  /** Lower case; absent where nobody said. */
  readonly language?: string;
}

/** A language that a text lacks, as an open document that nobody has saved. */
export interface LanguageToAdd {
  readonly do: "add-language";
  readonly textId: string;
  readonly folderId: string;
  /** Lower case. */
  readonly language: string;
}

export interface Creation {
  readonly finding: Finding;
  readonly title: string;
  readonly work: TextToCreate | LanguageToAdd;
}

/** What would repair the findings that touch the range. Only an editor that can create texts on the service offers these. */
export function creations(syntax: Syntax, range: Range, found: readonly Finding[], context: Context): readonly Creation[] {
  const touched = found.filter((finding) => finding.start <= range.end && range.start <= finding.end);
  return touched.flatMap((finding): readonly Creation[] => {
    const creation = creationFor(finding, syntax, context);
    return creation === null ? [] : [{ finding, ...creation }];
  });
}

function creationFor(finding: Finding, syntax: Syntax, context: Context): Omit<Creation, "finding"> | null {
  if (finding.code === "unknown-text") return textFor(finding, syntax, context);
  if (finding.code === "missing-translation") return languageFor(finding, syntax, context);
  if (finding.code !== "missing-default-language" || context.textId === undefined) return null;
  const text = context.catalog.text(context.textId);
  return text.state === "known" && text.value.defaultLanguage !== null ? addLanguage(context.textId, text.value.defaultLanguage, context) : null;
}

/** null where it is not certain in which folder it should be. A code that no text can have is another finding. */
function textFor(finding: Finding, syntax: Syntax, context: Context): Omit<Creation, "finding"> | null {
  const reference = referenceAt(syntax, finding.start);
  const folder = reference && look(reference, context).folder;
  if (!reference || folder?.state !== "known" || folder.value.matched === "case" || reference.markup.length > 0) return null;
  const [home, ...others] = folder.value.folders;
  const code = reference.code.text;
  if (home === undefined || others.length > 0) return null;
  const { language } = context;
  return {
    title: `Create the text "${code}" in the folder "${folderReference(home)}"…`,
    work: { do: "create-text", folderId: home.id, code, contentType: contentTypeOf(syntax.format), ...(language === undefined ? {} : { language }) },
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
  return { title: `Write "${text.value.code}" in ${language}`, work: { do: "add-language", textId, folderId: folder.id, language } };
}
