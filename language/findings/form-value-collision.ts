/** One name is filled twice, nested and flat, or the data table is there under both of its names. Document 1 does not say which counts. */
import { property, separatorOf, valueCollisions } from "../requests/request.ts";
import type { RequestRule } from "./finding.ts";

export const formValueCollision: RequestRule = {
  code: "form-value-collision",
  severity: "error",
  title: "One name filled twice",
  looksAt: "request",

  check({ request, values }, report) {
    for (const { value, before } of valueCollisions(values)) {
      const { start, end } = value.property.name;
      const separator = separatorOf(request);
      report({
        start, end,
        message: `Nested names are joined with "${separator}", so that "${value.name}" is filled twice here, and which of the two counts is not documented. Keep one of them.`,
        related: [{ textId: null, language: null, start: before.property.name.start, end: before.property.name.end, message: `"${value.name}" is filled here as well` }],
      });
    }
    const one = property(request.root, "dataTableValue");
    const other = property(request.root, "dataTableValues");
    if (one === undefined || other === undefined) return;
    const [before, after] = one.start < other.start ? [one, other] : [other, one];
    report({
      start: after.name.start, end: after.name.end,
      message: "dataTableValue and dataTableValues are two names of one thing, and which of the two counts is not documented. Keep one of them.",
      related: [{ textId: null, language: null, start: before.name.start, end: before.name.end, message: "The data table is here as well" }],
    });
  },
};
