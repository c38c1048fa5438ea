/** Document 1 names three options of an input: default, type and source. */
import type { PlaceholderRule } from "./finding.ts";
import { useInstead } from "./place.ts";
import { didYouMean, nearest, newEffort, prepareWords } from "./spelling.ts";

export const unknownInputOption: PlaceholderRule = {
  code: "unknown-input-option",
  severity: "info",
  title: "An option other than default, type and source",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "input") return;
    for (const { name } of placeholder.options) {
      if (options.includes(name.text)) continue;
      const { start, end, text } = name;
      const what = text === "" ? "An option without a name stands here" : `The option "${text}" is not known`;
      report({ start, end, message: `${what}. The documents name default, type and source.${didYouMean(meant(text))}` });
    }
  },

  fixes(finding, syntax) {
    return useInstead(finding, meant(syntax.text.slice(finding.start, finding.end)));
  },
};

const options: readonly string[] = ["default", "type", "source"];
const words = prepareWords(options);

function meant(written: string): readonly string[] {
  const folded = written.toLowerCase();
  return options.includes(folded) ? [folded] : nearest(written, words, newEffort());
}
