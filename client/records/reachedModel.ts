/**
 * A form that can be asked for: one that was made here, one in progress, or one whose id somebody gave. Knows no
 * `vscode`.
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
  /** Under which it is filed, in any letter case; null: under none. */
  environment: z.string().nullable(),
  connection: z.string(),
  /** Whose form it is: see `identityOf`. Empty in what an earlier version kept. */
  identity: z.string().default(""),
  /** null: nobody knows, since the documents do not promise that the service tells it with the form. */
  smartformId: z.string().nullable(),
  /** Of the Smartform or of the request file; empty where nobody knows. */
  smartformName: z.string(),
  textLibraryFolder: z.string().nullable().default(null),
  /** What proves that it was made here; null where it was not. */
  marker: z.string().nullable(),
});
export type ReachedForm = z.output<typeof reachedForm>;

/** For people: a form has no name of its own. */
export function nameOfForm({ smartformName, formId }: Pick<ReachedForm, "smartformName" | "formId">): string {
  return smartformName === "" ? formId : smartformName;
}

/** What somebody typed to say which form is meant. */
interface WantedForm {
  readonly formId: string;
  /** Where the address of a form's page was given, which names both. */
  readonly smartformId?: string;
}

/**
 * An id, or the address of the form's page at the connection's own forms application. What is wrong with it, where it
 * is neither.
 */
export function readFormId(
  typed: string,
  { formsAppUrl }: { readonly formsAppUrl?: string | undefined },
): WantedForm | { readonly problem: string } {
  const text = typed.trim();
  if (text === "") return { problem: l10n.t("The id is needed.") };
  if (!/^https?:\/\//i.test(text)) return { formId: text };
  const page = URL.canParse(text) ? new URL(text) : undefined;
  if (page === undefined || formsAppUrl === undefined || page.origin !== new URL(formsAppUrl).origin)
    return { problem: l10n.t("This address is not of the forms application of this connection. Write the form’s id.") };
  const [, smartformId, formId] = /\/dialog\/([^/]+)\/form\/([^/]+)\/?$/.exec(page.pathname)?.map(decoded) ?? [];
  return formId
    ? { formId, ...(smartformId && { smartformId }) }
    : {
        problem: l10n.t(
          "This address names no form: one of a form’s page ends with /dialog/…/form/…. Write the form’s id.",
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
 * One that was not made from here and is filed under no environment that is known may be of the saved draft, or of old:
 * no document says which.
 */
export function environmentWords({ environment, marker }: Pick<ReachedForm, "environment" | "marker">): string {
  return environment ?? (marker === null ? l10n.t("environment not known, or none") : l10n.t("draft"));
}

type Options = { readonly signal: AbortSignal };
type Place = Environment | null;

/**
 * Where the service shows a form: a read under another environment than its own finds none, and forms of old are found
 * under each (document 1, "Versioning").
 */
interface Whereabouts {
  /** null: without an environment. */
  readonly shown: readonly Place[];
  readonly silent: readonly Place[];
  readonly read: AnswerOf<"forms.read"> | undefined;
  /** Why the service did not say. */
  readonly problem: ApiError | undefined;
}

/** Asks for it in every environment and in none, at once. Rejects where it was cancelled. */
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
 * The one environment that it is shown under; null for one that is shown without, and for one of old, which is shown
 * under each. Where one of those that are named did not answer, a form that is shown without any may be of old.
 */
export function filedUnder({ shown, silent }: Pick<Whereabouts, "shown" | "silent">): Place {
  const named = shown.filter((place) => place !== null);
  if (shown.includes(null) && silent.some((place) => place !== null)) return null;
  return named.length === 1 || !shown.includes(null) ? (named[0] ?? null) : null;
}

/** Whose form is looked for. */
export interface FormsOf {
  readonly name: string;
  readonly identity: string;
  readonly api: Pick<Api, "call">;
}

interface FoundForm {
  readonly form: ReachedForm & { readonly marker: null };
  /** Of a test form that was made from here or anywhere else. */
  readonly mark: string | undefined;
}

/** Undefined where the service shows no such form in any environment. Rejects with ApiError where it did not say. */
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
  };
}

/** Empty where the service does not say. */
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

/**
 * The test form that was made from here, where a form that the service listed, or that was opened by its id, is one.
 */
export function asTestForm(form: ReachedForm, made: readonly TestForm[]): ReachedForm {
  const own =
    form.marker === null
      ? made.find(({ identity, formId }) => identity === form.identity && formId === form.formId)
      : undefined;
  return own === undefined ? form : { ...own, formId: form.formId };
}
