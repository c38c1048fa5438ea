/** What the Smartform tree shows: Smartforms, and for each its fields, parties and environments, asked for when they are looked at. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { environments, isApiError, type AnswerOf, type Api, type Environment } from "../../api/index.ts";
import { absent, known, unknown, type Answer } from "../../language/index.ts";

export type ActiveSmartform = AnswerOf<"forms.active">[number];
const smartformRow = z.object({ kind: z.literal("smartform"), smartform: z.object({ id: z.string().min(1), name: z.string() }) });

/** The Smartform of a row; a command's argument comes from the tree, or from anybody. */
export function smartformOf(argument: unknown): Pick<ActiveSmartform, "id" | "name"> | undefined {
  return smartformRow.safeParse(argument).data?.smartform;
}

export type SmartformField = AnswerOf<"forms.fields">[number];
export type SmartformParty = AnswerOf<"forms.participatingParties">[number];

export interface Deployment {
  readonly environment: Environment;
  /** Known where the Smartform is deployed, absent where the service said 404, unknown where it said neither. */
  readonly deployed: Answer<true>;
}

export type SmartformNode =
  | { readonly kind: "smartform"; readonly smartform: ActiveSmartform }
  | { readonly kind: "group"; readonly group: "fields" | "parties" | "environments"; readonly smartform: ActiveSmartform }
  | { readonly kind: "field"; readonly field: SmartformField; readonly smartform: ActiveSmartform }
  | { readonly kind: "party"; readonly party: SmartformParty; readonly index: number; readonly smartform: ActiveSmartform }
  | { readonly kind: "environment"; readonly deployment: Deployment; readonly smartform: ActiveSmartform };

/** Children of a node, or of the root. Rejects with ApiError. */
export async function smartformChildren(api: Api, node: SmartformNode | undefined, options: { readonly signal?: AbortSignal } = {}): Promise<readonly SmartformNode[]> {
  if (node === undefined) {
    const smartforms = await api.call("forms.active", {}, options);
    return smartforms.map((smartform) => ({ kind: "smartform", smartform }) as const);
  }
  const { smartform } = node;
  if (node.kind === "smartform") return (["fields", "parties", "environments"] as const).map((group) => ({ kind: "group", group, smartform }));
  if (node.kind !== "group") return [];
  const path = { dialogDefinitionId: smartform.id };
  switch (node.group) {
    case "fields":
      return (await api.call("forms.fields", { path }, options)).map((field) => ({ kind: "field", field, smartform }) as const);
    case "parties":
      return (await api.call("forms.participatingParties", { path }, options)).map((party, index) => ({ kind: "party", party, index, smartform }) as const);
    case "environments":
      return (await deployments(api, smartform.id, options)).map((deployment) => ({ kind: "environment", deployment, smartform }) as const);
  }
}

/** No call lists the environments of a Smartform, but its fields are there in exactly those that it is deployed to (document 1, "Versioning"). */
export async function deployments(api: Api, dialogDefinitionId: string, options: { readonly signal?: AbortSignal } = {}): Promise<readonly Deployment[]> {
  return Promise.all(
    environments.map(async (environment): Promise<Deployment> => {
      try {
        await api.call("forms.fields", { path: { dialogDefinitionId }, environment }, options);
        return { environment, deployed: known(true) };
      } catch (error) {
        if (!isApiError(error) || error.code === "cancelled") throw error;
        return { environment, deployed: error.code === "not-found" ? absent : unknown };
      }
    }),
  );
}

/** Name for people: a phone-list Smartform's parties have only a number (document 1, "Participating party"). */
export function partyLabel(party: SmartformParty, index: number): string {
  return party.name ?? party.phoneNumber ?? party.id ?? l10n.t("Party {0}", index + 1);
}
