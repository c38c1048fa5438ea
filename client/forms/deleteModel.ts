/**
 * Deletes forms: reads them, asks the person, and reads them again after the deletion. The service gives the same
 * answer whatever it deleted, and deletes many forms in the background (document 1, "Deleting forms"). Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Api } from "../../api/index.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { whereIs } from "../records/reachedModel.ts";
import { markOf, placeOf } from "../records/readBackModel.ts";
import type { FiledForm } from "../records/readBackModel.ts";
import { answered } from "../calls/answersModel.ts";

/** A form from the list of test forms, with its marker, or one that a person named by its id. */
export interface OwnForm extends FiledForm {
  /** null if it is not a test form made from here. */
  readonly marker: string | null;
  readonly smartformName: string;
}

export interface Before<Form> {
  /** The form exists and has the marker that was sent with it, so it is the test form, whatever its environment. */
  readonly ours: readonly Form[];
  /** The form exists and was not made from here; a person named it by its id. */
  readonly others: readonly OtherForm<Form>[];
  /**
   * The form exists, but without the marker. The service returns old forms, which have no recorded environment, under
   * every environment, so nothing proves that this is a test form (T72).
   */
  readonly unproven: readonly Form[];
  /** The service does not show the form: it was deleted, belongs to another company, or is filed elsewhere. */
  readonly notShown: readonly Form[];
  /** The service did not say. */
  readonly unknown: readonly Form[];
}

interface OtherForm<Form> {
  readonly form: Form;
  /**
   * Every environment under which the form may be filed: the service shows the form there, or did not say whether it
   * does.
   */
  readonly places: readonly string[];
}

interface After<Form> {
  readonly gone: readonly Form[];
  readonly stillThere: readonly Form[];
  readonly unknown: readonly Form[];
}

type Options = { readonly signal: AbortSignal };

/** How many calls run at once. */
const together = 6;

export async function lookBefore<Form extends OwnForm>(
  api: Api,
  forms: readonly Form[],
  options: Options,
): Promise<Before<Form>> {
  const found = await statesOf(api, forms, options);
  const those = (state: State): readonly Form[] => forms.filter((_, index) => found[index]?.state === state);
  const others = forms.flatMap((form, index) =>
    found[index]?.state === "other" ? [{ form, places: found[index].places }] : [],
  );
  return {
    ours: those("ours"),
    others,
    unproven: those("here"),
    notShown: those("not shown"),
    unknown: those("unknown"),
  };
}

/**
 * Looks at the remaining forms again until all are gone or the last pause has passed; a form that is gone is not looked
 * at again. `wait` waits the given number of milliseconds. Forms of an accepted bulk delete may linger (T75).
 */
export async function lookAfter<Form extends OwnForm>(
  api: Api,
  forms: readonly Form[],
  { signal, wait }: Options & { readonly wait: (milliseconds: number) => Promise<unknown> },
): Promise<After<Form>> {
  const states = new Map<Form, State>();
  let left = forms;
  for (const pause of [0, 500, 1000, 2000, 4000]) {
    if (pause > 0) await wait(pause);
    const found = await statesOf(api, left, { signal });
    for (const [index, form] of left.entries()) states.set(form, found[index]?.state ?? "unknown");
    left = left.filter((form) => states.get(form) !== "not shown");
    if (left.length === 0) break;
  }
  const those = (...wanted: readonly State[]): readonly Form[] =>
    forms.filter((form) => wanted.includes(states.get(form) ?? "unknown"));
  return { gone: those("not shown"), stillThere: those("ours", "other", "here"), unknown: those("unknown") };
}

type State = "ours" | "other" | "here" | "not shown" | "unknown";

interface Found {
  readonly state: State;
  readonly places: readonly string[];
}

/** In the order of `forms`. */
async function statesOf(api: Api, forms: readonly OwnForm[], options: Options): Promise<readonly Found[]> {
  const states: Found[] = [];
  for (let first = 0; first < forms.length; first += together) {
    states.push(
      ...(await Promise.all(forms.slice(first, first + together).map((form) => stateOf(api, form, options)))),
    );
  }
  return states;
}

async function stateOf(api: Api, form: OwnForm, options: Options): Promise<Found> {
  if (form.marker === null) return stateOfOther(api, form, options);
  const read = await answered(api.call("forms.read", { path: { id: form.formId }, ...placeOf(form) }, options));
  if (read.state === "known") return { state: markOf(read.value) === form.marker ? "ours" : "here", places: [] };
  return { state: read.state === "absent" ? "not shown" : "unknown", places: [] };
}

/** A deletion names no environment and deletes the form wherever it is filed, so this looks in all environments. */
async function stateOfOther(api: Api, { formId }: OwnForm, options: Options): Promise<Found> {
  const { shown, silent } = await whereIs(api, formId, options);
  if (shown.length === 0) return { state: silent.length === 0 ? "not shown" : "unknown", places: [] };
  return { state: "other", places: [...shown, ...silent].filter((place) => place !== null) };
}

/** How many forms are named in the question before a deletion. */
const mostLines = 20;

/** What the dialog says in addition to host and operation. */
export function deletionWords(before: Before<OwnForm>): readonly string[] {
  const { ours, others } = before;
  // Forms that somebody may have filled in come first, so that they are not cut off.
  const lines = [
    ...others.map(({ form, places }) => l10n.t("Not created from here: {0}, {1}", named(form), placeWords(places))),
    ...ours.map(({ smartformName, formId, environment }) =>
      visible(`${smartformName}, ${environment ?? l10n.t("draft")}: ${formId}`),
    ),
  ];
  return [
    oneOrMany(
      ours.length + others.length,
      l10n.t(
        "The form will be gone for good, with everything that was filled in or uploaded. To keep a copy, export the form first.",
      ),
      l10n.t(
        "The forms will be gone for good, with everything that was filled in or uploaded. To keep copies, export the forms first.",
      ),
    ),
    ...(others.length > 0
      ? [
          ours.length + others.length === 1
            ? l10n.t("The form was not created from here. A customer or a colleague may have filled it in.")
            : oneOrMany(
                others.length,
                l10n.t("1 of the forms was not created from here. A customer or a colleague may have filled it in."),
                l10n.t(
                  "{0} of the forms were not created from here. Customers or colleagues may have filled them in.",
                  others.length,
                ),
              ),
        ]
      : []),
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? [l10n.t("and {0} more", lines.length - mostLines)] : []),
    ...leftAlone(before),
  ];
}

/**
 * Nobody can tell where an old form is filed: such forms have no recorded environment, and the service shows them under
 * every environment.
 */
function placeWords(places: readonly string[]): string {
  return places.length === 0
    ? l10n.t("not filed under any environment")
    : places.length === 1
      ? l10n.t("filed under {0}", places.join(""))
      : l10n.t("perhaps filed under {0}", places.join(", "));
}

/** Environments whose names must be typed before anything in them is deleted. */
export function placesOf({ ours, others }: Pick<Before<OwnForm>, "ours" | "others">): readonly string[] {
  return [...ours.flatMap(({ environment }) => environment ?? []), ...others.flatMap(({ places }) => places)];
}

/** Why forms are left alone, one sentence per reason; empty if there is none. */
export function leftAlone({ unproven, notShown, unknown }: Before<OwnForm>): readonly string[] {
  return [
    ...(unproven.length > 0
      ? [
          oneOrMany(
            unproven.length,
            l10n.t("{0}: left alone, since nothing proves that it is a test form created from here.", listed(unproven)),
            l10n.t(
              "{0}: left alone, since nothing proves that they are test forms created from here.",
              listed(unproven),
            ),
          ),
        ]
      : []),
    ...(notShown.length > 0
      ? [
          l10n.t(
            "{0}: not shown by the service; either already deleted, owned by another company, or filed under another environment.",
            listed(notShown),
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          oneOrMany(
            unknown.length,
            l10n.t("{0}: left alone, since the service gave no answer about it.", listed(unknown)),
            l10n.t("{0}: left alone, since the service gave no answer about them.", listed(unknown)),
          ),
        ]
      : []),
  ];
}

/** Reports what was found afterwards, never the status of the service's answer (T76). */
export function deletionReport({ gone, stillThere, unknown }: After<OwnForm>, before: Before<OwnForm>): string {
  const parts = [
    ...(gone.length > 0
      ? [
          oneOrMany(
            gone.length,
            l10n.t("Deleted the form {0}.", listed(gone)),
            l10n.t("Deleted {0} forms: {1}.", gone.length, listed(gone)),
          ),
        ]
      : []),
    ...(stillThere.length > 0
      ? [
          l10n.t(
            "Deletion requested, but the service still shows: {0}. The service deletes in the background. Check again in a while.",
            listed(stillThere),
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [l10n.t("{0}: deletion not certain, because the service did not answer.", listed(unknown))]
      : []),
    ...leftAlone(before),
  ];
  return parts.length > 0 ? parts.join(" ") : l10n.t("No form was deleted.");
}

/** Names at most five forms. */
function listed(forms: readonly OwnForm[]): string {
  const first = forms.slice(0, 5).map(named);
  return forms.length > first.length
    ? l10n.t("{0} and {1} more", first.join(", "), forms.length - first.length)
    : first.join(", ");
}

function named({ smartformName, formId }: OwnForm): string {
  return visible(smartformName === "" ? formId : `${smartformName} (${formId})`);
}
