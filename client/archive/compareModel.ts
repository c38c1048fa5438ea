/**
 * Compares two files of the archive. Returns a sentence about their difference, and the two texts that show it. Does
 * not import `vscode`.
 */
import * as l10n from "@vscode/l10n";

/** The text of a file, as far as it can be read. */
export type FileText =
  /** Lines of each page of a PDF. */
  | { readonly kind: "pages"; readonly pages: readonly (readonly string[])[] }
  | { readonly kind: "plain"; readonly text: string }
  /** Why the file has no text to compare. */
  | { readonly kind: "none"; readonly reason: string };

export interface File {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly text: FileText;
}

interface Comparison {
  /** A whole sentence for the user. */
  readonly sentence: string;
  /** Both texts; undefined if there is nothing to show. */
  readonly shown: readonly [string, string] | undefined;
}

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");
}

/** Returns the text of a file that is not a PDF, or why it has none. */
export function plainText(bytes: Uint8Array): FileText {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? { kind: "none", reason: l10n.t("it is not a text file") } : { kind: "plain", text };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: "none", reason: l10n.t("it is neither a PDF nor a text file") };
  }
}

export function compareFiles(left: File, right: File): Comparison {
  if (Buffer.compare(left.bytes, right.bytes) === 0)
    return {
      sentence: l10n.t("{0} and {1} are the same file, byte for byte.", left.title, right.title),
      shown: undefined,
    };
  const sizes = l10n.t("The files differ ({0} and {1} bytes).", left.bytes.length, right.bytes.length);
  for (const { title, text } of [left, right]) {
    if (text.kind === "none")
      return {
        sentence: `${sizes} ${l10n.t("The texts of the files cannot be compared because of {0}: {1}.", title, text.reason)}`,
        shown: undefined,
      };
  }
  const texts = [written(left.text), written(right.text)] as const;
  if (isBlank(left.text) && isBlank(right.text))
    return {
      sentence: `${sizes} ${l10n.t("Neither file has any text that could be compared: both may be scanned pages. Open both to see what differs.")}`,
      shown: undefined,
    };
  if (texts[0] === texts[1]) {
    const sentences = [
      l10n.t("The texts of {0} and {1} are equal, page by page, but the files are not.", left.title, right.title),
      sizes,
      l10n.t("Pictures, layout, signatures or metadata may differ."),
    ];
    return { sentence: sentences.join(" "), shown: undefined };
  }
  return {
    sentence: l10n.t(
      "The texts of {0} and {1} differ. Only text is compared: pictures, layout and signatures are not.",
      left.title,
      right.title,
    ),
    shown: texts,
  };
}

function isBlank(text: FileText): boolean {
  return text.kind === "pages" && text.pages.every((lines) => lines.length === 0);
}

/** Puts a heading above each page, so that the reader sees where in the PDF a line is. */
function written(text: FileText): string {
  if (text.kind === "plain") return text.text;
  if (text.kind === "none") return "";
  return text.pages
    .map((lines, index) =>
      [l10n.t("———— Page {0} ————", index + 1), ...(lines.length === 0 ? [l10n.t("(no text)")] : lines), ""].join("\n"),
    )
    .join("\n");
}
