/** Rows as CSV (RFC 4180), for spreadsheets: no text of the service may become a formula there. Knows no `vscode`. */

/** With a byte order mark, by which spreadsheets know UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(`\u{feff}${rows.map((cells) => `${cells.map(field).join(",")}\r\n`).join("")}`);
}

function field(text: string): string {
  // A plain number is none, though it may begin with a sign.
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
