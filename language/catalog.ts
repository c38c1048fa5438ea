/**
 * The port through which the language asks what the service holds. Every question has three possible answers, and every
 * answer is synchronous: a catalog answers from memory or from a local index and never waits for the network.
 */
import type { Answer } from "./answer.ts";

/** 0 plain text, 1 rich text, 2 HTML (document 1, "Text Library text"). Other numbers are kept as they are. */
export type ContentType = number;

export interface Folder {
  readonly id: string;
  readonly name: string;
  /** null for a top folder; subfolders contain no folders. */
  readonly parentFolderId: string | null;
  readonly isDefault: boolean;
  /** If null or empty, references name the folder by its name. */
  readonly code: string | null;
}

/** A text without its contents, which are requested one language at a time. */
export interface Text {
  readonly id: string;
  readonly folderId: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly contentType: ContentType;
  readonly isPublic: boolean;
  /** Lower case; null if the text has none. */
  readonly defaultLanguage: string | null;
  /**
   * Lower-case language codes that have a translation, sorted. `unknown` if only a list item without contents was seen.
   */
  readonly languages: Answer<readonly string[]>;
  readonly createdDate?: string;
  readonly updatedDate?: string;
}

export interface Translation {
  readonly content: string;
  /** 0 written by a person, 1 automatic translation; absent if the service did not say. */
  readonly source?: number;
  /** When this language was last changed, as the service wrote it. */
  readonly updatedAt?: string;
}

export interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** A party of a phone-list Smartform has no id and no name (document 1, "Participating party"). */
export interface Party {
  readonly id: string | null;
  readonly name: string | null;
  readonly defaultLanguage: string | null;
  readonly phoneNumber?: string;
}

/** What a Smartform prints, on screen and in its PDF. */
export interface Page {
  /** Index into `steps`; absent on a single-step Smartform. */
  readonly step?: number;
  readonly blocks: readonly Block[];
}

export type Block = { readonly text: string; readonly format: "plain" | "html" } | { readonly field: string };

export interface Smartform {
  readonly id: string;
  readonly name: string;
  readonly process?: string;
  readonly tags: readonly string[];
  /**
   * Code of the folder that short references look in. Absent if no folder is set; unknown if the service did not say.
   */
  readonly textLibraryFolder: Answer<string>;
  readonly defaultLanguage: Answer<string>;
  /** Names of the environments that the Smartform is deployed to. */
  readonly environments: Answer<readonly string[]>;
  /** The fields of the saved version. */
  readonly fields: Answer<readonly Field[]>;
  /** Deployed versions that are known to differ from the saved one, with what is known of them. */
  readonly deployed?: readonly DeployedVersion[];
  readonly parties: Answer<readonly Party[]>;
  readonly steps: Answer<readonly { readonly name: string }[]>;
  readonly pages: Answer<readonly Page[]>;
}

export interface DeployedVersion {
  readonly environment: string;
  readonly fields: readonly Field[];
  readonly parties: Answer<readonly Party[]>;
}

/** A well-formed library reference, as its placeholder writes it. */
export interface WrittenReference {
  /** null in the short form. */
  readonly folder: string | null;
  readonly code: string;
}

/**
 * The references in the content of a text in one language, and whether that content holds markup. With this summary,
 * a caller need not read the content itself.
 */
export interface ContentSummary {
  /** In order. */
  readonly references: readonly WrittenReference[];
  /** Whether any reference is malformed. The documents do not say what is printed in place of such a reference. */
  readonly isMalformed: boolean;
  /** Whether the content is HTML or rich text with a tag, a comment or an entity. */
  readonly isMarkup: boolean;
}

/** A library text in one language that refers to something. */
export interface Use {
  readonly textId: string;
  readonly language: string;
}

/**
 * A list that is known to be empty is a known answer, not an absent one. An answer is absent if the folder or text in
 * the question does not exist.
 */
export interface Catalog {
  /** Increases with every change that may change an answer below; equal revisions give equal answers. */
  readonly revision: number;
  /** All folders, top folders first. Thousands at most. */
  folders(): Answer<readonly Folder[]>;
  text(id: string): Answer<Text>;
  /** The text with exactly this code in exactly this folder. */
  textByCode(folderId: string, code: string): Answer<Text>;
  /**
   * Texts with this code in any letter case, in any folder. `unknown` while the library is only half loaded, even if
   * some are found.
   */
  textsByCode(code: string): Answer<readonly Text[]>;
  /**
   * Texts of one folder, ordered by code regardless of letter case. With `prefix`, only the texts whose codes begin
   * with the prefix in any letter case.
   */
  textsIn(folderId: string, options?: { readonly prefix?: string; readonly limit?: number }): Answer<readonly Text[]>;
  /**
   * Texts in any folder whose code, name or description contains the query in any letter case, best first. With
   * `contents`, texts whose contents contain the query come after them; texts that contain the query only inside longer
   * words may be missing. `quick` is for a person who is typing: in a very large library, contents are then searched
   * only if nothing else contains the query. Meant for completion and search: while the library is half loaded, only
   * what has been read is found.
   */
  search(
    query: string,
    options: { readonly limit: number; readonly folderIds?: readonly string[]; readonly contents?: boolean | "quick" },
  ): Answer<readonly Text[]>;
  /** One language of a text; the language is compared in lower case. */
  translation(textId: string, language: string): Answer<Translation>;
  /**
   * What one language of a text refers to and holds. A catalog answers only if that is faster than reading the content;
   * without an answer, read `translation`.
   */
  summary?(textId: string, language: string): ContentSummary | undefined;
  /**
   * Texts whose content in `language` is exactly `content`. `unknown` if none is found while contents are still to be
   * read.
   */
  textsSaying(content: string, language: string, options: { readonly limit: number }): Answer<readonly Text[]>;
  /** Library texts that refer to this text, in any language. */
  usedBy(textId: string): Answer<readonly Use[]>;
  /**
   * How many other texts refer to this one, for display: `unknown` if finding out would require reading the whole
   * library.
   */
  useCount(textId: string): Answer<number>;
  /**
   * Library texts that mention this folder, input or data; for a text, call `usedBy` instead. `key` is a `mentionKey`.
   * Compares spelling only: what a mention means depends on the text around it.
   */
  mentioning(key: string): Answer<readonly Use[]>;
  /** Every language code that occurs in the library, most frequent first. */
  languages(): Answer<readonly string[]>;
  /** The listed Smartforms; for a live service, the active ones. */
  smartforms(): Answer<readonly Smartform[]>;
  /** Absent only if the service says that the Smartform does not exist, never because it is not listed. */
  smartform(id: string): Answer<Smartform>;
  /** The data sample that comes with the catalog. */
  dataTable(): Answer<JsonObject>;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}
