/** How the interface writes numbers, times and names of languages. */
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

const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 31],
] as const;

/** Returns how long ago a time was, such as "5 min. ago"; a date if that is more than a month, or still to come. */
export function ago(time: Date, now = new Date()): string {
  const relative = new Intl.RelativeTimeFormat(displayLanguage(), { numeric: "auto", style: "short" });
  let passed = (now.getTime() - time.getTime()) / 1000;
  if (passed < 0) return time.toLocaleDateString(displayLanguage(), { dateStyle: "medium" });
  for (const [unit, most] of steps) {
    if (passed < most) return relative.format(unit === "second" ? 0 : -Math.floor(passed), unit);
    passed /= most;
  }
  return time.toLocaleDateString(displayLanguage(), { dateStyle: "medium" });
}

/** Returns a language's name in the display language, such as "Swedish"; its code if it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage()], { type: "language" }).of(code) ?? code;
  } catch {
    // A code from the service may be anything.
    return code;
  }
}
