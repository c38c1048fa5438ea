/** Tags that do not fit together: the service or a mail program may close them somewhere else than the author meant. */
import { placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import type { LanguageRule, Report } from "./finding.ts";
import { htmlOf, voidElements, type Tag } from "./html.ts";

export const brokenHtml: LanguageRule = {
  code: "broken-html",
  severity: "info",
  title: "Unclosed, misnested or cut tags",
  looksAt: "language",

  check(_subject, { syntax }, report) {
    if (syntax.format === "plain" || !syntax.text.includes("<")) return;
    // What stands inside brackets is `markup-in-placeholder`'s.
    const outside: Report = (found) => {
      const around = placeholderAt(syntax, found.start);
      if (!around || found.start >= around.end) report(found);
    };
    const { tags, faults } = htmlOf(syntax);
    matchTags(tags, outside);
    for (const { code, start, end } of faults) {
      const message = messages.get(code);
      if (message) outside({ ...placeOf(code, start, end, syntax.text), message });
    }
  },

  fixes(finding) {
    return finding.data === "remove" ? [{ title: "Remove this end tag", edits: [{ start: finding.start, end: finding.end, newText: "" }], preferred: true }] : [];
  },
};

/** Elements whose end tag the standard lets authors leave out. */
const optionalEnd: ReadonlySet<string> = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "caption", "option", "optgroup", "rb", "rt", "rtc", "rp", "html", "head", "body"]);

function matchTags(tags: readonly Tag[], report: Report): void {
  const open: Tag[] = [];
  const counts = new Map<string, number>();
  /** How often an element was told to be unclosed: its end tag, if it still comes, is the same mistake. */
  const told = new Map<string, number>();
  const unclosed = (tag: Tag, where: string): void => {
    told.set(tag.name, (told.get(tag.name) ?? 0) + 1);
    if (!optionalEnd.has(tag.name)) report({ start: tag.start, end: tag.end, message: `<${tag.name}> is not closed ${where}. Add </${tag.name}> where it ends.` });
  };
  for (const tag of tags) {
    if (voidElements.has(tag.name)) {
      if (tag.kind === "end") report({ start: tag.start, end: tag.end, message: `<${tag.name}> has no content, so </${tag.name}> closes nothing. Remove it.`, data: "remove" });
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
      const before = told.get(tag.name) ?? 0;
      told.set(tag.name, Math.max(0, before - 1));
      if (before > 0) continue;
      report({ start: tag.start, end: tag.end, message: `</${tag.name}> closes nothing that is open here. Remove it, or add <${tag.name}> where it begins.`, data: "remove" });
      continue;
    }
    for (let top = open.pop(); top; top = open.pop()) {
      counts.set(top.name, (counts.get(top.name) ?? 1) - 1);
      if (top.name === tag.name) break;
      unclosed(top, `before </${tag.name}>`);
    }
  }
  for (const tag of open) unclosed(tag, "anywhere");
}

/** Where the author looks: the cut tag or comment as a whole, the second attribute's name. The tokenizer tells where it noticed. */
function placeOf(code: string, start: number, end: number, text: string): Range {
  if (code === "eof-in-tag" || code === "eof-before-tag-name") return { start: text.lastIndexOf("<"), end: text.length };
  if (code === "eof-in-comment") return { start: text.lastIndexOf("<!--"), end: text.length };
  if (code !== "duplicate-attribute") return { start, end };
  const name = /[^\s"'<>/=]*$/.exec(text.slice(Math.max(0, start - 64), start))?.[0] ?? "";
  return { start: start - name.length, end: start };
}

/** The faults that change what a reader sees; the others are matters of style. */
const messages: ReadonlyMap<string, string> = new Map([
  ["eof-in-tag", "The text ends inside of a tag, and what stands in it is not shown. Close the tag with >."],
  ["eof-before-tag-name", "The text ends with an opened tag. Write &lt; for the character itself."],
  ["eof-in-comment", "The comment is never closed, and the rest of the text is not shown. Close it with -->."],
  ["duplicate-attribute", "The tag has this attribute twice, and the second is not read. Keep one."],
  ["missing-end-tag-name", "</> closes nothing. Name the element, or remove it."],
]);
