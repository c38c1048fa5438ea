/**
 * Names texts as files: `/FOLDER_CODE/TEXT_CODE.LANGUAGE.txt`, or `.html` for rich text and HTML. Codes may hold anything that a name in a
 * path must not (`..`, a slash, a control character): such characters are percent-encoded, so that no code can be a path.
 */
import type { Folder, Text } from "./catalog.ts";
import { folderReference } from "./folders.ts";

export interface TextPath {
  /** Code of the folder, or its name where it has no code. */
  readonly folder: string;
  readonly code: string;
  readonly language: string;
  readonly extension: "txt" | "html";
}

export function textPath(folder: Pick<Folder, "code" | "name">, text: Pick<Text, "code" | "contentType">, language: string): string {
  const extension = text.contentType === 1 || text.contentType === 2 ? "html" : "txt";
  return `/${encode(folderReference(folder as Folder))}/${encode(text.code)}.${encode(language).replaceAll(".", "%2E")}.${extension}`;
}

/** The inverse of `textPath`; null for any other path. */
export function parseTextPath(path: string): TextPath | null {
  const [, folder, code, language, extension] = /^\/([^/]+)\/([^/]+)\.([^./]+)\.(txt|html)$/.exec(path) ?? [];
  if (folder === undefined || code === undefined || language === undefined) return null;
  const parts = [folder, code, language].map(decode);
  const [folderName, textCode, languageCode] = parts;
  if (folderName == null || textCode == null || languageCode == null) return null;
  return { folder: folderName, code: textCode, language: languageCode, extension: extension === "html" ? "html" : "txt" };
}

/** Letters and digits of every script, dashes, underscores, dots and single spaces stay; dots do not where they could mean a folder. */
function encode(name: string): string {
  if (name === "") return "%";
  const encoded = name.toWellFormed().replace(/[^\p{L}\p{M}\p{N}._ -]/gu, encodeCharacter);
  return encoded.replace(/^[. ]|[. ]$/g, encodeCharacter);
}

function encodeCharacter(character: string): string {
  const escaped = encodeURIComponent(character);
  return escaped === character ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}` : escaped;
}

/** null where a percent sign does not stand in front of what `encode` writes. */
function decode(name: string): string | null {
  if (name === "%") return "";
  try {
    const decoded = decodeURIComponent(name);
    return encode(decoded) === name || encode(decoded).replaceAll(".", "%2E") === name ? decoded : null;
  } catch {
    return null;
  }
}
