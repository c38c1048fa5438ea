/** Searches the archive. The service's limit is not documented, so a list is never assumed to be complete. */
import * as l10n from "@vscode/l10n";
import type { AnswerOf, BodyOf, Request } from "../http/client.ts";
import type { Environment } from "../connection.ts";
import { isObject } from "../operations/schema.ts";
import { searchFields } from "../operations/archive.ts";
import type { SearchField } from "../operations/archive.ts";
import { oneOrMany } from "../oneOrMany.ts";

export type ListedDocument = AnswerOf<"archive.search">[number];

/** The caller's function that sends the request. */
export type ArchiveSearch = (
  operation: "archive.search",
  request: Request<"archive.search">,
  options?: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<"archive.search">>;

interface FoundDocuments {
  /** Newest first, up to the wanted number. */
  readonly documents: readonly ListedDocument[];
  /** How many documents the service returned; those beyond the wanted number are not in `documents`. */
  readonly returned: number;
}

/** Rejects with ApiError. */
export async function searchDocuments(
  call: ArchiveSearch,
  { environment, ...body }: BodyOf<"archive.search"> & { readonly environment: Environment },
  { most = 1000, signal }: { readonly most?: number; readonly signal?: AbortSignal } = {},
): Promise<FoundDocuments> {
  const documents = await call("archive.search", { environment, body }, { signal });
  return { documents: documents.slice(0, most), returned: documents.length };
}

/** Returns the sentence that the user sees below every list. */
export function foundSentence({ documents: { length }, returned }: FoundDocuments): string {
  const documents = oneOrMany(
    returned,
    l10n.t("The service returned one document."),
    l10n.t("The service returned {0} documents.", returned),
  );
  const shown =
    returned > length
      ? l10n.t("You see the first {0} of the {1} documents that the service returned.", length, returned)
      : documents;
  return `${shown} ${l10n.t("There may be more, because the service's limit is not known. Narrow your search to be sure.")}`;
}

export interface SearchColumn {
  readonly field: SearchField;
  /** The company's name for the column, if the service returns one. */
  readonly title: string | undefined;
  /** Whether the service can search this column; undefined if the service does not say. */
  readonly isSearchable: boolean | undefined;
}

/**
 * Returns the company's own search columns. The shape of a column is not documented: a column that is not understood is
 * left out.
 */
export function columnsOf({ colunms }: AnswerOf<"archive.columns">): readonly SearchColumn[] {
  return colunms.flatMap((column) => {
    const entries: readonly (readonly [string, unknown])[] = isObject(column)
      ? Object.entries(column)
      : [["name", column]];
    const texts = entries.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
    const field = searchFields.find((name) => texts.some((text) => text.toLowerCase() === name));
    if (field === undefined) return [];
    const isSearchable = entries.find(([name, value]) => /searchable/i.test(name) && typeof value === "boolean")?.[1];
    return [
      {
        field,
        title: texts.find((text) => text.toLowerCase() !== field),
        isSearchable: typeof isSearchable === "boolean" ? isSearchable : undefined,
      },
    ];
  });
}

export interface ListedFolder {
  readonly folderId: string | undefined;
  readonly folderPath: string | undefined;
}

/**
 * Returns the archive's folders. The shape of a folder is not documented: a folder that is not understood is left out.
 */
export function foldersOf({ folders }: AnswerOf<"archive.columns">): readonly ListedFolder[] {
  return (folders ?? []).flatMap((folder) => {
    if (typeof folder === "string") return [{ folderId: undefined, folderPath: folder }];
    if (!isObject(folder)) return [];
    const named = (pattern: RegExp) => {
      const value = Object.entries(folder).find(
        ([name, each]) => pattern.test(name) && (typeof each === "string" || typeof each === "number"),
      )?.[1];
      return value === undefined ? undefined : String(value);
    };
    const found = {
      folderId: named(/^(folder)?id$/i),
      folderPath: named(/^(folder)?path$/i) ?? named(/^(folder)?name$/i),
    };
    return found.folderId === undefined && found.folderPath === undefined ? [] : [found];
  });
}

const types = ["ordinary", "Smartform", "digitally signed"] as const;
export type DocumentType = (typeof types)[number];

/** Returns a document's type in words, or with its number if the number is not documented. */
export function typeInWords(type: number | null | undefined): string {
  return type === null || type === undefined ? "" : (types[type] ?? l10n.t("type {0}", type));
}

/** Returns the number of a type: the service accepts no names. */
export function typeNumber(type: DocumentType): 0 | 1 | 2 {
  return types.indexOf(type) as 0 | 1 | 2;
}
