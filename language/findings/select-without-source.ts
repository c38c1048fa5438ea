/**
 * An input of the type `select` has no name in `source=`, from which a select takes its choices (document 1, "Value
 * shapes").
 */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { inputAt } from "../place.ts";
import type { TextEdit } from "../range.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { stopAt } from "../rules/stops.ts";
import type { Input, InputOption } from "../syntax.ts";

export const selectWithoutSource: PlaceholderRule = {
  code: "select-without-source",
  severity: "warning",
  title: "A select without a source of choices",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "input") return;
    const wrong = wrongOption(placeholder);
    if (!wrong) return;
    const { start, end } = wrong.name.text === "source" ? wrong : (wrong.value ?? wrong);
    report({
      start,
      end,
      message: l10n.t(
        "A select takes its choices from the list in source=, but this one has no source. Add source= and the name of the list.",
      ),
    });
  },

  fixes(finding, syntax, context) {
    const input = inputAt(syntax, finding.start);
    const wrong = input && wrongOption(input);
    if (!input || !wrong) return [];
    const names = listsFor(input, context);
    return names.map((name): Fix => {
      const option = `source=${name}`;
      const edit = writeSource(wrong, option);
      // Without a data sample the name is only a proposal, so the fix marks it as a stop: a place that the author can
      // type over.
      return {
        title: l10n.t("Add {0}", option),
        edits: [context.data.state === "known" ? edit : stopAt(edit, name)],
        preferred: names.length === 1,
      };
    });
  },

  begin(finding, syntax, context) {
    const input = inputAt(syntax, finding.start);
    const wrong = input && wrongOption(input);
    if (!input || !wrong || listsFor(input, context).length > 0) return [];
    const edit = writeSource(wrong, "source=");
    return [
      {
        title: l10n.t("Add {0}", "source=…"),
        edits: [{ ...edit, stops: [{ start: edit.newText.length, end: edit.newText.length }] }],
        preferred: false,
      },
    ];
  },
};

function writeSource(wrong: InputOption, option: string): TextEdit {
  return wrong.name.text === "source"
    ? { start: wrong.start, end: wrong.end, newText: option }
    : { start: wrong.end, end: wrong.end, newText: ` | ${option}` };
}

/** Returns the `type=select`, or the `source` without a value; undefined if nothing is wrong. */
function wrongOption(input: Input): InputOption | undefined {
  const select = input.options.find((option) => option.name.text === "type" && option.value?.text === "select");
  if (!select) return undefined;
  const sources = input.options.filter((option) => option.name.text === "source");
  return sources.some((source) => source.value?.text) ? undefined : (sources[0] ?? select);
}

/** Returns names of lists in the data sample or, if no sample is known, a name made from the input's name. */
function listsFor(input: Input, { data }: Context): readonly string[] {
  if (data.state !== "known") return input.name.text === "" ? [] : [`${input.name.text}Options`];
  const sample = data.value;
  return Object.keys(sample)
    .filter((name) => Array.isArray(sample[name]) && /^[^\s|=\]]+$/.test(name))
    .slice(0, 3);
}
