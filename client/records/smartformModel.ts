/**
 * What the Smartform tree shows: Smartforms, and for each its fields, parties and environments, asked for when they are
 * looked at.
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

/** The Smartform of a row; a command's argument comes from the tree, or from anybody. */
export function smartformOf(argument: unknown): Pick<ActiveSmartform, "id" | "name"> | undefined {
  return smartformRow.safeParse(argument).data?.smartform;
}

type SmartformField = AnswerOf<"forms.fields">[number];
export type SmartformParty = AnswerOf<"forms.participatingParties">[number];

interface Deployment {
  readonly environment: Environment;
  /** Known where the Smartform is deployed, absent where the service said 404, unknown where it said neither. */
  readonly deployed: Answer<true>;
}

/** What a row shows is that of the version which runs there; undefined: of the saved draft. */
interface Version {
  readonly environment: Environment | undefined;
}

interface Listed extends Version {
  readonly smartform: ActiveSmartform;
  /** Tells its row from the others that are listed. */
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

/** Children of a node, or of the root, whose environment is the one that is given. Rejects with ApiError. */
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
 * Whose Smartforms a view shows: those of the connection's environment, or of the one that the person chose for it;
 * null: the saved drafts.
 */
export type ViewedEnvironment = Environment | null | "asConnection";

export function viewedIn(chosen: ViewedEnvironment, ofConnection: Environment | undefined): Environment | undefined {
  return chosen === "asConnection" ? ofConnection : (chosen ?? undefined);
}

/** Of a list of Smartforms. That one lists only those that are deployed there is not documented. */
export function viewedWords(environment: Environment | undefined): string {
  return environment === undefined ? l10n.t("saved drafts") : l10n.t("as listed under {0}", environment);
}

const versioned = z.object({ environment: z.enum(environments) });

/** Of a row: the version that it shows. */
export function environmentOfRow(argument: unknown): Environment | undefined {
  return versioned.safeParse(argument).data?.environment;
}

/**
 * What of the detailed list is asked for; the documents name the two filters and say nothing of their values. Only what
 * is filled in is sent.
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
 * No call lists the environments of a Smartform, but its fields are there in exactly those that it is deployed to
 * (document 1, "Versioning").
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

/** Name for people: a phone-list Smartform's parties have only a number (document 1, "Participating party"). */
export function partyLabel(party: SmartformParty, index: number): string {
  return party.name ?? party.phoneNumber ?? party.id ?? l10n.t("Party {0}", index + 1);
}

/**
 * Which version of its Smartform a form shows, as part of a list. No environment is a choice of its own here, and no
 * other one takes its place (T85).
 */
export function versionWords(environment: string | null): string {
  return environment === null ? l10n.t("the saved draft") : l10n.t("as deployed to {0}", environment);
}
