/** What the document editor's view and commands share: where they ask, what is kept, and the way to a session of the service. */
import type { Session } from "../connections/connections.ts";
import { givenOwner, sessionFor } from "../connections/ownerModel.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../sides.ts";
import type { Editors } from "./editorsModel.ts";
import type { KeptMetaFiles } from "./metaFilesModel.ts";
import { standingOf, type Choices, type Place } from "./placeModel.ts";
import type { KeptSessions } from "./sessionsModel.ts";

export interface Documents {
  readonly services: Services;
  readonly sides: Sides;
  readonly choices: Choices;
  readonly sessions: KeptSessions;
  readonly metaFiles: KeptMetaFiles;
  readonly editors: Editors;
  /** Shows the view anew, and asks for statuses again where it is seen. */
  refresh(): void;
  /** Asks a person for the environment of the connection of this name. */
  chooseEnvironment(name: string): Promise<void>;
}

export interface Reached {
  readonly session: Session;
  readonly place: Place;
}

/**
 * The document editor of the current connection. `argument`: a row of the view, or anything that a command was given. A missing environment is asked for;
 * undefined where nobody chose one. Rejects where there is no way, and where the row is of another company than that of the window.
 */
export async function reach(documents: Documents, argument?: unknown): Promise<Reached | undefined> {
  return reachIn(documents, await sessionFor(documents.services.connections, givenOwner(argument)));
}

/** The same in a session that the work began with. */
export async function reachIn({ choices, chooseEnvironment }: Documents, session: Session): Promise<Reached | undefined> {
  const environment = (): ReturnType<typeof standingOf> => standingOf(session, choices.of(session.name).environment);
  if (environment().state === "unset") await chooseEnvironment(session.name);
  const standing = environment();
  if (standing.state === "off") throw new Error(standing.words);
  return standing.state === "unset" ? undefined : { session, place: standing.place };
}
