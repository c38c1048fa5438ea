/** The questions of the sign-in, and the connection that the answers make. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { documentsEnvironments, onlyWritesAudit } from "../../api/index.ts";
import type { ApiAddress, ApiError } from "../../api/index.ts";
import type { Answers, InputStep, Step } from "../window/stepsModel.ts";
import {
  addressProblem,
  nameProblem,
  normalAddress,
  optionalAddresses,
  scopeProblem,
  serviceNames,
  withAnswers,
} from "../connections/connectionsModel.ts";
import type { Profile } from "../connections/connectionsModel.ts";
import { proofOf } from "../connections/proofModel.ts";

export const needed = (value: string): string | undefined => (value === "" ? l10n.t("Enter a value.") : undefined);

const orNone = (value: string): string | undefined => (value === "" ? undefined : addressProblem(value));

/**
 * The boxes of a sign-in. If the forms API has an address, the other services are added later; if not, at least one of
 * them must have an address.
 */
export function signInSteps(answers: Answers): readonly Step[] {
  const withoutForms = answers.get("formsApiUrl") === "";
  return [
    // The name of an existing connection is allowed: the person then signs in to that connection again.
    {
      key: "name",
      prompt: l10n.t("Name of the connection, shown in the status bar"),
      placeholder: "acme-test",
      problem: (value) => nameProblem(value, []),
    },
    {
      key: "authUrl",
      prompt: l10n.t("Address of the token service"),
      placeholder: "https://…",
      problem: addressProblem,
    },
    {
      key: "formsApiUrl",
      prompt: l10n.t("Address of the forms API; leave it empty if this connection is for other APIs"),
      placeholder: "https://…",
      problem: orNone,
    },
    ...(withoutForms
      ? servicesSteps(answers)
      : [
          {
            key: "formsAppUrl",
            prompt: l10n.t("Address of the forms application, where people open forms; optional"),
            placeholder: "https://…",
            problem: orNone,
          },
        ]),
    {
      key: "clientId",
      prompt: withoutForms ? l10n.t("Client id") : l10n.t("Client id (type Standard, scope api.external)"),
      problem: needed,
    },
    ...(withoutForms || answers.has("scope") ? [scopeStep(answers)] : []),
    {
      key: "secret",
      prompt: l10n.t("Client secret; it is kept in the secret storage of this computer"),
      password: true,
      problem: needed,
    },
  ];
}

/**
 * Returns the boxes that add services other than forms to a connection. If the connection has no address for forms,
 * there are boxes for forms too.
 */
export function addServicesSteps(before: Profile, answers: Answers): readonly Step[] {
  const forms: readonly InputStep[] =
    before.formsApiUrl !== undefined
      ? []
      : [
          {
            key: "formsApiUrl",
            prompt: l10n.t("Address of the forms API; leave it empty if this connection is for other APIs"),
            placeholder: "https://…",
            problem: orNone,
          },
          ...((answers.get("formsApiUrl") ?? "") === ""
            ? []
            : [
                {
                  key: "formsAppUrl",
                  prompt: l10n.t("Address of the forms application, where people open forms; optional"),
                  placeholder: "https://…",
                  problem: orNone,
                },
              ]),
        ];
  const hasForms = before.formsApiUrl !== undefined || (answers.get("formsApiUrl") ?? "") !== "";
  return [...forms, ...servicesSteps(answers, { hasForms }), scopeStep(answers, { hasForms })];
}

function servicesSteps(answers: Answers, { hasForms = false } = {}): readonly Step[] {
  const isNamed = (address: ApiAddress): boolean => (answers.get(address) ?? "") !== "";
  return [
    ...optionalAddresses.map((key, index): Step => ({
      key,
      prompt: l10n.t("Address of the {0} API; leave it empty if your company has none", serviceNames[key]),
      placeholder: "https://…",
      problem: (value) => {
        if (value !== "") return addressProblem(value);
        const isLast = index === optionalAddresses.length - 1;
        return isLast && !hasForms && !optionalAddresses.some((other) => other !== key && isNamed(other))
          ? l10n.t("The connection needs the address of at least one API. Enter this one, or go back.")
          : undefined;
      },
    })),
    ...(isNamed("documentsApiUrl")
      ? [
          {
            key: "documentsEnvironment",
            prompt: l10n.t("Environment of the document editor, which has its own environments"),
            items: documentsEnvironments.map((value) => ({ value, label: value })),
          },
        ]
      : []),
  ];
}

function scopeStep(answers: Answers, { hasForms = false } = {}): InputStep {
  return {
    key: "scope",
    prompt: l10n.t(
      "Scopes of the token, separated by spaces: api.external for a client of type Standard, api.audit for a client of type Audit, and the scope of an environment if the environment requires one",
    ),
    placeholder: "api.external",
    problem: (value) => {
      const problem = scopeProblem(value);
      if (problem !== undefined || !onlyWritesAudit({ scope: value })) return problem;
      if (hasForms)
        return l10n.t(
          'A client of type Audit cannot read forms, so enter the scope of a client of type Standard here. To give the connection an Audit client as well, use the command "Smartform: Sign In an Audit Client…" afterwards.',
        );
      return (answers.get("auditApiUrl") ?? "") === ""
        ? l10n.t("A client of type Audit needs the address of the audit API.")
        : undefined;
    },
  };
}

/** Never asks for the secret of the first client: the two clients are never mixed (T91). */
export const auditSteps = ({ clientId }: Profile): readonly InputStep[] => [
  { key: "auditApiUrl", prompt: l10n.t("Address of the audit API"), placeholder: "https://…", problem: addressProblem },
  {
    key: "auditClientId",
    prompt: l10n.t("Client id (type Audit, scope api.audit)"),
    problem: (value) =>
      value === clientId
        ? l10n.t("This is the client of type Standard. A client of type Audit has its own id.")
        : needed(value),
  },
  {
    key: "secret",
    prompt: l10n.t("Secret of the client of type Audit; it is kept in the secret storage of this computer"),
    password: true,
    problem: needed,
  },
];

/**
 * Builds the profile from the answers. Values of the previous connection that were not asked for are kept only if
 * client and addresses are the same. A different client is a different company even at the same addresses: its token
 * must not go to the other services of the previous company, and its events must not use that company's client of type
 * Audit.
 */
export function toProfile(
  answers: Answers,
  before: Profile | undefined,
): { readonly profile: Profile; readonly secret: string } {
  const answer = (key: string): string => answers.get(key) ?? "";
  const authUrl = normalAddress(answer("authUrl")),
    forms = answer("formsApiUrl"),
    clientId = answer("clientId");
  const stays =
    before?.clientId === clientId &&
    before.authUrl === authUrl &&
    before.formsApiUrl === (forms === "" ? undefined : normalAddress(forms));
  return {
    secret: answer("secret"),
    profile: withAnswers({ ...(stays ? before : {}), name: answer("name"), clientId, authUrl }, answers),
  };
}

/** Returns the answer that is most likely wrong; the dialog continues there. */
export function doubtfulAnswer(
  profile: Profile,
  { code, operation }: Pick<ApiError, "code" | "operation">,
): "clientId" | "authUrl" | ApiAddress {
  if (code === "sign-in-failed") return "clientId";
  const asked = proofOf(profile);
  return operation === "token" || asked === "token" ? "authUrl" : asked;
}
