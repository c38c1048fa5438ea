/**
 * File names made from names of the service or of people: never a path, and valid on every file system. Does not import
 * `vscode`.
 */

/** Characters. File systems allow names of up to 255 bytes, and a letter takes up to three. */
const longest = 80;

/** Returns as much of the name as possible, with its ending. */
export function safeFileName(name: string, otherwise = "document"): string {
  const [, base = "", ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  const clean = base
    .normalize("NFC")
    .slice(0, longest)
    .replace(/[^\p{L}\p{N} ._-]+/gu, "_")
    .replace(/^[ ._]+|[ ._]+$/g, "");
  return `${clean === "" ? otherwise : clean}${ending}`;
}

/** Returns one word for the name of a new file, without an ending; may be empty. */
export function fileWord(name: string): string {
  return name
    .normalize("NFC")
    .slice(0, longest)
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
