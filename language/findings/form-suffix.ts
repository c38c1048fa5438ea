/** A suffix that document 1 does not name for a field of this type ("Value shapes"). */
import { fieldKind, suffixes, suffixesOf } from "../fieldKind.ts";
import * as l10n from "../l10n.ts";
import { suffixed } from "../requests/request.ts";
import type { FlatValue } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { finder, inJson, onceFor } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, nearest, newEffort, prepareWords } from "../words/spelling.ts";

export const formSuffix: FormRequestRule = {
  code: "form-suffix",
  severity: "error",
  title: "A suffix that this field does not have",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    for (const value of scope.values) {
      const wrong = wrongSuffix(value, scope);
      if (wrong === null) continue;
      const { start, end } = value.property.name;
      const has =
        wrong.allowed.length === 0
          ? l10n.t({
              message: "The API documents mention no suffix for this type.",
              comment: ["A list of field suffixes."],
            })
          : l10n.t({
              message: "For this type, the API documents mention {0}.",
              args: [wrong.allowed.map((each) => `.${each}`).join(", ")],
              comment: ["A list of field suffixes."],
            });
      report({
        start,
        end,
        message: said(
          l10n.t(
            '"{0}" is a field of the type {1}, and the API documents mention no {2} for fields of this type.',
            wrong.field,
            wrong.type,
            `.${wrong.suffix}`,
          ),
          didYouMean(wrong.meant.map((each) => `.${each}`)) || has,
        ),
      });
    }
  },

  fixes(finding, scope) {
    const value = valueAt(scope, finding.start);
    const wrong = value && wrongSuffix(value, scope);
    if (!value || !wrong) return [];
    const given = namesIn(scope);
    const words = wrong.meant.filter((word) => !given.has(`${wrong.field}.${word}`));
    const before = value.property.name.text.slice(0, -wrong.suffix.length);
    return words.map((word) => ({
      title: l10n.t('Use ".{0}"', word),
      edits: [{ start: finding.start, end: finding.end, newText: inJson(before + word) }],
      preferred: words.length === 1,
    }));
  },
};

interface WrongSuffix {
  readonly field: string;
  readonly type: string;
  readonly suffix: string;
  readonly allowed: readonly string[];
  readonly meant: readonly string[];
}

function wrongSuffix({ name }: FlatValue, scope: FormRequestScope): WrongSuffix | null {
  const found = scope.fields && suffixed(name, scope.fields);
  if (!found) return null;
  const { field, suffix } = found;
  const allowed = suffixesOf(fieldKind(field.type));
  if (allowed.some((each) => each === suffix)) return null;
  const isDocumented = suffixes.some((each) => each === suffix);
  // A name with a dot may be that of an input, not a field with a suffix.
  if (!isDocumented && scope.names()?.has(name) !== false) return null;
  const same = allowed.filter((each) => each.toLowerCase() === suffix.toLowerCase());
  return {
    field: field.name,
    type: field.type,
    suffix,
    allowed,
    meant: isDocumented ? [] : same.length > 0 ? same : nearest(suffix, prepareWords(allowed), newEffort()),
  };
}

const valueAt = finder(
  ({ values }: FormRequestScope) => values,
  ({ property }) => property.name.start,
);

const namesIn = onceFor(({ values }: FormRequestScope) => new Set(values.map(({ name }) => name)));
