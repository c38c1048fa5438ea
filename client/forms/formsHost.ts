/** What the forms part of the client needs of the rest: a connection, consent, and word of saves. */
import type { Api, Environment } from "../../api/index.ts";
import type { Intent, Ticket } from "../../api/index.ts";

export interface ActiveConnection {
  /** Name of the connection, for lists and labels. */
  readonly name: string;
  readonly api: Api;
  /** The environment chosen in the status bar; absent runs the saved draft. */
  readonly environment: Environment | undefined;
}

export interface FormsHost {
  /** The connection in use. Rejects with an error for people where there is none, or where the workspace is not trusted. */
  readonly connection: () => Promise<ActiveConnection>;
  /** Language codes that occur in the Text Library, most frequent first; empty where nobody knows yet. */
  readonly languages: () => Promise<readonly string[]>;
  /** Asks the author; undefined where the answer was no. */
  readonly consent: (intent: Intent) => Promise<Ticket | undefined>;
}
