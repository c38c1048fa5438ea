/**
 * The nodes of the Smartform tree: Smartforms, and for each its fields, parties and environments, which are requested
 * when they are expanded.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { environments } from "../../api/index.ts";
import type { AnswerOf, Api, Environment } from "../../api/index.ts";
import { distinctIds } from "../window/distinctIds.ts";
import { known } from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";
import { answered } from "../calls/answersModel.ts";

type ActiveSmartform = AnswerOf<"forms.active">[number];
const smartformRow = z.object({
  kind: z.literal("smartform"),
  smartform: z.object({ id: z.string().min(1), name: z.string() }),
});

/**
 * Returns the Smartform of a row. The argument is checked because any extension, not only the tree, can run the
 * command.
 */
export function smartformOf(argument: unknown): Pick<ActiveSmartform, "id" | "name"> | undefined {
  return smartformRow.safeParse(argument).data?.smartform;
}

type SmartformField = AnswerOf<"forms.fields">[number];
export type SmartformParty = AnswerOf<"forms.participatingParties">[number];

interface Deployment {
  readonly environment: Environment;
  /** Known if the Smartform is deployed, absent if the service answered 404, unknown otherwise. */
  readonly deployed: Answer<true>;
}

/** The environment whose version the row shows; undefined if the row shows the saved draft. */
interface Version {
  readonly environment: Environment | undefined;
}

interface Listed extends Version {
  readonly smartform: ActiveSmartform;
  /** Distinguishes the Smartform's row from the other listed rows. */
  readonly row: string;
}

export type SmartformNode =
  | ({ readonly kind: "smartform" } & Listed)
  | ({ readonly kind: "group"; readonly group: "fields" | "parties" | "environments" } & Listed)
  | { readonly kind: "field"; readonly field: SmartformField; readonly smartform: ActiveSmartform }
  | {
      readonly kind: "party";
      readonly party: SmartformParty;
      readonly index: number;
      readonly smartform: ActiveSmartform;
    }
  | { readonly kind: "environment"; readonly deployment: Deployment; readonly smartform: ActiveSmartform };

/** Returns the children of a node, or of the root with the given environment. Rejects with ApiError. */
export async function smartformChildren(
  api: Api,
  node: SmartformNode | Version,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly SmartformNode[]> {
  if (!("kind" in node)) {
    const { environment } = node;
    const smartforms = await api.call("forms.active", environment ? { environment } : {}, options);
    const rows = distinctIds(smartforms.map(({ id }) => id));
    return smartforms.map(
      (smartform, index) => ({ kind: "smartform", smartform, environment, row: rows[index] ?? smartform.id }) as const,
    );
  }
  const { smartform } = node;
  if (node.kind !== "smartform" && node.kind !== "group") return [];
  const { environment, row } = node;
  if (node.kind === "smartform")
    return (["fields", "parties", "environments"] as const).map((group) => ({
      kind: "group",
      group,
      smartform,
      environment,
      row,
    }));
  const path = { dialogDefinitionId: smartform.id };
  switch (node.group) {
    case "fields":
      return (await api.call("forms.fields", { path, ...(environment && { environment }) }, options)).map(
        (field) => ({ kind: "field", field, smartform }) as const,
      );
    case "parties":
      return (await api.call("forms.participatingParties", { path, ...(environment && { environment }) }, options)).map(
        (party, index) => ({ kind: "party", party, index, smartform }) as const,
      );
    case "environments":
      return (await deployments(api, smartform.id, options)).map(
        (deployment) => ({ kind: "environment", deployment, smartform }) as const,
      );
  }
}

/**
 * Which Smartforms a view shows: those of an environment that was chosen for the view, or those of the connection's
 * environment. If null, the view shows the saved drafts.
 */
export type ViewedEnvironment = Environment | null | "asConnection";

export function viewedIn(chosen: ViewedEnvironment, ofConnection: Environment | undefined): Environment | undefined {
  return chosen === "asConnection" ? ofConnection : (chosen ?? undefined);
}

/**
 * Returns the words for a list of Smartforms. They do not say "deployed to", because it is not documented whether the
 * list for an environment has only the Smartforms that are deployed to it.
 */
export function viewedWords(environment: Environment | undefined): string {
  return environment === undefined ? l10n.t("saved drafts") : l10n.t("as listed under {0}", environment);
}

const versioned = z.object({ environment: z.enum(environments) });

/** Returns the environment of the version that a row shows. */
export function environmentOfRow(argument: unknown): Environment | undefined {
  return versioned.safeParse(argument).data?.environment;
}

/**
 * Returns the query for the detailed list. The documents name the two filters but do not describe their values. Only
 * filters with a value are sent.
 */
export function detailsQuery(answers: ReadonlyMap<string, string>): {
  readonly integration?: string;
  readonly integrationobject?: string;
} {
  const integration = answers.get("integration") ?? "",
    integrationobject = answers.get("integrationobject") ?? "";
  return { ...(integration !== "" && { integration }), ...(integrationobject !== "" && { integrationobject }) };
}

/**
 * Returns for each environment whether the Smartform is deployed to it. No call returns this, but the Smartform's
 * fields exist exactly in the environments to which it is deployed (document 1, "Versioning").
 */
export async function deployments(
  api: Api,
  dialogDefinitionId: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly Deployment[]> {
  return Promise.all(
    environments.map(async (environment) => {
      const fields = await answered(api.call("forms.fields", { path: { dialogDefinitionId }, environment }, options));
      return { environment, deployed: fields.state === "known" ? known(true) : fields };
    }),
  );
}

/**
 * Returns the display name of a party. Parties of a phone-list Smartform have only a phone number (document 1,
 * "Participating party").
 */
export function partyLabel(party: SmartformParty, index: number): string {
  return party.name ?? party.phoneNumber ?? party.id ?? l10n.t("Party {0}", index + 1);
}

/**
 * Names the version of the Smartform that a form runs, for use in a list. Null stands for the saved draft, and is never
 * replaced by an environment (T85).
 */
export function versionWords(environment: string | null): string {
  return environment === null ? l10n.t("the saved draft") : l10n.t("as deployed to {0}", environment);
}
