/** What the forms part of the client needs of the rest. */
import type { Intent, Ticket } from "../../api/index.ts";
import type { Session } from "../connections/connections.ts";
import type { Services } from "../services.ts";

export type FormsSession = Pick<Session, "name" | "environment" | "api">;

export interface FormsHost extends Services {
  /** Asks the author; undefined where the answer was no. */
  readonly consent: (intent: Intent) => Promise<Ticket | undefined>;
}
