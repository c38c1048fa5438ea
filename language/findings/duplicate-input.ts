/** Two inputs with the same name share one answer, so the second must not have different options. */
import * as l10n from "../l10n.ts";
import { edit, inputsOf } from "../parse.ts";
import { inputAt, sourceOf } from "../place.ts";
import type { Part } from "../range.ts";
import type { Fix, TextRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import type { Input, Syntax } from "../syntax.ts";

export const duplicateInput: TextRule = {
  code: "duplicate-input",
  severity: "warning",
  title: "Two inputs of one name with other options",
  evidence: "text",
  looksAt: "text",

  check({ syntax }, report) {
    const firsts = new Map<string, { readonly name: Part; readonly options: string }>();
    for (const placeholder of inputsOf(syntax)) {
      const { name } = placeholder;
      if (name.text === "") continue;
      const options = optionsOf(placeholder);
      const first = firsts.get(name.text);
      if (!first) firsts.set(name.text, { name, options });
      else if (first.options !== options) {
        const { start, end, text } = name;
        const related = [
          {
            start: first.name.start,
            end: first.name.end,
            textId: null,
            language: null,
            message: l10n.t('The first input "{0}" is here.', text),
          },
        ];
        report({
          start,
          end,
          related,
          message: l10n.t(
            'An input "{0}" further up has different options, and the two inputs share one answer. Use the same options, or another name.',
            text,
          ),
        });
      }
    }
  },

  fixes(finding, syntax) {
    const input = inputAt(syntax, finding.start);
    const first = input && firstOf(input.name.text, syntax);
    if (!input || !first) return [];
    return [
      ...likeFirst(input, first, syntax),
      { title: l10n.t("Remove this input"), edits: [replace(input, "")], preferred: false },
    ];
  },
};

/**
 * The longest input that a fix copies, in code units. Nobody writes a longer one, and the fix of every other input with
 * the same name would hold a copy of it.
 */
const longest = 1000;

function likeFirst(input: Input, first: Input, syntax: Syntax): readonly Fix[] {
  if (first.end - first.start > longest) return [];
  const written = sourceOf(syntax, first);
  const alike = replace(input, written);
  // What is an entity in one place may be mere letters in another, such as a comment.
  const copy = /[<&]/.test(written)
    ? inputAt(edit(syntax, [alike]), input.start + (first.name.start - first.start))
    : first;
  return copy && optionsOf(copy) === optionsOf(first)
    ? [{ title: l10n.t("Write this input like the first one: {0}", written), edits: [alike], preferred: false }]
    : [];
}

const firsts = new WeakMap<Syntax, ReadonlyMap<string, Input>>();

/** The first inputs of a text are cached, because each fix of the text needs one. */
function firstOf(name: string, syntax: Syntax): Input | undefined {
  const kept =
    firsts.get(syntax) ??
    new Map(
      inputsOf(syntax)
        .toReversed()
        .map((each) => [each.name.text, each]),
    );
  firsts.set(syntax, kept);
  return kept.get(name);
}

/** Returns the same string for the same options in any order; an option with neither name nor value does not count. */
function optionsOf(input: Input): string {
  const said = input.options.filter(({ name, value }) => name.text !== "" || (value !== null && value.text !== ""));
  return JSON.stringify(
    said
      .map((option) => [option.name.text, option.value?.text ?? null])
      .sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1)),
  );
}
