/** Document 1 names three options of an input: default, type and source. */
import * as l10n from "../l10n.ts";
import { inputAt, optionAt } from "../place.ts";
import type { TextEdit } from "../range.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { Input, InputOption } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, nearest, newEffort, prepareWords } from "../words/spelling.ts";

export const unknownInputOption: PlaceholderRule = {
  code: "unknown-input-option",
  severity: "info",
  title: "An option other than default, type and source",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "input") return;
    for (const { name } of placeholder.options) {
      if (options.includes(name.text)) continue;
      const { start, end, text } = name;
      const what = text === "" ? l10n.t("This option has no name.") : l10n.t('The option "{0}" is not known.', text);
      report({
        start,
        end,
        message: said(
          what,
          l10n.t('The API documents mention the options "default", "type" and "source".'),
          didYouMean(meant(text)),
        ),
      });
    }
  },

  fixes(finding, syntax) {
    const input = inputAt(syntax, finding.start);
    const option = optionAt(syntax, finding.start);
    if (!input || !option) return [];
    const alike = useInstead(finding, meant(option.name.text));
    const edit = removal(option, input, syntax.text);
    // An option with neither name nor value means nothing, whatever was intended.
    const isEmpty = option.name.text === "" && !option.value?.text;
    return edit === null
      ? alike
      : [
          ...alike,
          {
            title: isEmpty ? l10n.t("Remove the empty option") : l10n.t("Remove the option"),
            edits: [edit],
            preferred: isEmpty,
          },
        ];
  },
};

/** Removes the option and the bar before it; a space stays in their place. */
function removal(option: InputOption, { inner, markup }: Input, text: string): TextEdit | null {
  const bar = text.lastIndexOf("|", option.start === option.end ? option.start - 1 : option.start);
  if (markup.length > 0 || bar < inner.start) return null;
  const start = inner.start + text.slice(inner.start, bar).trimEnd().length;
  return { start, end: option.end, newText: /^\s/.test(text.slice(option.end, option.end + 1)) ? "" : " " };
}

const options: readonly string[] = ["default", "type", "source"];
const words = prepareWords(options);

function meant(written: string): readonly string[] {
  const folded = written.toLowerCase();
  return options.includes(folded) ? [folded] : nearest(written, words, newEffort());
}
