/**
 * Addresses of library texts: `textlib://CONNECTION/FOLDER/CODE.LANGUAGE.sft?TEXT_ID`, or `.sft.html`. The path is for people; the id says which text it is.
 */
import { URI } from "vscode-uri";
import { documentPath, namedAs, parseTextPath } from "../language/index.ts";

export const textScheme = "textlib";

export interface TextAddress {
  readonly connection: string;
  readonly textId: string;
  /** Lower case. */
  readonly language: string;
}

/** null for every address that is not one of a library text. */
export function parseTextAddress(uri: string): TextAddress | null {
  const { scheme, authority, path, query } = URI.parse(uri);
  if (scheme !== textScheme || query === "") return null;
  const named = parseTextPath(path);
  return named && { connection: authority, textId: query, language: named.language.toLowerCase() };
}

/** `path`: as `textPath` writes it. */
export function textAddress(connection: string, path: string, textId: string): string {
  return URI.from({ scheme: textScheme, authority: connection, path: documentPath(path), query: textId }).toString();
}

/** What a library text is called in `smartform.json` and in reports: `textlib:/FOLDER/CODE.LANGUAGE.txt`. */
export function reportName(uri: string): string {
  return `${textScheme}:${namedAs(URI.parse(uri).path)}`;
}
