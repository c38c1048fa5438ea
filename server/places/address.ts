/**
 * Addresses of library texts: `textlib://CONNECTION/FOLDER/CODE.LANGUAGE.sft?TEXT_ID`, or `.sft.html`. The path is for
 * people; the id says which text it is. To an editor that cannot open those, but shows what the server writes, a text
 * is `smartform-text://library/FOLDER/…`, and what something prints is
 * `smartform-print://library/FOLDER/CODE.LANGUAGE.txt?TEXT_ID`, or `.html`, for a text, and
 * `smartform-print://document/NAME.txt?ADDRESS` for another document. Some editors take an address without an authority
 * for a path.
 */
import { basename } from "node:path/posix";
import { URI } from "vscode-uri";
import { documentPath, namedAs, parseTextPath } from "../../language/index.ts";
import type { Format } from "../../language/index.ts";

export const textScheme = "textlib";
const [shownScheme, printedScheme] = ["smartform-text", "smartform-print"];
/** Of the documents that the server writes. */
export const writtenSchemes = [shownScheme, printedScheme];
const [ofLibrary, ofDocument] = ["library", "document"];

export interface TextAddress {
  /** Absent where the server writes the document. */
  readonly connection?: string;
  readonly textId: string;
  /** Lower case. */
  readonly language: string;
}

/** Of what prints. */
export type PrintedAddress = Pick<TextAddress, "textId" | "language"> | { readonly document: string };

/**
 * How a client opens library texts: those of one connection, or as the server writes them; neither where it can open
 * none.
 */
export interface Opening {
  readonly connection?: string;
  readonly isShown?: boolean;
}

/** null for every address that is not one of a library text. */
export function parseTextAddress(uri: string): TextAddress | null {
  const { scheme, authority, path, query } = URI.parse(uri);
  if (!isOfLibrary(scheme) || query === "") return null;
  const named = parseTextPath(path);
  return (
    named && {
      ...(scheme === textScheme ? { connection: authority } : {}),
      textId: query,
      language: named.language.toLowerCase(),
    }
  );
}

/** null for every address that is not one of what something prints. */
export function parsePrintedAddress(uri: string): PrintedAddress | null {
  const { scheme, authority, path, query } = URI.parse(uri);
  if (scheme !== printedScheme || query === "") return null;
  if (authority === ofDocument) return { document: query };
  const named = parseTextPath(path);
  return named && { textId: query, language: named.language.toLowerCase() };
}

/** Whether the server writes what stands there. */
export function isWritten(uri: string): boolean {
  return writtenSchemes.includes(URI.parse(uri).scheme);
}

export function isOfLibrary(scheme: string): boolean {
  return scheme === textScheme || scheme === shownScheme;
}

/** `path`: as `textPath` writes it. */
export function textAddress(connection: string, path: string, textId: string): string {
  return URI.from({ scheme: textScheme, authority: connection, path: documentPath(path), query: textId }).toString();
}

/**
 * null where the client can open no library text. `path`: as `textPath` writes it, or null where the text has no name
 * as a file.
 */
export function openedAddress(
  path: string | null,
  textId: string,
  { connection, isShown = false }: Opening,
): string | null {
  if (path === null) return null;
  if (connection !== undefined) return textAddress(connection, path, textId);
  return isShown
    ? URI.from({ scheme: shownScheme, authority: ofLibrary, path: documentPath(path), query: textId }).toString()
    : null;
}

/** Of what a library text prints. `path`: as `textPath` writes it. */
export function printedOfText(path: string, textId: string): string {
  return URI.from({ scheme: printedScheme, authority: ofLibrary, path, query: textId }).toString();
}

/** Of what another document prints. */
export function printedDocument(uri: string, format: Format): string {
  const name = basename(URI.parse(uri).path).replace(/\.sft(?:\.html)?$/, "");
  return URI.from({
    scheme: printedScheme,
    authority: ofDocument,
    path: `/${name}.${format === "plain" ? "txt" : "html"}`,
    query: uri,
  }).toString();
}

/** What a library text is called in `smartform.json` and in reports: `textlib:/FOLDER/CODE.LANGUAGE.txt`. */
export function reportName(uri: string): string {
  return `${textScheme}:${namedAs(URI.parse(uri).path)}`;
}

/** Absolute path of a document on disk. */
export function pathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === "file" ? parsed.fsPath : undefined;
}
