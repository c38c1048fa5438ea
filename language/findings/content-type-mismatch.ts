/** HTML or rich text put into plain text: its tags are printed literally. */
import * as l10n from "../l10n.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const contentTypeMismatch: PlaceholderRule = {
  code: "content-type-mismatch",
  severity: "warning",
  title: "HTML or rich text included in plain text",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || scope.syntax.format !== "plain") return;
    const { text } = scope.lookup(placeholder);
    if (text.state !== "known" || (text.text.contentType !== 1 && text.text.contentType !== 2)) return;
    const { start, end } = placeholder.code;
    const message =
      text.text.contentType === 2
        ? l10n.t(
            'The text "{0}" is HTML, but this text is plain, so the tags may be printed as they are. Include a plain text, or change the content type of one of the two.',
            text.text.code,
          )
        : l10n.t(
            'The text "{0}" is rich text, but this text is plain, so the tags may be printed as they are. Include a plain text, or change the content type of one of the two.',
            text.text.code,
          );
    report({ start, end, message });
  },
};
