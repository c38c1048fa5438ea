/**
 * Names of files, of what the service or people call something: never a path, and what every file system takes. Knows
 * no `vscode`.
 */

/** Characters. File systems take no name of more than 255 bytes, and a letter has up to three. */
const longest = 80;

/** As much of the name as can be kept, with its ending. */
export function safeFileName(name: string, otherwise = "document"): string {
  const [, base = "", ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  const clean = base
    .normalize("NFC")
    .slice(0, longest)
    .replace(/[^\p{L}\p{N} ._-]+/gu, "_")
    .replace(/^[ ._]+|[ ._]+$/g, "");
  return `${clean === "" ? otherwise : clean}${ending}`;
}

/** One word for a new file of ours, without an ending; may be empty. */
export function fileWord(name: string): string {
  return name
    .normalize("NFC")
    .slice(0, longest)
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * The name with the whole of this ending, such as `form.json`. What the name has of it already is not written twice.
 */
export function withEnding(name: string, ending: string): string {
  let base = name;
  for (const part of ending.split(".").toReversed()) {
    if (base.toLowerCase().endsWith(`.${part.toLowerCase()}`)) base = base.slice(0, -part.length - 1);
  }
  return `${base}.${ending}`;
}
