/**
 * A language has other placeholders than the default language. The sets are compared, not how often or in which order something stands:
 * languages repeat and order differently. A placeholder that is only misspelt is one finding, not one too many and one missing.
 */
import { placeholderAt } from "../parse.ts";
import type { Placeholder, Syntax } from "../syntax.ts";
import type { LanguageRule } from "./finding.ts";
import { firstLine, replace } from "./place.ts";
import { distanceWithin } from "./spelling.ts";

export const placeholderDrift: LanguageRule = {
  code: "placeholder-drift",
  severity: "warning",
  title: "A language with other placeholders than the default language",
  looksAt: "language",

  check({ original }, { syntax }, report) {
    // An emptied language is one that was taken away: there is no other way to do that (T5).
    if (!original || syntax.text.trim() === "" || original.syntax.text.trim() === "") return;
    const here = meanings(syntax);
    const there = meanings(original.syntax);
    const missing = new Set([...there.keys()].filter((meaning) => !here.has(meaning)));
    const extra = [...here].filter(([meaning]) => !there.has(meaning));
    for (const [meaning, placeholder] of extra) {
      const { start, end } = placeholder;
      const twin = twinOf(meaning, missing, extra.length);
      if (twin === undefined) {
        report({ start, end, message: `The default language "${original.language}" has no ${written(meaning)}. Remove it here, or add it there.` });
        continue;
      }
      missing.delete(twin);
      report({ start, end, message: `The default language "${original.language}" has ${written(twin)} where ${written(meaning)} stands here. Use the same name.`, data: written(twin) });
    }
    if (missing.size === 0) return;
    const list = [...missing].map(written).join(", ");
    report({ ...firstLine(syntax.text), message: `The default language "${original.language}" has ${list}, which this language lacks. Add ${missing.size === 1 ? "it" : "them"} here.` });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    return placeholder && typeof finding.data === "string" ? [{ title: `Use ${finding.data}`, edits: [replace(placeholder, finding.data)], preferred: true }] : [];
  },
};

/** What each placeholder refers to, with the first placeholder that does; spaces and an input's options do not count. */
function meanings(syntax: Syntax): ReadonlyMap<string, Placeholder> {
  const found = new Map<string, Placeholder>();
  for (const placeholder of syntax.placeholders) {
    const meaning = meaningOf(placeholder);
    if (meaning !== null && !found.has(meaning)) found.set(meaning, placeholder);
  }
  return found;
}

function meaningOf(placeholder: Placeholder): string | null {
  if (placeholder.kind === "data") return placeholder.path.text;
  if (placeholder.kind === "input") return placeholder.name.text === "" ? null : `INPUT : ${placeholder.name.text}`;
  if (placeholder.kind === "invalid" || placeholder.malformed) return null;
  return ["LIB", ...placeholder.parts.map((part) => part.text)].join(" : ");
}

/** The missing placeholder that this one was meant to be: spelt alike, or the only one of its kind on both sides. */
function twinOf(meaning: string, missing: ReadonlySet<string>, extras: number): string | undefined {
  const kind = kindOf(meaning);
  const sameKind = [...missing].filter((each) => kindOf(each) === kind).slice(0, 100);
  if (extras === 1 && missing.size === 1) return sameKind[0];
  const limit = meaning.length < 6 ? 1 : 3;
  return sameKind.find((each) => distanceWithin(each.toLowerCase(), meaning.toLowerCase(), limit) <= limit);
}

function kindOf(meaning: string): string {
  return /^(?:LIB|INPUT) : /.exec(meaning)?.[0] ?? "";
}

function written(meaning: string): string {
  return `[[ ${meaning} ]]`;
}
