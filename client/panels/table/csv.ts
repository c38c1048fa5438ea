/**
 * Writes rows as CSV (RFC 4180) for spreadsheets; no text from the service can become a formula there. Does not import
 * `vscode`.
 */

/** Starts with a byte order mark, by which spreadsheets recognise UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(`\u{feff}${rows.map((cells) => `${cells.map(field).join(",")}\r\n`).join("")}`);
}

function field(text: string): string {
  // A signed number is not a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
