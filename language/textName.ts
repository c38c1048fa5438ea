/**
 * Names texts as files: `/FOLDER_CODE/TEXT_CODE.LANGUAGE.txt`, or `.html` for rich text and HTML. A code may contain
 * what a name in a path must not contain, such as `..`, a slash or a control character. Such characters are
 * percent-encoded, so that no code can be a path. The path of a document in an editor ends with `.sft` or `.sft.html`
 * instead, so that the editor knows the language mode of the document, and the settings of that mode, before the
 * document is open.
 */
import type { Folder, Text } from "./catalog.ts";
import { formatOf } from "./expand.ts";
import { folderReference } from "./folders.ts";

interface TextPath {
  /** Code of the folder, or its name if it has no code. */
  readonly folder: string;
  readonly code: string;
  readonly language: string;
  readonly extension: "txt" | "html" | "sft" | "sft.html";
}

/**
 * Returns the path of one language of a text. Two folders without a code and with the same name, under different
 * parents, give the same path.
 */
export function textPath(
  folder: Pick<Folder, "code" | "name">,
  text: Pick<Text, "code" | "contentType">,
  language: string,
): string {
  return write({
    folder: folderReference(folder),
    code: text.code,
    language,
    extension: formatOf(text.contentType) === "plain" ? "txt" : "html",
  });
}

/** Converts a path from `textPath` to the path of a document in an editor. */
export function documentPath(path: string): string {
  return path.replace(/\.txt$/, ".sft").replace(/(?<!\.sft)\.html$/, ".sft.html");
}

/** The inverse of `documentPath`; returns other paths unchanged. */
export function namedAs(path: string): string {
  return path.replace(/\.sft$/, ".txt").replace(/\.sft\.html$/, ".html");
}

/** The inverse of `textPath` and `documentPath`; null for a path that these two functions never write. */
export function parseTextPath(path: string): TextPath | null {
  const [, folder, code, language, extension] =
    /^\/([^/]+)\/([^/]+?)\.([^./]+)\.(txt|sft\.html|html|sft)$/.exec(path) ?? [];
  if (folder === undefined || code === undefined || language === undefined) return null;
  try {
    const parsed = {
      folder: decode(folder),
      code: decode(code),
      language: decode(language),
      extension: extension as TextPath["extension"],
    };
    return write(parsed) === path ? parsed : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function write({ folder, code, language, extension }: TextPath): string {
  return `/${encode(folder)}/${encode(code)}.${encode(language).replaceAll(".", "%2E")}.${extension}`;
}

/**
 * Keeps letters and digits of every script, dashes, underscores, spaces and dots, except dots and spaces at the ends.
 * An empty name becomes `%`.
 */
function encode(name: string): string {
  if (name === "") return "%";
  const encoded = name.toWellFormed().replace(/[^\p{L}\p{M}\p{N}._ -]/gu, encodeCharacter);
  return encoded.replace(/^[. ]|[. ]$/g, encodeCharacter);
}

function encodeCharacter(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}

/** Throws URIError if a percent sign does not begin valid UTF-8. */
function decode(name: string): string {
  return name === "%" ? "" : decodeURIComponent(name);
}
