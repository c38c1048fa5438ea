/** The language that these texts are in, and numbers as it writes them. */
import * as l10n from "@vscode/l10n";

/** Its code, for screen readers and for whatever formats by it: English where VS Code's own language is one that nobody translated. */
export function displayLanguage(): string {
  return l10n.t({ message: "en", comment: ["The code of the language that these texts are in, for screen readers."] });
}

/** In groups of three digits. */
export function grouped(count: number): string {
  return count.toLocaleString(displayLanguage());
}
