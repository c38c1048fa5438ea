/**
 * Escapes words of the service for Markdown so that exactly these words are shown, without links, images, headings or
 * HTML.
 */

export function escaped(text: string): string {
  const oneLine = legible(text).replace(/\s+/g, " ").trim();
  // Lenient Markdown readers turn addresses into links, so the colon, the dot of www and the at sign are escaped too.
  return oneLine.replace(/[\\`*_{}[\]()#|!<>&~@]|:(?=\/\/)|(?<=\bwww)\./gi, "\\$&");
}

/** Returns a code block whose fence is longer than every run of backticks in the text. */
export function fenced(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${legible(text)}\n${fence}`;
}

/** Shows control characters, and characters that change the writing direction, as their code points. */
export function legible(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g,
      (character) => `\u27E8U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27E9`,
    );
}
