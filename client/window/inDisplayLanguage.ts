/** Numbers, times, names of languages and the order of names, as the display language writes them. */
import * as l10n from "@vscode/l10n";
import { displayLanguage, oneOrMany } from "../../language/index.ts";

/** Groups digits by three. */
export function grouped(count: number): string {
  return count.toLocaleString(displayLanguage());
}

/** Returns the size of a file in words, such as "12 KB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return oneOrMany(bytes, l10n.t("1 byte"), l10n.t("{0} bytes", bytes));
  if (bytes < 1024 * 1024) return l10n.t("{0} KB", Math.round(bytes / 1024));
  return l10n.t(
    "{0} MB",
    (bytes / 1024 / 1024).toLocaleString(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
}

/** Each unit, and how many of them make one of the next unit. */
const units = [
  ["minute", 60],
  ["hour", 24],
  ["day", 31],
] as const;

/**
 * Returns how long ago a time was: "now", "5 min. ago", or a date if it was more than a month ago. A time up to a
 * minute ahead is "now", because clocks differ.
 */
export function ago(time: Date, now = new Date()): string {
  let passed = (now.getTime() - time.getTime()) / 60_000;
  const inWords = (numeric: "auto" | "always"): Intl.RelativeTimeFormat =>
    new Intl.RelativeTimeFormat(displayLanguage(), { numeric, style: "short" });
  if (Math.abs(passed) < 1) return inWords("auto").format(0, "second");
  for (const [unit, most] of units) {
    if (passed >= 1 && passed < most) return inWords("always").format(-Math.floor(passed), unit);
    passed /= most;
  }
  return time.toLocaleDateString(displayLanguage(), { dateStyle: "medium" });
}

/** Returns a language's name in the display language, such as "Swedish"; the code if the language has no name there. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage()], { type: "language" }).of(code) ?? code;
  } catch {
    // A code from the service may be anything.
    return code;
  }
}

/** Compares names for a sorted list: case does not matter, and `Letter 2` comes before `Letter 10`. */
export function orderOfNames(): (one: string, other: string) => number {
  return new Intl.Collator(displayLanguage(), { numeric: true }).compare;
}
