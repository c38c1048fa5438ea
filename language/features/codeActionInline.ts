/** Replaces a reference with the text itself, one level deep. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import * as l10n from "../l10n.ts";
import { applyEdits, countPlaceholders, parse } from "../parse.ts";
import type { Format, Placeholder, Syntax } from "../syntax.ts";
import { chooseTranslation } from "../translation.ts";
import type { Refactoring } from "./codeActionRefactor.ts";
import { contentTypeName } from "./hover.ts";
import { certainText, fullReferencesIn, keepsBrackets } from "./writeReference.ts";

/** Returns nothing if it is not certain which text is meant, or what it says. */
export function inlineReference(syntax: Syntax, placeholder: Placeholder, context: Context): readonly Refactoring[] {
  const text =
    placeholder.kind === "library" && placeholder.malformed === null ? certainText(placeholder, context) : null;
  const chosen = text && chooseTranslation(context.catalog, text, context.language);
  if (!text || chosen?.state !== "known") return [];
  const { language, translation } = chosen.value;
  const isOther = context.language !== undefined && language !== context.language;
  const title = isOther
    ? l10n.t(
        'Replace with the content of "{0}" in {1}, because the text has no {2}',
        text.code,
        language,
        context.language ?? "",
      )
    : l10n.t('Replace with the content of "{0}"', text.code);
  const refused = (disabled: string): readonly Refactoring[] => [
    { kind: "refactor.inline", title, edits: [], disabled },
  ];

  const problem = formatProblem(text, translation.content, syntax.format);
  if (problem !== null) return refused(problem);
  const inner = parse(translation.content, formatOf(text.contentType));
  if (inner.strays.length > 0)
    return refused(
      l10n.t(
        '"{0}" contains brackets that are not part of a complete placeholder. Together with brackets in this text, they could form a placeholder.',
        text.code,
      ),
    );
  // The short references of the text become full ones, so that they mean the same at their new place.
  const full = fullReferencesIn(inner, { start: 0, end: inner.text.length }, context);
  const content =
    formatOf(text.contentType) === "plain" && syntax.format !== "plain"
      ? asHtml(applyEdits(inner.text, full))
      : applyEdits(inner.text, full);
  const edits = [{ start: placeholder.start, end: placeholder.end, newText: content }];
  if (!keepsBrackets(syntax, edits, countPlaceholders(inner) - 1))
    return refused(
      l10n.t('If the content of "{0}" stood here, brackets next to it could become part of a placeholder.', text.code),
    );
  return [{ kind: "refactor.inline", title, edits }];
}

function formatProblem(text: Text, content: string, format: Format): string | null {
  const own = formatOf(text.contentType);
  if (format === "plain" && own !== "plain")
    return l10n.t(
      '"{0}" is {1}, but this text is plain, so the tags would be printed as they are.',
      text.code,
      contentTypeName(text.contentType),
    );
  if (format !== "plain" && own === "plain" && /[\r\n]/.test(content.trim()))
    return l10n.t(
      '"{0}" is plain text with several lines, but this text is not plain, so the lines would run together.',
      text.code,
    );
  return null;
}

/**
 * Escapes plain text for HTML, but leaves placeholders as they are: an entity inside the brackets would count as
 * markup.
 */
function asHtml(content: string): string {
  const { placeholders } = parse(content, "plain");
  let written = "";
  let at = 0;
  for (const { start, end } of [...placeholders, { start: content.length, end: content.length }]) {
    written +=
      content.slice(at, start).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") +
      content.slice(start, end);
    at = end;
  }
  return written;
}
