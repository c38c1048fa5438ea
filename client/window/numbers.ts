/** How the interface writes numbers. */
import * as l10n from "@vscode/l10n";
import { displayLanguage, oneOrMany } from "../../language/index.ts";

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
