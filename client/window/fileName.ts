/**
 * File names made from names that come from the service or from people: never a path, and valid on every file system.
 * Does not import `vscode`.
 */

/**
 * Maximum length of a name. File systems allow 255 bytes, and a letter takes up to four. The rest of the 255 bytes is
 * for an ending, for a number before the name, and for the ending of a file that is not written completely yet.
 */
const most = { characters: 80, bytes: 160 } as const;

const encoder = new TextEncoder();

/** Returns the beginning of the name, without cutting a character in half. */
function cut(name: string): string {
  let [kept, bytes] = ["", 0];
  for (const character of name) {
    bytes += encoder.encode(character).length;
    if (bytes > most.bytes || kept.length + character.length > most.characters) break;
    kept += character;
  }
  return kept;
}

/** Returns a safe name: as much of the given one as possible, with its ending. */
export function safeFileName(name: string, otherwise = "document"): string {
  const [, base = "", ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  const clean = cut(base.normalize("NFC"))
    .replace(/[^\p{L}\p{N} ._-]+/gu, "_")
    .replace(/^[ ._]+|[ ._]+$/g, "");
  return `${clean === "" ? otherwise : clean}${ending}`;
}

/** Returns one word for the name of a new file, without an ending; may be empty. */
export function fileWord(name: string): string {
  return cut(name.normalize("NFC"))
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * Returns the name with this whole ending, such as `form.json`. Parts of the ending that the name already has are not
 * repeated.
 */
export function withEnding(name: string, ending: string): string {
  let base = name;
  for (const part of ending.split(".").toReversed()) {
    if (base.toLowerCase().endsWith(`.${part.toLowerCase()}`)) base = base.slice(0, -part.length - 1);
  }
  return `${base}.${ending}`;
}
