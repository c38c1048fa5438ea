/** The language that these texts are in, and numbers as it writes them. */
import * as l10n from "@vscode/l10n";
import { oneOrMany } from "../../language/index.ts";

/**
 * Its code, for screen readers and for whatever formats by it: English where VS Code's own language is one that nobody
 * translated.
 */
export function displayLanguage(): string {
  return l10n.t({ message: "en", comment: ["The code of the language that these texts are in, for screen readers."] });
}

/** In groups of three digits. */
export function grouped(count: number): string {
  return count.toLocaleString(displayLanguage());
}

/** The size of a file: 12 KB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return oneOrMany(bytes, l10n.t("1 byte"), l10n.t("{0} bytes", bytes));
  if (bytes < 1024 * 1024) return l10n.t("{0} KB", Math.round(bytes / 1024));
  return l10n.t(
    "{0} MB",
    (bytes / 1024 / 1024).toLocaleString(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
}
