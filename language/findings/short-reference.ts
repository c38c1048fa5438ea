/** `[[ LIB : text ]]` where neither the settings nor a Smartform say in which folder to look (T57). */
import type { Fix, PlaceholderRule } from "./finding.ts";
import { fullReferences } from "./lookup.ts";
import { referenceAt, replace } from "./place.ts";

export const shortReference: PlaceholderRule = {
  code: "short-reference",
  severity: "warning",
  title: "A short reference where no folder is known",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || scope.lookup(placeholder).folder.state !== "unnamed") return;
    const { start, end, text } = placeholder.code;
    report({ start, end, message: `Which folder "${text}" is looked up in depends on the Smartform, and none is known here. Write [[ LIB : folder : ${text} ]], or name a Smartform or a folder for this file.` });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    const texts = reference && context.catalog.textsByCode(reference.code.text);
    if (!reference || texts?.state !== "known") return [];
    const references = fullReferences(texts.value, reference.code.text, context.catalog);
    return references.map((each): Fix => ({ title: `Use "${each}"`, edits: [replace(reference.code, each)], preferred: references.length === 1 }));
  },
};
