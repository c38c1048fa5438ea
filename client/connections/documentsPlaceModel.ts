/**
 * Where the document editor is asked: in the environment that a person chose for it in this workspace, else in that of
 * the connection's settings, else in the one that forms use, where the document editor has one of the same name. No
 * other name stands in for it, and what is kept on this computer is bound to the address that it came from. Knows no
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { documentsEnvironments } from "../../api/index.ts";
import type { Connection, DocumentsEnvironment, Environment, StoreSearchCall } from "../../api/index.ts";
import { visible } from "../../language/index.ts";
import type { KeptState } from "../window/keptState.ts";

/** Where a call goes: most take an environment group behind their environment (document 3, "Endpoints"). */
export interface At {
  readonly environment: DocumentsEnvironment;
  /** Name or id, for who uses environment groups. */
  readonly environmentGroup?: string;
}

export interface Place {
  readonly connection: string;
  readonly environment: DocumentsEnvironment;
  /**
   * For calls other than the list of sessions: with a group behind it, its address would be that of one session. Which
   * calls take a group is not documented.
   */
  readonly at: At;
  /** Ids of one address, client and environment say nothing in another (document 3, "Versioning"; T89). */
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
 * Whether the document editor can be asked, and where. A name that it does not have is turned into none of its own
 * (T81).
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
        "The connection {0} has no address of a document editor. Add documentsApiUrl to it in your setting smartform.connections.",
        name,
      ),
    };
  const asked = chosen ?? documentsEnvironment ?? documentsEnvironments.find((each) => each === environment);
  if (asked === undefined) return { state: "unset" };
  // The port of the sandbox on this computer may change, and with it the address; its client stays.
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
 * Beside the title of the view. None is not possible here, so that one is always named; Production is told in more than
 * a colour.
 */
export function placeWords({ connection, environment, at }: Place): string {
  return [
    connection,
    environment === "Production" ? "PRODUCTION" : environment,
    ...(at.environmentGroup === undefined ? [] : [l10n.t("group {0}", visible(at.environmentGroup))]),
  ].join(" · ");
}

/** Of what shows answers: those of another environment group are others. */
export function groupedKey({ key: place, at }: Place): string {
  return at.environmentGroup === undefined ? place : `${place} ${at.environmentGroup}`;
}

/** The part of a request that names the environment group, where there is one. */
export function inGroup(named: string | undefined): { readonly environmentGroup?: string } {
  const environmentGroup = named?.trim() ?? "";
  return environmentGroup === "" ? {} : { environmentGroup };
}

/** A search that goes on over several answers knows its environment alone. */
export function searchAt({ at }: Place, call: StoreSearchCall): StoreSearchCall {
  return (operation, request, options) => call(operation, { ...request, ...at }, options);
}

const choice = z.object({
  environment: z.enum(documentsEnvironments).optional(),
  /** Goes to the service's audit log, so that it is asked for and never taken from the computer (T164). */
  userName: z.string().optional(),
  source: z.string().optional(),
  /** Named in calls, of which most take one; shown beside the environment. */
  environmentGroup: z.string().optional(),
});
type Choice = z.output<typeof choice>;

const key = "documents.choices";

/** What a person chose for the document editor of a connection, in this workspace. */
export class Choices {
  readonly #store: KeptState;

  constructor(store: KeptState) {
    this.#store = store;
  }

  of(connection: string): Choice {
    return this.#all().get(connection) ?? {};
  }

  /** Resolves when it is written. */
  async put(connection: string, more: Choice): Promise<void> {
    const all = this.#all().set(connection, { ...this.of(connection), ...more });
    await this.#store.update(key, Object.fromEntries(all));
  }

  #all(): Map<string, Choice> {
    return new Map(Object.entries(z.record(z.string(), choice).safeParse(this.#store.get(key)).data ?? {}));
  }
}
