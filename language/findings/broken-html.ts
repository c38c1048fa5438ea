/** Tags that do not fit together: the service or a mail program may close them elsewhere than the author meant. */
import { htmlOf, voidElements } from "../html.ts";
import type { Tag } from "../html.ts";
import * as l10n from "../l10n.ts";
import { placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import type { LanguageRule, Report } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";

export const brokenHtml: LanguageRule = {
  code: "broken-html",
  severity: "info",
  title: "Unclosed, misnested or cut tags",
  evidence: "library",
  looksAt: "language",

  check(_subject, { syntax }, report) {
    if (syntax.format === "plain" || !syntax.text.includes("<")) return;
    // `markup-in-placeholder` reports what is inside of brackets.
    const outside: Report = (found) => {
      const around = placeholderAt(syntax, found.start);
      if (!around || found.start >= around.end) report(found);
    };
    const { tags, faults } = htmlOf(syntax);
    matchTags(tags, syntax.text.length, outside);
    for (const { code, start, end } of faults) {
      const message = messageOf(code);
      if (message !== null)
        outside({
          ...placeOf(code, start, end, syntax.text),
          message,
          ...(removable.has(code) ? { data: removable.get(code) } : {}),
        });
    }
  },

  fixes(finding, syntax) {
    if (finding.data === "remove")
      return [{ title: l10n.t("Remove this end tag"), edits: [replace(finding, "")], preferred: true }];
    if (finding.data === "attribute") {
      const whole = wholeAttribute(finding, syntax.text);
      const cut = placeholderAt(syntax, whole.end);
      // If the attribute ends inside of a placeholder, removing it would leave stray brackets behind.
      if (cut !== null && cut.start < whole.end && whole.end < cut.end) return [];
      return [{ title: l10n.t("Remove the second attribute"), edits: [replace(whole, "")], preferred: true }];
    }
    if (!isUnclosed(finding.data)) return [];
    // Only the author can say where the element ends. The fix ends it at the last possible place.
    const { name, at, late, innermost } = finding.data;
    const { endsIn } = htmlOf(syntax);
    // If another element of this name began later, an end tag there would close that element instead.
    if (!innermost) return [];
    if (at === syntax.text.length && endsIn !== null && endsIn !== name) return [];
    const edits = [{ start: at, end: at, newText: `</${name}>` }, ...(late === null ? [] : [replace(late, "")])];
    const title =
      at === syntax.text.length
        ? l10n.t("Add {0} at the end", `</${name}>`)
        : l10n.t("Add {0} in front of the next end tag", `</${name}>`);
    return [{ title, edits, preferred: false }];
  },
};

/** Elements whose end tag the standard lets authors leave out. */
const optionalEnd: ReadonlySet<string> = new Set([
  "p",
  "li",
  "dt",
  "dd",
  "tr",
  "td",
  "th",
  "thead",
  "tbody",
  "tfoot",
  "colgroup",
  "caption",
  "option",
  "optgroup",
  "rb",
  "rt",
  "rtc",
  "rp",
  "html",
  "head",
  "body",
]);

function isUnclosed(
  data: unknown,
): data is { readonly name: string; readonly at: number; readonly late: Range | null; readonly innermost: boolean } {
  return typeof data === "object" && data !== null && "at" in data;
}

interface Unclosed {
  readonly tag: Tag;
  /** The end tag before which the element should have been closed; null if no end tag follows. */
  readonly before: string | null;
  /** Where the element has to end at the latest. */
  readonly at: number;
  /** The element's end tag, if it comes too late. */
  late: Range | null;
}

function matchTags(tags: readonly Tag[], length: number, report: Report): void {
  const open: Tag[] = [];
  const counts = new Map<string, number>();
  const unclosed: Unclosed[] = [];
  /** Elements that were not closed in time, by name: an end tag that comes later belongs to the same mistake. */
  const awaited = new Map<string, Unclosed[]>();
  const leaveOpen = (tag: Tag, before: string | null, at: number): void => {
    const one: Unclosed = { tag, before, at, late: null };
    unclosed.push(one);
    const same = awaited.get(tag.name);
    if (same) same.push(one);
    else awaited.set(tag.name, [one]);
  };
  for (const tag of tags) {
    if (voidElements.has(tag.name)) {
      if (tag.kind === "end")
        report({
          start: tag.start,
          end: tag.end,
          message: l10n.t(
            "{0} never has content, so {1} closes nothing. Remove {1}.",
            `<${tag.name}>`,
            `</${tag.name}>`,
          ),
          data: "remove",
        });
      continue;
    }
    // `<svg/>` and `<path/>` end at once; in HTML itself the slash means nothing.
    if (tag.kind === "start" && tag.selfClosing) continue;
    if (tag.kind === "start") {
      open.push(tag);
      counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
      continue;
    }
    if ((counts.get(tag.name) ?? 0) === 0) {
      const before = awaited.get(tag.name)?.pop();
      if (before) before.late = { start: tag.start, end: tag.end };
      if (before) continue;
      report({
        start: tag.start,
        end: tag.end,
        message: l10n.t(
          "{0} closes no element here. Remove {0}, or add {1} where the element begins.",
          `</${tag.name}>`,
          `<${tag.name}>`,
        ),
        data: "remove",
      });
      continue;
    }
    for (let top = open.pop(); top; top = open.pop()) {
      counts.set(top.name, (counts.get(top.name) ?? 1) - 1);
      if (top.name === tag.name) break;
      leaveOpen(top, `</${tag.name}>`, tag.start);
    }
  }
  for (const tag of open) leaveOpen(tag, null, length);
  const innermost = new Map<string, number>();
  for (const {
    tag: { name, start },
    at,
  } of unclosed)
    innermost.set(`${name} ${at}`, Math.max(start, innermost.get(`${name} ${at}`) ?? 0));
  for (const {
    tag: { name, start, end },
    before,
    at,
    late,
  } of unclosed) {
    if (optionalEnd.has(name)) continue;
    const message =
      before === null
        ? l10n.t("{0} is not closed anywhere. Add {1} where the element ends.", `<${name}>`, `</${name}>`)
        : l10n.t("{0} is not closed before {1}. Add {2} where the element ends.", `<${name}>`, before, `</${name}>`);
    report({ start, end, message, data: { name, at, late, innermost: innermost.get(`${name} ${at}`) === start } });
  }
}

/**
 * Returns the range that shows the author the fault: the cut tag or comment as a whole, or the second attribute's name.
 * The tokenizer only says where it noticed the fault.
 */
function placeOf(code: string, start: number, end: number, text: string): Range {
  if (code === "eof-in-tag" || code === "eof-before-tag-name")
    return { start: text.lastIndexOf("<"), end: text.length };
  if (code === "eof-in-comment") return { start: text.lastIndexOf("<!--"), end: text.length };
  if (code === "missing-end-tag-name") return { start: start - 2, end: start + 1 };
  if (code !== "duplicate-attribute") return { start, end };
  let nameStart = start;
  while (nameStart > 0 && /[^\s/>=]/.test(text.charAt(nameStart - 1))) nameStart--;
  return { start: nameStart, end: start };
}

/** Faults for which it is certain what to remove. */
const removable: ReadonlyMap<string, "remove" | "attribute"> = new Map([
  ["missing-end-tag-name", "remove"],
  ["duplicate-attribute", "attribute"],
]);

/** Returns the range from the name to the end of the value, with the white space before it. */
function wholeAttribute({ start, end }: Range, text: string): Range {
  const value =
    /^\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)/.exec(text.slice(end, end + longestAttribute))?.[0].length ?? 0;
  const before = /\s*$/.exec(text.slice(Math.max(0, start - 100), start))?.[0].length ?? 0;
  return { start: start - before, end: end + value };
}

const longestAttribute = 10_000;

/** Returns the message of a fault that changes what a reader sees; null for the others, which are matters of style. */
function messageOf(code: string): string | null {
  switch (code) {
    case "eof-in-tag":
      return l10n.t("The text ends inside of a tag, and nothing in this tag is shown. Close the tag with >.");
    case "eof-before-tag-name":
      return l10n.t("The text ends with the beginning of a tag. Write &lt; for the character < itself.");
    case "eof-in-comment":
      return l10n.t("The comment is never closed, and the rest of the text is not shown. Close it with -->.");
    case "duplicate-attribute":
      return l10n.t("The tag has this attribute twice, and the second is not read. Keep one.");
    case "missing-end-tag-name":
      return l10n.t("{0} closes nothing. Add the name of the element, or remove {0}.", "</>");
    default:
      return null;
  }
}
