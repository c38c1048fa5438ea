/** A name in `values` that the Smartform has no use for: the service keeps it and says nothing (document 1, "Value shapes"). */
import type { RequestRule } from "./finding.ts";
import { quoted } from "./requestObjects.ts";
import { unknownValues } from "./requestValues.ts";
import { didYouMean } from "./spelling.ts";

export const formUnknownValue: RequestRule = {
  code: "form-unknown-value",
  severity: "warning",
  title: "A value that matches no field, input or source",
  looksAt: "request",

  check(scope, report) {
    for (const { value: { name, property }, meant } of unknownValues(scope)) {
      report({ start: property.name.start, end: property.name.end, message: `The Smartform has no field, input or option list "${name}", so this value fills nothing.${didYouMean(meant)}` });
    }
  },

  fixes(finding, scope) {
    const found = unknownValues(scope).find(({ value }) => value.property.name.start === finding.start);
    // A nested name is only a part of what is meant.
    if (found === undefined || found.value.path.length > 1) return [];
    return found.meant.map((word) => ({ title: `Use "${word}"`, edits: [{ start: finding.start, end: finding.end, newText: quoted(word) }], preferred: found.meant.length === 1 }));
  },
};
