/**
 * Finds what the Smartform's rules changed in the data that were sent (document 1, "dataTableValue and
 * externalMetaData"). Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { isApiError } from "../../api/index.ts";
import type { Api, Environment } from "../../api/index.ts";
import { known, unknown } from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";
import type { CreateForm } from "../records/formRequestModel.ts";

/**
 * Returns the sorted, dotted names of the values that are not the same in the form as in the request. Unknown if the
 * form could not be read back, or if the author did not wait.
 */
export async function ruleChanges(
  api: Api,
  body: CreateForm,
  form: { readonly formId: string; readonly environment: Environment | undefined },
  options: { readonly signal?: AbortSignal } = {},
): Promise<Answer<readonly string[]>> {
  try {
    const { dataTableValues } = await api.call(
      "forms.read",
      { path: { id: form.formId }, ...(form.environment && { environment: form.environment }) },
      options,
    );
    if (typeof dataTableValues !== "object" || dataTableValues === null) return unknown;
    return known(differences(body.dataTableValue ?? body.dataTableValues ?? {}, dataTableValues));
  } catch (error) {
    if (!isApiError(error)) throw error;
    return unknown;
  }
}

/** For the message after the form was made: names only, because values may be personal. Empty if nothing changed. */
export function ruleChangesLine(changes: Answer<readonly string[]>): string {
  if (changes.state !== "known")
    return l10n.t("It is not known whether the Smartform’s rules changed the form’s data.");
  if (changes.value.length === 0) return "";
  const shown = changes.value.slice(0, 5);
  const more = changes.value.length - shown.length;
  return more === 0
    ? l10n.t("The Smartform’s rules changed the form’s data: {0}.", shown.join(", "))
    : l10n.t("The Smartform’s rules changed the form’s data: {0} and {1} more.", shown.join(", "), more);
}

function differences(sent: unknown, stored: unknown): readonly string[] {
  const found: string[] = [];
  const open: (readonly [name: string, sent: unknown, stored: unknown])[] = [["", sent, stored]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, before, after] = next;
    if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        open.push([name === "" ? key : `${name}.${key}`, own(before, key), own(after, key)]);
    } else if (before !== after) found.push(name);
  }
  return found.sort();
}

function own(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
