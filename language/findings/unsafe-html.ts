/** Markup that can run code or embed foreign pages for everybody who opens a form with this text. */
import { attributeBefore, htmlOf, tagBefore, voidElements } from "../html.ts";
import type { Attribute, Html } from "../html.ts";
import * as l10n from "../l10n.ts";
import type { LanguageRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";

export const unsafeHtml: LanguageRule = {
  code: "unsafe-html",
  severity: "warning",
  title: "Scripts, event handlers, javascript: addresses and embedded pages",
  evidence: "library",
  looksAt: "language",

  check(_subject, { syntax }, report) {
    if (syntax.format === "plain" || !syntax.text.includes("<")) return;
    for (const tag of htmlOf(syntax).tags) {
      if (tag.kind === "end") continue;
      if (unsafeElements.has(tag.name))
        report({
          start: tag.start,
          end: tag.end,
          message: l10n.t(
            "{0} may run code or load a page for everybody who opens a form with this text. Remove {0}.",
            `<${tag.name}>`,
          ),
        });
      for (const attribute of tag.attributes) {
        const { start, end, name } = attribute;
        if (eventHandler.test(name))
          report({
            start,
            end,
            message: l10n.t(
              'The event handler "{0}" may run code for everybody who opens a form with this text. Remove it.',
              name,
            ),
          });
        else if (runsCode(attribute))
          report({
            start,
            end,
            message: l10n.t('The address in "{0}" may run code when it is followed. Write an https: address.', name),
          });
      }
    }
  },

  fixes(finding, syntax) {
    const html = htmlOf(syntax);
    const found = tagBefore(html, finding.start);
    if (found === null || finding.end > found.tag.end) return [];
    if (found.tag.start === finding.start) {
      const end = endsOf(html)[found.index] ?? finding.end;
      // Without an end tag, the rest of the text would be in the element, so the fix removes only the tag.
      return [
        {
          title:
            end > finding.end
              ? l10n.t("Remove {0} and what is in it", `<${found.tag.name}>`)
              : l10n.t("Remove {0}", `<${found.tag.name}>`),
          edits: [replace({ start: finding.start, end }, "")],
          preferred: false,
        },
      ];
    }
    const attribute = attributeBefore(found.tag, finding.start);
    if (!attribute) return [];
    // The white space before the attribute is removed too.
    const before = /\s*$/.exec(syntax.text.slice(Math.max(0, finding.start - 100), finding.start))?.[0].length ?? 0;
    return [
      {
        title: l10n.t('Remove "{0}"', attribute.name),
        edits: [{ start: finding.start - before, end: finding.end, newText: "" }],
        preferred: true,
      },
    ];
  },
};

const ends = new WeakMap<Html, readonly number[]>();

/**
 * Returns where the element of each tag ends: at the tag itself if its end tag is missing. One pass, cached for all
 * fixes of one text.
 */
function endsOf(html: Html): readonly number[] {
  const kept = ends.get(html);
  if (kept) return kept;
  const found = html.tags.map((tag) => tag.end);
  const open = new Map<string, number[]>();
  for (const [index, tag] of html.tags.entries()) {
    if (voidElements.has(tag.name)) continue;
    const begun = open.get(tag.name) ?? [];
    open.set(tag.name, begun);
    const begin = tag.kind === "end" ? begun.pop() : undefined;
    if (tag.kind === "start") begun.push(index);
    else if (begin !== undefined) found[begin] = tag.end;
  }
  ends.set(html, found);
  return found;
}

/** The shortest event names of browsers have three letters (`oncut`), so `one` is no handler. */
const eventHandler = /^on[a-z]{3,}$/;

const unsafeElements: ReadonlySet<string> = new Set(["script", "iframe", "object", "embed"]);

const addresses: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "xlink:href",
  "data",
  "poster",
  "background",
]);

/** Browsers skip control characters and white space inside the scheme. */
function runsCode({ name, value }: Attribute): boolean {
  return addresses.has(name) && /^(?:javascript|vbscript):/i.test(value.slice(0, 200).replace(/[\u0000-\u0020]/g, ""));
}
