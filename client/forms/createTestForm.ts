/**
 * Makes one test form from a request: writes the form to the list first, sends the request once, and never reports
 * failure if the outcome is unknown. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { explain, isApiError, needsTicket } from "../../api/index.ts";
import type { Api, ApiError, Environment, Ticket } from "../../api/index.ts";
import { deployments } from "../records/smartformModel.ts";
import { visible } from "../../language/index.ts";
import { askSmartform } from "./partiesModel.ts";
import { environmentOf, marked } from "../records/formRequestModel.ts";
import type { CreateForm } from "../records/formRequestModel.ts";
import type { TestForm, TestForms } from "../records/testForms.ts";

export interface FormRequest {
  readonly body: CreateForm;
  readonly environment?: Environment;
}

/** What is needed of a session to make a form. */
interface FormsSession {
  readonly name: string;
  readonly identity: string;
  readonly environment: Environment | undefined;
  readonly api: Api;
}

export interface MadeForm extends TestForm {
  readonly formId: string;
}

/** The answer was lost, so the form may exist. Its marker identifies it; nothing is sent again. */
export class UnknownForm extends Error {
  readonly form: TestForm;
  constructor(form: TestForm, cause: Error) {
    super(
      l10n.t(
        "It is not known whether the test form was created. {0} The request was sent once and is not sent again. If the form exists, its external metadata contains smartformTest = {1}.",
        cause.message,
        form.marker,
      ),
      { cause },
    );
    this.form = form;
  }
}

/**
 * Resolves with the form, or with undefined if the author refused a call that notifies people or registers a webhook.
 * Rejects with ApiError if the service refused, and with UnknownForm if nobody can tell whether the form was made.
 */
export async function createTestForm(
  body: CreateForm,
  session: FormsSession,
  options: {
    readonly consent: (request: FormRequest) => Promise<Ticket | undefined>;
    readonly forms: TestForms;
    readonly smartformName: string;
    readonly marker: string;
    readonly now: Date;
    readonly signal?: AbortSignal;
  },
): Promise<MadeForm | undefined> {
  const environment = environmentOf(body, session.environment);
  const request: FormRequest = { body: marked(body, options.marker), ...(environment && { environment }) };
  let ticket: Ticket | undefined;
  if (needsTicket("forms.create", request)) {
    ticket = await options.consent(request);
    if (ticket === undefined) return undefined;
  }
  const form: TestForm = {
    marker: options.marker,
    connection: session.name,
    identity: session.identity,
    smartformId: body.dialogDefinitionId,
    smartformName: options.smartformName,
    environment: environment ?? null,
    textLibraryFolder: body.textLibraryFolder || null,
    at: options.now.toISOString(),
    state: "sending",
    formId: null,
  };
  await options.forms.put(form);
  try {
    const answer = await session.api.call("forms.create", request, {
      ...(options.signal && { signal: options.signal }),
      ...(ticket && { ticket }),
    });
    const made: MadeForm = {
      ...form,
      environment: answer.resolvedEnvironment ?? form.environment,
      state: "made",
      formId: answer.id,
    };
    await options.forms.put(made);
    return made;
  } catch (error) {
    if (isApiError(error) && error.outcome === "none") {
      await options.forms.forget([form.marker]);
      throw error;
    }
    const lost: TestForm = { ...form, state: "unknown" };
    await options.forms.put(lost);
    throw error instanceof Error ? new UnknownForm(lost, error) : error;
  }
}

/**
 * Explains why the service did not make the form. If its Smartform is not deployed to the environment, also says where
 * it is deployed (T87).
 */
export async function explainRefusal(
  error: ApiError,
  body: CreateForm,
  session: FormsSession,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const environment = body.environment ?? session.environment;
  const asked = { body, ...(environment && { environment }) };
  if (error.code !== "not-found" || environment === undefined) return explain(error, asked);
  // The name comes from the saved draft, which exists whether or not the Smartform is deployed.
  const { name } = await askSmartform(
    session.api,
    { dialogDefinitionId: body.dialogDefinitionId, environment: undefined },
    options,
  );
  const words = explain(error, { ...asked, ...(name.state === "known" && { smartform: visible(name.value) }) });
  const all = await deployments(session.api, body.dialogDefinitionId, options);
  const deployed = all.filter((one) => one.deployed.state === "known").map((one) => one.environment);
  if (deployed.length > 0) return `${words} ${l10n.t("It is deployed to {0}.", deployed.join(", "))}`;
  return all.every((one) => one.deployed.state === "absent")
    ? `${words} ${l10n.t("The service does not show the Smartform in any environment.")}`
    : words;
}
