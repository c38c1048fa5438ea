/** Reports `[[ name.first ]]` if the sample has a plain value under `name`: a dot can only lead into nested data. */
import * as l10n from "../l10n.ts";
import { follow } from "../lookups/data.ts";
import { placeholderAt } from "../parse.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";

export const dataNotObject: PlaceholderRule = {
  code: "data-not-object",
  severity: "error",
  title: "A dotted name through a plain value",
  evidence: "data",
  looksAt: "placeholder",

  check(placeholder, { context }, report) {
    if (placeholder.kind !== "data") return;
    const names = placeholder.segments.map((segment) => segment.text);
    const answer = follow(names, context.data);
    if (answer.state !== "plain") return;
    const { start, end, text } = placeholder.path;
    const plain = names.slice(0, answer.at + 1).join(".");
    report({
      start,
      end,
      message: l10n.t(
        '"{0}" is a plain value in the data sample, so "{1}" leads nowhere. Write "{0}", or correct the name.',
        plain,
        text,
      ),
      data: plain,
    });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (placeholder?.kind !== "data" || typeof finding.data !== "string") return [];
    return [
      { title: l10n.t('Use "{0}"', finding.data), edits: [replace(placeholder.path, finding.data)], preferred: false },
    ];
  },
};
