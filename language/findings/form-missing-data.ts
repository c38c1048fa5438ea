/**
 * A placeholder of the Smartform's texts for which the data table has no value: the PDF may print the placeholder
 * itself (document 1, "dataTableValue").
 */
import * as l10n from "../l10n.ts";
import type { DataNeed } from "../needs.ts";
import { dataEntry, isPlain, valueAt } from "../requests/request.ts";
import type { DataEntry } from "../requests/request.ts";
import type { Finding, Fix, FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { addition, finder, inJson } from "../rules/requestObjects.ts";
import { stopAt } from "../rules/stops.ts";
import { samplePlain } from "../sampleValues.ts";

export const formMissingData: FormRequestRule = {
  code: "form-missing-data",
  severity: "warning",
  title: "A placeholder that has no value",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    const skipsRules = isPlain(valueAt(scope.request, "skipRuleEngine"), true);
    for (const { need, entry } of missing(scope)) {
      const place = entry.last?.name ?? valueAt(scope.request, "dialogDefinitionId");
      if (place === null) continue;
      const name = need.path.join(".");
      const by = printersOf(need, scope);
      const message = skipsRules
        ? l10n.t("[[ {0} ]] is printed by {1} and has no value here.", name, by)
        : l10n.t("[[ {0} ]] is printed by {1} and has no value here, unless the Smartform's rules add it.", name, by);
      report({ start: place.start, end: place.end, message, data: name });
    }
  },

  fixes(finding, scope) {
    const found = missingAt(scope, finding.data);
    return found === undefined ? [] : addValue(found.need.path, found.entry, scope);
  },
};

type Missing = DataEntry & { readonly state: "missing" };

/**
 * Returns nothing if the file is not valid JSON: somebody is still writing it. A placeholder with the name of a field
 * is a different mistake.
 */
function missing(scope: FormRequestScope): readonly { readonly need: DataNeed; readonly entry: Missing }[] {
  const needs = scope.request.problems.length > 0 ? null : scope.needs();
  return [...(needs?.data.values() ?? [])].flatMap((need) => {
    if (!need.printed || need.path.includes("") || scope.fields?.has(need.path.join("."))) return [];
    const entry = dataEntry(scope.request, need.path);
    return entry.state === "missing" ? [{ need, entry }] : [];
  });
}

function printersOf({ places }: DataNeed, { context: { catalog } }: FormRequestScope): string {
  const ids = [...new Set(places.flatMap(({ textId }) => textId ?? []))];
  const codes = ids.slice(0, 3).flatMap((id) => {
    const text = catalog.text(id);
    return text.state === "known" ? [text.value.code] : [];
  });
  if (codes.length === 0) return l10n.t({ message: "the Smartform", comment: ['After "printed by".'] });
  return ids.length > codes.length
    ? l10n.t({
        message: "{0} and {1} more",
        args: [codes.join(", "), ids.length - codes.length],
        comment: ['Codes of texts, after "printed by".'],
      })
    : codes.join(", ");
}

function addValue(path: readonly string[], { last, depth }: Missing, { request }: FormRequestScope): readonly Fix[] {
  const name = path.join(".");
  const sample = JSON.stringify(samplePlain(path.at(-1) ?? "", ""));
  const value = path.slice(depth + 1).reduceRight((inner, each) => `{ ${inJson(each)}: ${inner} }`, sample);
  const title = l10n.t("Add a sample value for {0}", name);
  if (last?.value && isPlain(last.value, null))
    return depth === path.length
      ? [
          {
            title,
            edits: [stopAt({ start: last.value.start, end: last.value.end, newText: sample }, sample)],
            preferred: false,
          },
        ]
      : [];
  const entry = `${inJson(path[depth] ?? "")}: ${value}`;
  const object = last === undefined ? request.root : last.value;
  if (object?.kind !== "object") return [];
  const written = last === undefined ? `"dataTableValue": { ${entry} }` : entry;
  return [{ title, edits: [stopAt(addition(object, written), sample)], preferred: false }];
}

const missingAt = finder(missing, ({ need }): Finding["data"] => need.path.join("."));
