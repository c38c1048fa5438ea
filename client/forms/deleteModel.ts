/**
 * Deleting test forms: looked at before, asked for, and looked at again, since the service says the same whatever was deleted and deletes many in the
 * background (document 1, "Deleting forms"). Knows no `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { isApiError, type Api } from "../../api/index.ts";
import { oneOrMany } from "../oneOrMany.ts";
import { markOf, placeOf, type FiledForm } from "./readBackModel.ts";

/** A form of the list of test forms. */
export interface OwnForm extends FiledForm {
  readonly marker: string;
  readonly smartformName: string;
}

export interface Before<Form> {
  /** The form is there, with the mark that was sent with it: it is the test form, in whatever environment. */
  readonly ours: readonly Form[];
  /** It is there, without the mark: forms of old answer for every environment, so that nothing proves that it is a test (T72). */
  readonly unproven: readonly Form[];
  /** The service does not show it: gone, another company's, or filed elsewhere. */
  readonly notShown: readonly Form[];
  /** The service did not say. */
  readonly unknown: readonly Form[];
}

export interface After<Form> {
  readonly gone: readonly Form[];
  readonly stillThere: readonly Form[];
  readonly unknown: readonly Form[];
}

type Options = { readonly signal: AbortSignal };

/** Calls that are under way at once. */
const together = 6;

export async function lookBefore<Form extends OwnForm>(api: Api, forms: readonly Form[], options: Options): Promise<Before<Form>> {
  const states = await statesOf(api, forms, options);
  const those = (state: State): readonly Form[] => forms.filter((_, index) => states[index] === state);
  return { ours: those("ours"), unproven: those("here"), notShown: those("not shown"), unknown: those("unknown") };
}

/** Looks until all are gone or patience ends; `wait` waits that many milliseconds. Forms that a bulk delete took on may linger (T75). */
export async function lookAfter<Form extends OwnForm>(api: Api, forms: readonly Form[], { signal, wait }: Options & { readonly wait: (milliseconds: number) => Promise<unknown> }): Promise<After<Form>> {
  let states = await statesOf(api, forms, { signal });
  for (const pause of [500, 1000, 2000, 4000]) {
    if (states.every((state) => state === "not shown")) break;
    await wait(pause);
    states = await statesOf(api, forms, { signal });
  }
  const those = (...wanted: readonly State[]): readonly Form[] => forms.filter((_, index) => wanted.includes(states[index] ?? "unknown"));
  return { gone: those("not shown"), stillThere: those("ours", "here"), unknown: those("unknown") };
}

type State = "ours" | "here" | "not shown" | "unknown";

/** In the order of the forms. */
async function statesOf(api: Api, forms: readonly OwnForm[], options: Options): Promise<readonly State[]> {
  const states: State[] = [];
  for (let first = 0; first < forms.length; first += together) {
    states.push(...await Promise.all(forms.slice(first, first + together).map((form) => stateOf(api, form, options))));
  }
  return states;
}

async function stateOf(api: Api, form: OwnForm, options: Options): Promise<State> {
  try {
    const read = await api.call("forms.read", { path: { id: form.formId }, ...placeOf(form) }, options);
    return markOf(read) === form.marker ? "ours" : "here";
  } catch (error) {
    if (!isApiError(error) || error.code === "cancelled") throw error;
    return error.code === "not-found" ? "not shown" : "unknown";
  }
}

/** Why forms are left alone, a sentence for each reason; empty where none is. */
export function leftAlone({ unproven, notShown, unknown }: Before<OwnForm>): readonly string[] {
  return [
    ...(unproven.length > 0 ? [oneOrMany(unproven.length,
      l10n.t("{0}: left alone, since nothing proves that it is a test form made from here.", listed(unproven)), l10n.t("{0}: left alone, since nothing proves that they are test forms made from here.", listed(unproven)))] : []),
    ...(notShown.length > 0 ? [l10n.t("{0}: not shown by the service; deleted already, another company’s, or filed under another environment.", listed(notShown))] : []),
    ...(unknown.length > 0 ? [oneOrMany(unknown.length,
      l10n.t("{0}: left alone, since the service did not answer for it.", listed(unknown)), l10n.t("{0}: left alone, since the service did not answer for them.", listed(unknown)))] : []),
  ];
}

/** What was seen afterwards, never what the service's status said (T76). */
export function deletionReport({ gone, stillThere, unknown }: After<OwnForm>, before: Before<OwnForm>): string {
  const parts = [
    ...(gone.length > 0 ? [oneOrMany(gone.length, l10n.t("Deleted: 1 test form."), l10n.t("Deleted: {0} test forms.", gone.length))] : []),
    ...(stillThere.length > 0 ? [l10n.t("Requested, but still there: {0}. The service deletes in the background: look again in a while.", listed(stillThere))] : []),
    ...(unknown.length > 0 ? [l10n.t("Not known: {0}. The service did not answer.", listed(unknown))] : []),
    ...leftAlone(before),
  ];
  return parts.length > 0 ? parts.join(" ") : l10n.t("No form was deleted.");
}

/** At most five by name. */
export function listed(forms: readonly OwnForm[]): string {
  const named = forms.slice(0, 5).map(({ smartformName, formId }) => `${smartformName} (${formId})`);
  return forms.length > named.length ? l10n.t("{0} and {1} more", named.join(", "), forms.length - named.length) : named.join(", ");
}
