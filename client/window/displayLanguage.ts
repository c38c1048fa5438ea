/** The language of this interface's texts, and how it writes numbers. */
import * as l10n from "@vscode/l10n";
import { oneOrMany } from "../../language/index.ts";

/**
 * Returns its code, for screen readers and number formats: English if there is no translation for VS Code's own
 * language.
 */
export function displayLanguage(): string {
  return l10n.t({ message: "en", comment: ["The code of the language that these texts are in, for screen readers."] });
}

/** Groups digits by three. */
export function grouped(count: number): string {
  return count.toLocaleString(displayLanguage());
}

/** Returns the size of a file: 12 KB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return oneOrMany(bytes, l10n.t("1 byte"), l10n.t("{0} bytes", bytes));
  if (bytes < 1024 * 1024) return l10n.t("{0} KB", Math.round(bytes / 1024));
  return l10n.t(
    "{0} MB",
    (bytes / 1024 / 1024).toLocaleString(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
}
