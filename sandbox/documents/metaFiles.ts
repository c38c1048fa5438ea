/**
 * MetaFiles: containers of document templates, logic, texts and attachments (document 3, "What the service does"). The
 * API never changes them.
 */
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

export interface MetaFile {
  readonly documents: readonly Template[];
  readonly texts: readonly MetaFileText[];
  readonly attachments: readonly MetaFileAttachment[];
  /** Metadata by `AttributeStoreKey`. */
  readonly attributeStore?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Template {
  readonly name: string;
  readonly title: string;
  /**
   * HTML with placeholders for the data. Absent if the document's logic is missing; calls for the document are then
   * answered with 406.
   */
  readonly html?: string;
  /**
   * True if the document's logic decides that the data produce no document: calls for the document are answered with
   * 204.
   */
  readonly producesNothing?: true;
  /** Whether the document has a content template, which the HTML output needs. */
  readonly hasHtml: boolean;
  readonly isOnline: boolean;
}

interface MetaFileText {
  readonly Id: string;
  readonly Name: string;
  readonly Text: string;
  readonly Description: string;
  readonly FolderPath: string;
  readonly Keywords: readonly string[];
}

/** The fields of the lookup's answer (document 3, "Attachment lookup hit"). */
interface MetaFileAttachment {
  readonly Id: string;
  readonly Name: string;
  readonly Group: string;
  readonly Description: string;
  readonly MetaLogic: string;
  readonly DocumentName: string;
  readonly SaveTime: string;
  readonly UserID: string;
}

export function insertMetaFile(
  state: State,
  { company, name, content }: { readonly company: string; readonly name: string; readonly content: MetaFile },
): void {
  state.run("INSERT INTO metaFile VALUES (?, ?, ?)", company, name, JSON.stringify(content));
}

/** Refuses if the company has no MetaFile of this name; names are compared exactly. */
export function metaFileOf(state: State, company: string, name: string): MetaFile {
  const row = state.one<{ contentJson: string }>(
    "SELECT contentJson FROM metaFile WHERE company = ? AND name = ?",
    company,
    name,
  );
  if (!row) throw new Refusal("metafile-missing", name);
  return JSON.parse(row.contentJson) as MetaFile;
}

export function metaFilesOf(state: State, company: string): readonly (MetaFile & { readonly name: string })[] {
  return state
    .all<{ name: string; contentJson: string }>(
      "SELECT name, contentJson FROM metaFile WHERE company = ? ORDER BY name",
      company,
    )
    .map(({ name, contentJson }) => ({ name, ...(JSON.parse(contentJson) as MetaFile) }));
}

/** Returns the document's template with its text; refuses if MetaFile, document or logic is missing. */
export function templateOf(
  state: State,
  company: string,
  named: { readonly metaFile: string; readonly document: string },
): Template & { readonly html: string } {
  const template = metaFileOf(state, company, named.metaFile).documents.find(({ name }) => name === named.document);
  if (!template) throw new Refusal("metafile-missing", `${named.metaFile}, ${named.document}`);
  const { html } = template;
  if (html === undefined) throw new Refusal("logic-missing", named.document);
  return { ...template, html };
}
