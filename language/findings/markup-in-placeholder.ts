/**
 * Tags or entities inside the brackets, left there by an editor of formatted text. In plain text the parser reads them
 * as ordinary characters, so every other finding about such a placeholder waits until they are gone.
 */
import * as l10n from "../l10n.ts";
import { parse, placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import type { Format, Placeholder, Syntax } from "../syntax.ts";

export const markupInPlaceholder: PlaceholderRule = {
  code: "markup-in-placeholder",
  severity: "error",
  title: "Tags or entities inside the brackets",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, { syntax }, report) {
    const [first] = markupOf(placeholder, syntax);
    if (!first) return;
    const { start, end } = placeholder;
    const written = syntax.text.slice(first.start, Math.min(first.end, first.start + 40));
    report({
      start,
      end,
      message: l10n.t(
        "There is markup inside this placeholder ({0}), so the placeholder might not be recognised. Take the markup out of the brackets.",
        written,
      ),
    });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (!placeholder) return [];
    const pieces = unwrap(placeholder, syntax);
    const around = pieces.before + pieces.clean + pieces.after;
    // Text inserted into a run of brackets would split the run, and the run's unmatched brackets would form pairs of
    // their own.
    const isInRun = syntax.text[placeholder.start - 1] === "[" || syntax.text[placeholder.end] === "]";
    if (!isWhole(pieces.clean, syntax.format) || (isInRun && around !== pieces.clean)) return [];
    const fixes: Fix[] = [
      { title: l10n.t("Take the markup out"), edits: [replace(placeholder, around)], preferred: true },
    ];
    if (pieces.around && !isInRun)
      fixes.push({
        title: l10n.t("Put the markup around the placeholder"),
        edits: [replace(placeholder, pieces.around)],
        preferred: false,
      });
    return fixes;
  },
};

const plainMarkup = /<\/?[a-zA-Z][^<>]{0,1000}>|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;

function markupOf(placeholder: Placeholder, syntax: Syntax): readonly Range[] {
  if (syntax.format !== "plain") return placeholder.markup;
  const inner = syntax.text.slice(placeholder.inner.start, placeholder.inner.end);
  if (!/[<&]/.test(inner)) return [];
  return Array.from(inner.matchAll(plainMarkup), (match) => ({
    start: placeholder.inner.start + match.index,
    end: placeholder.inner.start + match.index + match[0].length,
  }));
}

/** Whether the parser took markup for part of the names, so that no other rule can read them. */
export function isMisread(placeholder: Placeholder, syntax: Syntax): boolean {
  return syntax.format === "plain" && markupOf(placeholder, syntax).length > 0;
}

/**
 * Whether `written` is exactly one placeholder without markup. Decoded entities may be brackets or more markup, so this
 * has to be checked.
 */
function isWhole(written: string, format: Format): boolean {
  const syntax = parse(written, format);
  const [one] = syntax.placeholders;
  return one?.end === written.length && one.start === 0 && markupOf(one, syntax).length === 0;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  colon: ":",
  vert: "|",
  period: ".",
  lowbar: "_",
  equals: "=",
  dollar: "$",
};

/**
 * Returns the character that an entity means inside a placeholder; a space for any kind of space, "" for an unknown
 * entity.
 */
function characterOf(entity: string): string {
  const body = entity.slice(1, -1);
  const named = Object.hasOwn(entities, body) ? entities[body] : undefined;
  if (named !== undefined) return named;
  if (/^(?:nbsp|ensp|emsp|thinsp|hairsp|numsp|puncsp|Tab|NewLine)/.test(body)) return " ";
  if (!body.startsWith("#")) return "";
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  return /^\s$/.test(character) ? " " : character;
}

/**
 * Returns the placeholder without its markup. Tags that open and close inside the brackets are removed, or put around
 * the placeholder; tags whose other half is outside are kept before or after it, so that the surrounding text does not
 * lose them.
 */
function unwrap(
  placeholder: Placeholder,
  syntax: Syntax,
): { readonly clean: string; readonly before: string; readonly after: string; readonly around: string | null } {
  let inner = "";
  let at = placeholder.inner.start;
  const open: { readonly name: string; readonly tag: string }[] = [];
  const pairs: string[] = [];
  const loneEnds: string[] = [];
  for (const range of markupOf(placeholder, syntax)) {
    inner += syntax.text.slice(at, range.start);
    at = range.end;
    const tag = syntax.text.slice(range.start, range.end);
    if (tag.startsWith("&")) inner += characterOf(tag);
    const name = /^<\/?([a-zA-Z][^\s/>]*)/.exec(tag)?.[1]?.toLowerCase();
    if (!name) continue;
    if (name === "br") inner += " ";
    else if (!tag.startsWith("</")) open.push({ name, tag });
    else if (open.at(-1)?.name === name) pairs.push(open.pop()?.tag ?? "");
    else loneEnds.push(tag);
  }
  inner += syntax.text.slice(at, placeholder.inner.end);
  const clean = `[[ ${inner.replace(/\s+/g, " ").trim()} ]]`;
  const lone = open.map((each) => each.tag).join("");
  const before = loneEnds.length === 0 ? lone : "";
  const after = loneEnds.length === 0 ? "" : loneEnds.join("") + lone;
  const wrap = pairs.length === 1 ? pairs[0] : undefined;
  const name = wrap && /^<([a-zA-Z][^\s/>]*)/.exec(wrap)?.[1];
  return { clean, before, after, around: wrap && name ? `${before}${wrap}${clean}</${name}>${after}` : null };
}
