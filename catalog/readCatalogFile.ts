/** Reads a catalog file from disk, and says which field of it is wrong. */
import { readFile } from "node:fs/promises";
import { parse, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { catalogFile } from "../api/index.ts";
import type { CatalogFile } from "../api/index.ts";

/** The file cannot be used. The message names the file, the place in it and what is expected there. */
export class CatalogError extends Error {
  override readonly name = "CatalogError";
  readonly file: string;
  /** Path of the bad field, such as `texts[3].contentType`; empty where the file is no JSON or cannot be read. */
  readonly field: string;

  constructor(file: string, field: string, message: string, cause?: unknown) {
    super(`${file}: ${field === "" ? message : `${field}: ${message}`}`, cause === undefined ? undefined : { cause });
    this.file = file;
    this.field = field;
  }
}

/** Rejects with CatalogError, or with an AbortError. */
export async function readCatalogFile(path: string, options: { readonly signal?: AbortSignal } = {}): Promise<CatalogFile> {
  const content = await readFile(path, { encoding: "utf8", signal: options.signal }).catch((error: NodeJS.ErrnoException) => {
    if (error.name === "AbortError") throw error;
    throw new CatalogError(path, "", `the catalog file cannot be read (${error.code ?? error.message}).`, error);
  });
  const result = catalogFile.safeParse(parseJson(path, content.replace(/^\uFEFF/, "")));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new CatalogError(path, fieldPath(issue?.path ?? []), issue?.code === "invalid_type" ? `expected ${issue.expected}` : (issue?.message ?? "not a catalog"));
  }
  refuseContradictions(path, result.data);
  return result.data;
}

function parseJson(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    const errors: ParseError[] = [];
    parse(content, errors, { disallowComments: true });
    const offset = errors[0]?.offset ?? content.length;
    const before = content.slice(0, offset);
    const line = before.split("\n").length;
    const why = errors[0] ? ` (${printParseErrorCode(errors[0].error)})` : "";
    throw new CatalogError(path, "", `not JSON at line ${line}, column ${offset - before.lastIndexOf("\n")}${why}.`, cause);
  }
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("").replace(/^\./, "");
}

/** What the schema cannot say: ids stand once, and folders that are named exist (where the file has folders at all). */
function refuseContradictions(file: string, catalog: CatalogFile): void {
  const folderIds = catalog.folders && refuseTwins(file, "folders", "id", catalog.folders.map((folder) => folder.id));
  refuseTwins(file, "texts", "id", catalog.texts?.map((text) => text.id) ?? []);
  refuseTwins(file, "texts", "code", catalog.texts?.map((text) => `${text.code}" in folder "${text.folderId}`) ?? []);
  refuseTwins(file, "smartforms", "id", catalog.smartforms?.map((smartform) => smartform.id) ?? []);
  for (const [index, text] of (catalog.texts ?? []).entries()) {
    const languages = Object.keys(text.translations);
    if (new Set(languages.map((language) => language.toLowerCase())).size < languages.length) {
      throw new CatalogError(file, `texts[${index}].translations`, "two languages differ in letter case only");
    }
    if (folderIds && !folderIds.has(text.folderId)) throw new CatalogError(file, `texts[${index}].folderId`, `no folder has the id "${text.folderId}"`);
  }
  for (const [index, folder] of (catalog.folders ?? []).entries()) {
    if (folder.parentFolderId === null || folderIds?.has(folder.parentFolderId)) continue;
    throw new CatalogError(file, `folders[${index}].parentFolderId`, `no folder has the id "${folder.parentFolderId}"`);
  }
}

function refuseTwins(file: string, part: string, field: string, values: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) throw new CatalogError(file, `${part}[${index}].${field}`, `"${value}" stands there twice`);
    seen.add(value);
  }
  return seen;
}
