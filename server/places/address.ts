/**
 * Addresses of library texts: `textlib://CONNECTION/FOLDER/CODE.LANGUAGE.sft?TEXT_ID`, or `.sft.html`. The path is for
 * people; the id identifies the text. Some editors cannot open these addresses, but show documents that the server
 * writes. For a text, they get `smartform-text://library/FOLDER/…`. For what a text prints, they get
 * `smartform-print://library/FOLDER/CODE.LANGUAGE.txt?TEXT_ID`, or `.html`. For what another document prints, they get
 * `smartform-print://document/NAME.txt?ADDRESS`. All addresses have an authority, because some editors read an address
 * without an authority as a path.
 */
import { basename } from "node:path/posix";
import { URI } from "vscode-uri";
import { documentPath, namedAs, parseTextPath } from "../../language/index.ts";
import type { Format } from "../../language/index.ts";

export const textScheme = "textlib";
const [shownScheme, printedScheme] = ["smartform-text", "smartform-print"];
/** The schemes of the documents that the server writes. */
export const writtenSchemes = [shownScheme, printedScheme];
const [ofLibrary, ofDocument] = ["library", "document"];

interface TextAddress {
  /** Absent if the server writes the document. */
  readonly connection?: string;
  readonly textId: string;
  /** Lower case. */
  readonly language: string;
}

/** The source of a printed document. */
type PrintedAddress = Pick<TextAddress, "textId" | "language"> | { readonly document: string };

/**
 * How a client opens library texts: as texts of one connection, or as documents that the server writes. Both fields are
 * absent if the client can open no library text.
 */
export interface Opening {
  readonly connection?: string;
  readonly isShown?: boolean;
}

/** Returns null unless the address is that of a library text. */
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

/** Returns null unless the address is that of a printed document. */
export function parsePrintedAddress(uri: string): PrintedAddress | null {
  const { scheme, authority, path, query } = URI.parse(uri);
  if (scheme !== printedScheme || query === "") return null;
  if (authority === ofDocument) return { document: query };
  const named = parseTextPath(path);
  return named && { textId: query, language: named.language.toLowerCase() };
}

/** Returns whether the server writes the document at this address. */
export function isWritten(uri: string): boolean {
  return writtenSchemes.includes(URI.parse(uri).scheme);
}

export function isOfLibrary(scheme: string): boolean {
  return scheme === textScheme || scheme === shownScheme;
}

/** `path`: as written by `textPath`. */
export function textAddress(connection: string, path: string, textId: string): string {
  return URI.from({ scheme: textScheme, authority: connection, path: documentPath(path), query: textId }).toString();
}

/**
 * Returns null if the client can open no library text. `path`: as written by `textPath`, or null if the text has no
 * file name.
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

/** Returns the address of what a library text prints. `path`: as written by `textPath`. */
export function printedOfText(path: string, textId: string): string {
  return URI.from({ scheme: printedScheme, authority: ofLibrary, path, query: textId }).toString();
}

/** Returns the address of what another document prints. */
export function printedDocument(uri: string, format: Format): string {
  const name = basename(URI.parse(uri).path).replace(/\.sft(?:\.html)?$/, "");
  return URI.from({
    scheme: printedScheme,
    authority: ofDocument,
    path: `/${name}.${format === "plain" ? "txt" : "html"}`,
    query: uri,
  }).toString();
}

/** Returns the name of a library text in `smartform.json` and in reports: `textlib:/FOLDER/CODE.LANGUAGE.txt`. */
export function reportName(uri: string): string {
  return `${textScheme}:${namedAs(URI.parse(uri).path)}`;
}

/** Returns the absolute path of a document on disk; undefined for any other address. */
export function pathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === "file" ? parsed.fsPath : undefined;
}
