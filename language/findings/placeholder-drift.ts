/**
 * A language has different placeholders from the default language. The rule compares the sets, not how often or in
 * which order a placeholder occurs: number and order may differ between languages. A placeholder that is only misspelt
 * is one finding, not one extra and one missing.
 */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { follow } from "../lookups/data.ts";
import { look } from "../lookups/references.ts";
import { placeholderAt } from "../parse.ts";
import { firstLine } from "../place.ts";
import type { Fix, LanguageRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import type { Placeholder, Syntax } from "../syntax.ts";
import { distanceWithin } from "../words/spelling.ts";
import { isMisread } from "./markup-in-placeholder.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

export const placeholderDrift: LanguageRule = {
  code: "placeholder-drift",
  severity: "warning",
  title: "A language with other placeholders than the default language",
  evidence: "library",
  looksAt: "language",

  check({ original }, { syntax, context }, report) {
    // An empty translation counts as deleted: a translation cannot be deleted in any other way (T5).
    if (!original || syntax.text.trim() === "" || original.syntax.text.trim() === "") return;
    const here = meanings(syntax, context);
    const there = meanings(original.syntax, context);
    const missing = new Map([...there].filter(([key]) => !here.has(key)));
    const extra = [...here].filter(([key]) => !there.has(key));
    const brokenThere = brokenIn(original.syntax);
    for (const [, meaning] of extra) {
      const { start, end } = meaning.placeholder;
      const twin = twinOf(meaning, missing, extra.length);
      if (twin) missing.delete(twin.key);
      if (isToldAlready(meaning.placeholder, context) || (twin && isToldAlready(twin.placeholder, context))) continue;
      if (twin)
        report({
          start,
          end,
          message: l10n.t(
            'This language has {2} where the default language "{0}" has {1}. Use the same name.',
            original.language,
            twin.written,
            meaning.written,
          ),
          data: twin.written,
        });
      else if (extra.length > brokenThere)
        report({
          start,
          end,
          message: l10n.t(
            '{1} is not in the default language "{0}". Remove it from this language, or add it to the default language.',
            original.language,
            meaning.written,
          ),
          data: { extra: meaning.written },
        });
    }
    if (missing.size <= brokenIn(syntax)) return;
    const list = Array.from(missing.values(), ({ written }) => written).join(", ");
    const message = oneOrMany(
      missing.size,
      l10n.t('The default language "{0}" has {1}, which this language lacks. Add it here.', original.language, list),
      l10n.t('The default language "{0}" has {1}, which this language lacks. Add them here.', original.language, list),
    );
    report({ ...firstLine(syntax.text), message });
  },

  fixes(finding, syntax, context) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (!placeholder) return [];
    if (typeof finding.data === "object" && finding.data !== null && "extra" in finding.data)
      return removeAll(placeholder, String(finding.data.extra), syntax, context);
    if (typeof finding.data !== "string") return [];
    const name = inputName.exec(finding.data)?.[1];
    // The options of an input are kept.
    const edit =
      placeholder.kind === "input" && name !== undefined
        ? replace(placeholder.name, name)
        : replace(placeholder, finding.data);
    return [
      {
        title: l10n.t("Use {0}", finding.data),
        edits: [edit],
        preferred: (placeholder.kind === "input") === (name !== undefined),
      },
    ];
  },
};

/** Removes every placeholder with this meaning, in whatever spelling. */
function removeAll(placeholder: Placeholder, written: string, syntax: Syntax, context: Context): readonly Fix[] {
  const same = placeholdersByMeaning(syntax, context).get(meaningOf(placeholder, context)?.key) ?? [];
  return [
    {
      title:
        same.length > 1
          ? l10n.t("Remove all {1} occurrences of {0}", written, same.length)
          : l10n.t("Remove {0}", written),
      edits: same.map((other) => replace(other, "")),
      preferred: false,
    },
  ];
}

const grouped = new WeakMap<
  Syntax,
  { readonly context: Context; readonly byKey: ReadonlyMap<string | undefined, readonly Placeholder[]> }
>();

/** Cached, because every fix that removes placeholders from a text needs the same result. */
function placeholdersByMeaning(
  syntax: Syntax,
  context: Context,
): ReadonlyMap<string | undefined, readonly Placeholder[]> {
  const kept = grouped.get(syntax);
  if (kept?.context === context) return kept.byKey;
  const byKey = Map.groupBy(syntax.placeholders, (each) => meaningOf(each, context)?.key);
  grouped.set(syntax, { context, byKey });
  return byKey;
}

interface Meaning {
  /** Equal for placeholders that mean the same. */
  readonly key: string;
  /** In the usual spelling, without an input's options. */
  readonly written: string;
  /** The first placeholder with this meaning. */
  readonly placeholder: Placeholder;
}

function meanings(syntax: Syntax, context: Context): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>();
  for (const placeholder of syntax.placeholders) {
    // A placeholder whose names cannot be read has to be repaired first: until then its meaning is not known.
    const meaning = isMisread(placeholder, syntax) ? null : meaningOf(placeholder, context);
    if (meaning && !found.has(meaning.key)) found.set(meaning.key, meaning);
  }
  return found;
}

/**
 * References to one text mean the same however they name it: by its folder's code or name, in full or short, in any
 * letter case.
 */
function meaningOf(placeholder: Placeholder, context: Context): Meaning | null {
  if (placeholder.kind === "data")
    return { key: `data ${placeholder.path.text}`, written: `[[ ${placeholder.path.text} ]]`, placeholder };
  if (placeholder.kind === "input")
    return placeholder.name.text === ""
      ? null
      : { key: `input ${placeholder.name.text}`, written: `[[ INPUT : ${placeholder.name.text} ]]`, placeholder };
  if (placeholder.kind === "invalid" || placeholder.malformed) return null;
  const parts = placeholder.parts.map((part) => part.text).join(" : ");
  const { text } = look(placeholder, context);
  return {
    key: text.state === "known" ? `text ${text.text.id}` : `library ${parts.toLowerCase()}`,
    written: `[[ LIB : ${parts} ]]`,
    placeholder,
  };
}

/**
 * Whether another rule already reports that the placeholder names something that does not exist. If so, no difference
 * between the languages is reported.
 */
function isToldAlready(placeholder: Placeholder, context: Context): boolean {
  if (placeholder.kind === "data")
    return ["absent", "plain"].includes(
      follow(
        placeholder.segments.map((segment) => segment.text),
        context.data,
      ).state,
    );
  if (placeholder.kind !== "library") return false;
  const { folder, text } = look(placeholder, context);
  return folder.state === "absent" || text.state === "absent";
}

const inputName = /^\[\[ INPUT : ([^]*) \]\]$/;

/**
 * Returns how many placeholders cannot be read. If at most that many placeholders seem to be missing, they are probably
 * the unreadable ones, which other rules report.
 */
function brokenIn(syntax: Syntax): number {
  return (
    syntax.strays.length +
    syntax.placeholders.filter(
      (each) =>
        isMisread(each, syntax) ||
        each.kind === "invalid" ||
        (each.kind === "library" && each.malformed) ||
        (each.kind === "input" && each.name.text === ""),
    ).length
  );
}

/**
 * Returns the missing placeholder that the author probably meant by this extra one. If only one is missing and only one
 * is extra, the two belong together; otherwise, they must be spelt alike.
 */
function twinOf(
  { written, placeholder }: Meaning,
  missing: ReadonlyMap<string, Meaning>,
  extras: number,
): Meaning | undefined {
  if (extras === 1 && missing.size === 1) return missing.values().next().value;
  const name = writtenName(written);
  const limit = name.length < 6 ? 1 : 3;
  let compared = 0;
  for (const each of missing.values()) {
    // If more placeholders than this are missing, only the first ones are compared, so that the search stays linear.
    if (++compared > 100) return undefined;
    if (each.placeholder.kind === placeholder.kind && distanceWithin(writtenName(each.written), name, limit) <= limit)
      return each;
  }
  return undefined;
}

function writtenName(written: string): string {
  return written.slice(3, -3).toLowerCase();
}
