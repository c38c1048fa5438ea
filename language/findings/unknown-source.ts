/** `source=X`, where the data sample holds no X. */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import type { Input, InputOption } from "../syntax.ts";
import { follow, namesNear } from "./dataPath.ts";
import type { PlaceholderRule } from "./finding.ts";
import { optionAt, useInstead } from "./place.ts";
import { said } from "./sentences.ts";
import { fieldNamed } from "./smartformFields.ts";
import { didYouMean, newEffort } from "./spelling.ts";

export const unknownSource: PlaceholderRule = {
  code: "unknown-source",
  severity: "warning",
  title: "A source that the data sample does not hold",
  looksAt: "placeholder",

  check(placeholder, { context, effort }, report) {
    if (placeholder.kind !== "input") return;
    for (const { value } of sourcesOf(placeholder)) {
      const candidates = value && candidatesFor(value.text, context, effort);
      if (value && candidates) report({ start: value.start, end: value.end, message: said(l10n.t('The data sample has no list "{0}" to choose from.', value.text), didYouMean(candidates) || l10n.t("Add it to the sample, or name another list.")) });
    }
  },

  fixes(finding, syntax, context) {
    const value = optionAt(syntax, finding.start)?.value;
    return value ? useInstead(finding, candidatesFor(value.text, context) ?? []) : [];
  },
};

function sourcesOf(input: Input): readonly InputOption[] {
  return input.options.filter((option) => option.name.text === "source" && option.value?.text);
}

/** Names to write instead; null where nothing is wrong or no sample is known. */
function candidatesFor(written: string, context: Context, effort = newEffort()): readonly string[] | null {
  if (fieldNamed(written, context)) return null;
  const answer = follow(written.split("."), context.data);
  return answer.state === "absent" && answer.at === 0 ? namesNear(written, answer.among, effort) : answer.state === "absent" ? [] : null;
}
