/**
 * Addresses of library texts: `textlib://CONNECTION/FOLDER/CODE.LANGUAGE.txt?TEXT_ID`. The path is for people; the id says which text it is.
 */
import { URI } from "vscode-uri";
import { parseTextPath } from "../language/index.ts";

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

export function textAddress(connection: string, path: string, textId: string): string {
  return URI.from({ scheme: textScheme, authority: connection, path, query: textId }).toString();
}
