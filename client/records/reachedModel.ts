/**
 * A form that can be read: one created here, one in progress, or one whose id was entered. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { environments, isApiError, isObject } from "../../api/index.ts";
import type { AnswerOf, Api, ApiError, Environment } from "../../api/index.ts";
import { markOf } from "./readBackModel.ts";
import type { TestForm } from "./testForms.ts";
import { answered } from "../calls/answersModel.ts";

export const reachedForm = z.object({
  formId: z.string().min(1),
  /** Environment under which the form is filed, in any letter case; null if it has no environment. */
  environment: z.string().nullable(),
  connection: z.string(),
  /** Owner of the form: see `identityOf`. Empty in entries of an earlier version. */
  identity: z.string().default(""),
  /** null if unknown: the documents do not promise that the service returns it with the form. */
  smartformId: z.string().nullable(),
  /** Name of the Smartform or of the request file; empty if unknown. */
  smartformName: z.string(),
  textLibraryFolder: z.string().nullable().default(null),
  /** Proves that the form was created here; null if it was not. */
  marker: z.string().nullable(),
});
export type ReachedForm = z.output<typeof reachedForm>;

/** Display name: a form has no name of its own. */
export function nameOfForm({ smartformName, formId }: Pick<ReachedForm, "smartformName" | "formId">): string {
  return smartformName === "" ? formId : smartformName;
}

/** The form that the typed text identifies. */
interface WantedForm {
  readonly formId: string;
  /** Given only if the person entered the address of a form's page, because that address contains both ids. */
  readonly smartformId?: string;
}

/**
 * Reads an id, or the address of the form's page at the connection's own forms application. Returns the problem if the
 * text is something else.
 */
export function readFormId(
  typed: string,
  { formsAppUrl }: { readonly formsAppUrl?: string | undefined },
): WantedForm | { readonly problem: string } {
  const text = typed.trim();
  if (text === "") return { problem: l10n.t("Enter the id.") };
  if (!/^https?:\/\//i.test(text)) return { formId: text };
  const page = URL.canParse(text) ? new URL(text) : undefined;
  if (page === undefined || formsAppUrl === undefined || page.origin !== new URL(formsAppUrl).origin)
    return {
      problem: l10n.t(
        "This address does not belong to the forms application of this connection. Enter the form’s id instead.",
      ),
    };
  const [, smartformId, formId] = /\/dialog\/([^/]+)\/form\/([^/]+)\/?$/.exec(page.pathname)?.map(decoded) ?? [];
  return formId
    ? { formId, ...(smartformId && { smartformId }) }
    : {
        problem: l10n.t(
          "This is not the address of a form. The address of a form’s page ends with /dialog/…/form/…. Enter the form’s id instead.",
        ),
      };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A form that was not created here and is filed under no known environment may be a form of the saved draft or an old
 * form: the documents do not say which.
 */
export function environmentWords({ environment, marker }: Pick<ReachedForm, "environment" | "marker">): string {
  return environment ?? (marker === null ? l10n.t("environment not known, or none") : l10n.t("draft"));
}

type Options = { readonly signal: AbortSignal };
type Place = Environment | null;

/**
 * Where the service shows a form. A read under another environment finds nothing, except that old forms are found under
 * every environment (document 1, "Versioning").
 */
interface Whereabouts {
  /** null: without an environment. */
  readonly shown: readonly Place[];
  readonly silent: readonly Place[];
  readonly read: AnswerOf<"forms.read"> | undefined;
  /** The first error, other than "not found", of these reads; undefined if there was none. */
  readonly problem: ApiError | undefined;
}

/** Reads the form under every environment and without one, concurrently. Rejects if it was cancelled. */
export async function whereIs(api: Pick<Api, "call">, formId: string, options: Options): Promise<Whereabouts> {
  const asked = await Promise.all(
    [null, ...environments].map(async (place) => {
      try {
        return {
          place,
          read: await api.call(
            "forms.read",
            { path: { id: formId }, ...(place !== null && { environment: place }) },
            options,
          ),
        };
      } catch (problem) {
        if (!isApiError(problem) || problem.code === "cancelled") throw problem;
        return { place, problem };
      }
    }),
  );
  const silent = asked.filter(({ problem }) => problem !== undefined && problem.code !== "not-found");
  const shown = asked.filter(({ read }) => read !== undefined);
  return {
    shown: shown.map(({ place }) => place),
    silent: silent.map(({ place }) => place),
    read: shown[0]?.read,
    problem: silent[0]?.problem,
  };
}

/**
 * Returns the only environment under which the form is shown. Returns null for a form that is shown only without an
 * environment, and for a form that is shown under several: only old forms are shown under several, and their
 * environment is not recorded. Also returns null if the form is shown without an environment and an environment did not
 * answer: the form may then be an old form.
 */
export function filedUnder({ shown, silent }: Pick<Whereabouts, "shown" | "silent">): Place {
  const [only = null, ...others] = namedIn(shown);
  return others.length > 0 || (shown.includes(null) && namedIn(silent).length > 0) ? null : only;
}

function namedIn(places: readonly Place[]): readonly Environment[] {
  return places.filter((place) => place !== null);
}

/** The session whose forms are searched. */
export interface FormsOf {
  readonly name: string;
  readonly identity: string;
  readonly api: Pick<Api, "call">;
}

interface FoundForm {
  readonly form: ReachedForm & { readonly marker: null };
  /** The mark of a test form, created here or elsewhere. */
  readonly mark: string | undefined;
  /**
   * The environments under which the service shows the form, if there are several and a read without an environment
   * finds nothing. Otherwise empty.
   */
  readonly readableUnder: readonly Environment[];
}

/**
 * Resolves with undefined if the service shows no such form in any environment. Rejects with ApiError if the service
 * did not say.
 */
export async function findForm(
  { api, name, identity }: FormsOf,
  wanted: WantedForm,
  options: Options,
): Promise<FoundForm | undefined> {
  const found = await whereIs(api, wanted.formId, options);
  if (found.read === undefined) {
    if (found.problem !== undefined) throw found.problem;
    return undefined;
  }
  const environment = filedUnder(found);
  const told = isObject(found.read) ? found.read["dialogDefinitionId"] : undefined;
  const smartformId = typeof told === "string" && told !== "" ? told : (wanted.smartformId ?? null);
  const smartformName = smartformId === null ? "" : await smartformNamed(api, { smartformId, environment }, options);
  return {
    form: {
      formId: wanted.formId,
      environment,
      connection: name,
      identity,
      smartformId,
      smartformName,
      textLibraryFolder: null,
      marker: null,
    },
    mark: markOf(found.read),
    readableUnder: environment === null && !found.shown.includes(null) ? namedIn(found.shown) : [],
  };
}

/** Resolves with an empty string if the service does not say. */
async function smartformNamed(
  api: Pick<Api, "call">,
  { smartformId, environment }: { readonly smartformId: string; readonly environment: Place },
  options: Options,
): Promise<string> {
  const definition = await answered(
    api.call(
      "forms.definition",
      { path: { dialogDefinitionId: smartformId }, ...(environment !== null && { environment }) },
      options,
    ),
  );
  return definition.state === "known" ? (definition.value.name ?? "") : "";
}

/** Returns the entry in the list of test forms, if this form was created here. Otherwise returns the form unchanged. */
export function asTestForm(form: ReachedForm, made: readonly TestForm[]): ReachedForm {
  const own =
    form.marker === null
      ? made.find(({ identity, formId }) => identity === form.identity && formId === form.formId)
      : undefined;
  return own === undefined ? form : { ...own, formId: form.formId };
}
