/**
 * Decides in which environment the document editor is called. The environment that was chosen for it in this workspace
 * comes first, then the one in the connection's settings, then the one used for forms, if the document editor has one
 * of the same name. No other environment is used instead, except in the sandbox. Data kept on this computer is bound to
 * the address that it came from. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { documentsEnvironments } from "../../api/index.ts";
import type { Connection, DocumentsEnvironment, Environment, StoreSearchCall } from "../../api/index.ts";
import { visible } from "../../language/index.ts";
import { sandboxEnvironments } from "./connectionsModel.ts";
import type { Owner } from "./ownerModel.ts";
import type { KeptState } from "../window/keptState.ts";

/** Where a call goes: most calls take an environment group after their environment (document 3, "Endpoints"). */
export interface At {
  readonly environment: DocumentsEnvironment;
  /** Name or id, for companies that use environment groups. */
  readonly environmentGroup?: string;
}

export interface Place {
  readonly connection: string;
  readonly environment: DocumentsEnvironment;
  /**
   * Used in all calls except the list of sessions: if the address of the list contained an environment group, it would
   * be the address of a single session. It is not documented which calls take a group.
   */
  readonly at: At;
  /** Ids are valid only for the address, client and environment that they came from (document 3, "Versioning"; T89). */
  readonly key: string;
}

export type Standing =
  | { readonly state: "ready"; readonly place: Place }
  | { readonly state: "unset" }
  | { readonly state: "off"; readonly words: string };

/** The part of a session that says where it leads. */
export interface Whereabouts {
  readonly name: string;
  readonly sandbox: boolean;
  readonly environment: Environment | undefined;
  readonly documentsEnvironment?: DocumentsEnvironment | undefined;
  readonly identity: string;
  readonly api: { readonly connection: Connection };
}

/**
 * Returns whether the document editor can be called, and where. If the document editor lacks an environment named like
 * the one for forms, no other environment is used instead (T81), except in the sandbox.
 */
export function standingOf(
  { name, sandbox, environment, documentsEnvironment, identity, api: { connection } }: Whereabouts,
  chosen: DocumentsEnvironment | undefined,
  environmentGroup?: string,
): Standing {
  const { documentsApiUrl, clientId } = connection;
  if (documentsApiUrl === undefined)
    return {
      state: "off",
      words: l10n.t(
        "The connection {0} has no address for a document editor. Add documentsApiUrl to it in your setting smartform.connections.",
        name,
      ),
    };
  const named = chosen ?? documentsEnvironment ?? documentsEnvironments.find((each) => each === environment);
  const asked = named ?? (sandbox ? sandboxEnvironments.documents : undefined);
  if (asked === undefined) return { state: "unset" };
  // The sandbox's port, and so its address, may change; its client id stays.
  return {
    state: "ready",
    place: {
      connection: name,
      environment: asked,
      at: { environment: asked, ...inGroup(environmentGroup) },
      key: `${sandbox ? identity : `${documentsApiUrl} ${clientId}`} ${asked}`,
    },
  };
}

/**
 * Returns the words after the title of the view. An environment is always named, since one is required here; Production
 * is not shown by colour alone.
 */
export function placeWords({ connection, environment, at }: Place): string {
  return [
    connection,
    environment === "Production" ? "PRODUCTION" : environment,
    ...(at.environmentGroup === undefined ? [] : [l10n.t("group {0}", visible(at.environmentGroup))]),
  ].join(" · ");
}

/** Returns the key for views that show answers: one key per environment group. */
export function groupedKey({ key: place, at }: Place): string {
  return at.environmentGroup === undefined ? place : `${place} ${at.environmentGroup}`;
}

/** Returns the part of a request that names the environment group, if there is one. */
export function inGroup(named: string | undefined): { readonly environmentGroup?: string } {
  const environmentGroup = named?.trim() ?? "";
  return environmentGroup === "" ? {} : { environmentGroup };
}

/** Adds the environment group to a search over several pages, because the search itself passes only the environment. */
export function searchAt({ at }: Place, call: StoreSearchCall): StoreSearchCall {
  return (operation, request, options) => call(operation, { ...request, ...at }, options);
}

const choice = z.object({
  environment: z.enum(documentsEnvironments).optional(),
  /**
   * Written to the service's audit log, so the person is asked for the name. It is never taken from the computer
   * (T164).
   */
  userName: z.string().optional(),
  source: z.string().optional(),
  /** Becomes part of `Place.at`; shown beside the environment. */
  environmentGroup: z.string().optional(),
});
type Choice = z.output<typeof choice>;

const key = "documents.choices";
const keyOf = ({ identity, connection }: Owner): string => JSON.stringify([identity, connection]);

/**
 * The choices for the document editor of a connection, in this workspace. They are stored under the connection's name
 * and identity, because the name may later be given to another company, and two connections of one client may be for
 * two environments.
 */
export class Choices {
  readonly #store: KeptState;

  constructor(store: KeptState) {
    this.#store = store;
  }

  of(owner: Owner): Choice {
    return this.#all().get(keyOf(owner)) ?? {};
  }

  /** Resolves once the choice is written. */
  async put(owner: Owner, more: Choice): Promise<void> {
    const all = this.#all().set(keyOf(owner), { ...this.of(owner), ...more });
    await this.#store.update(key, Object.fromEntries(all));
  }

  #all(): Map<string, Choice> {
    return new Map(Object.entries(z.record(z.string(), choice).safeParse(this.#store.get(key)).data ?? {}));
  }
}
