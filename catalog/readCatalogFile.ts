/** Reads a catalog file from disk, and reports which field of it is wrong. */
import type { CatalogFile } from "../api/index.ts";
import { l10n } from "../language/index.ts";
import { quickCatalog } from "./quickCatalog.ts";
import { openRegular } from "./regularFile.ts";

/** The catalog file cannot be used. The message names the file, the place in it and what is expected there. */
export class CatalogError extends Error {
  override readonly name = "CatalogError";
  readonly file: string;
  /** Path of the wrong field, such as `texts[3].contentType`; empty if the file is not valid JSON or cannot be read. */
  readonly field: string;

  constructor(file: string, field: string, message: string, cause?: unknown) {
    super(`${file}: ${field === "" ? message : `${field}: ${message}`}`, cause === undefined ? undefined : { cause });
    this.file = file;
    this.field = field;
  }
}

/** Rejects with CatalogError, or with an AbortError. */
export async function readCatalogFile(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<CatalogFile> {
  return readCatalog(path, await readBytes(path, options));
}

export async function readBytes(path: string, { signal }: { readonly signal?: AbortSignal }): Promise<Buffer> {
  try {
    await using file = await openRegular(path);
    return await file.readFile({ signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(path, error);
  }
}

export function unreadable(path: string, error: unknown): CatalogError {
  const code = error instanceof Error ? String("code" in error ? error.code : error.message) : String(error);
  return new CatalogError(path, "", l10n.t("the catalog file cannot be read ({0}).", code), error);
}

/** Parses and validates the bytes of a catalog file. */
export async function readCatalog(path: string, bytes: Buffer): Promise<CatalogFile> {
  const content = bytes.toString("utf8");
  const value = await parseJson(path, content.charCodeAt(0) === 0xfeff ? content.slice(1) : content);
  const catalog = quickCatalog(value) ?? (await asked(path, value));
  refuseContradictions(path, catalog);
  return catalog;
}

async function parseJson(path: string, content: string): Promise<unknown> {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new CatalogError(path, "", (await import("./catalogMistake.ts")).jsonMistake(content), cause);
  }
}

async function asked(path: string, value: unknown): Promise<CatalogFile> {
  const verdict = (await import("./catalogMistake.ts")).askSchema(value);
  if ("catalog" in verdict) return verdict.catalog;
  throw new CatalogError(
    path,
    verdict.field
      .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
      .join("")
      .replace(/^\./, ""),
    verdict.mistake,
  );
}

/** Whether the parts of the catalog contradict each other. */
export function contradicts(catalog: CatalogFile): boolean {
  try {
    refuseContradictions("", catalog);
    return false;
  } catch (error) {
    if (error instanceof CatalogError) return true;
    throw error;
  }
}

/**
 * Checks what the schema cannot express: ids are unique, and referenced folders exist (if the file lists folders at
 * all).
 */
function refuseContradictions(file: string, catalog: CatalogFile): void {
  const { folders, texts = [], smartforms = [] } = catalog;
  const folderIds = folders && refuseTwins(file, "folders", folders);
  refuseTwins(file, "texts", texts);
  refuseTwinCodes(file, texts);
  refuseTwins(file, "smartforms", smartforms);
  for (const [index, text] of texts.entries()) {
    const languages = Object.keys(text.translations);
    if (languages.length > 1 && new Set(languages.map((language) => language.toLowerCase())).size < languages.length) {
      throw new CatalogError(file, `texts[${index}].translations`, l10n.t("two languages differ in letter case only"));
    }
    if (folderIds && !folderIds.has(text.folderId))
      throw new CatalogError(file, `texts[${index}].folderId`, l10n.t('no folder has the id "{0}"', text.folderId));
  }
  for (const [index, folder] of (folders ?? []).entries()) {
    if (folder.parentFolderId === null || folderIds?.has(folder.parentFolderId)) continue;
    throw new CatalogError(
      file,
      `folders[${index}].parentFolderId`,
      l10n.t('no folder has the id "{0}"', folder.parentFolderId),
    );
  }
}

function refuseTwins(file: string, part: string, items: readonly { readonly id: string }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.size === seen.add(id).size)
      throw new CatalogError(file, `${part}[${index}].id`, l10n.t('"{0}" appears twice', id));
  }
  return seen;
}

function refuseTwinCodes(file: string, texts: NonNullable<CatalogFile["texts"]>): void {
  const byFolder = new Map<string, Set<string>>();
  for (const [index, { folderId, code }] of texts.entries()) {
    let codes = byFolder.get(folderId);
    if (codes === undefined) byFolder.set(folderId, (codes = new Set()));
    if (codes.size === codes.add(code).size)
      throw new CatalogError(
        file,
        `texts[${index}].code`,
        l10n.t('"{0}" appears twice in folder "{1}"', code, folderId),
      );
  }
}
