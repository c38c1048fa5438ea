/** `[[ name.first ]]`, where the sample holds a plain value under `name`: a dot reaches into nested data only. */
import { placeholderAt } from "../parse.ts";
import { follow } from "./dataPath.ts";
import type { PlaceholderRule } from "./finding.ts";
import { replace } from "./place.ts";

export const dataNotObject: PlaceholderRule = {
  code: "data-not-object",
  severity: "error",
  title: "A dotted name through a plain value",
  looksAt: "placeholder",

  check(placeholder, { context }, report) {
    if (placeholder.kind !== "data") return;
    const names = placeholder.segments.map((segment) => segment.text);
    const answer = follow(names, context.data);
    if (answer.state !== "plain") return;
    const { start, end, text } = placeholder.path;
    const plain = names.slice(0, answer.at + 1).join(".");
    report({ start, end, message: `"${plain}" is a plain value in the data sample, so "${text}" reaches nothing. Write "${plain}", or correct the name.`, data: plain });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (placeholder?.kind !== "data" || typeof finding.data !== "string") return [];
    return [{ title: `Use "${finding.data}"`, edits: [replace(placeholder.path, finding.data)], preferred: false }];
  },
};
