/**
 * What the document editor's view and commands share: where they ask, what is kept, and the way to a session of the
 * service.
 */
import { documentsEnvironments, isObject } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { givenOwner, sessionFor } from "../connections/ownerModel.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import type { Editors, Started } from "../records/editorsModel.ts";
import type { KeptMetaFiles } from "./metaFilesModel.ts";
import { standingOf } from "../connections/documentsPlaceModel.ts";
import type { Choices, Place } from "../connections/documentsPlaceModel.ts";
import type { KeptSession, KeptSessions } from "./sessionsModel.ts";

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

/**
 * A session that was just started from here, by a command or by a request file: it stands in the view, and its editor
 * can be opened from this window.
 */
export async function keepStarted(
  { editors, sessions, refresh }: Documents,
  place: Pick<Place, "key">,
  {
    answer,
    ...facts
  }: Pick<KeptSession, "name" | "metaFile" | "started" | "environmentGroup"> & { readonly answer: Started },
): Promise<KeptSession> {
  const kept: KeptSession = { place: place.key, dxmlUID: answer.DxmlUID, ...facts, validTo: answer.ValidTo ?? null };
  editors.keep(place.key, answer);
  await sessions.put(kept);
  refresh();
  return kept;
}

/**
 * The same for a request file, whose environment may be another one than that of the view: it stands there once the
 * view turns to it.
 */
export function sessionsOfFiles(documents: Documents): (
  session: Session,
  started: {
    readonly environment: string | undefined;
    readonly environmentGroup: string | undefined;
    readonly body: unknown;
    readonly answer: Started;
    readonly at: Date;
  },
) => Promise<void> {
  return async (session, { environment, environmentGroup = "", body, answer, at }) => {
    const standing = standingOf(
      session,
      documentsEnvironments.find((name) => name === environment),
    );
    if (standing.state !== "ready") return;
    const named = (field: string): string | undefined => {
      const value = isObject(body) ? body[field] : undefined;
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    };
    const metaFile = named("MetaFile");
    await keepStarted(documents, standing.place, {
      answer,
      name: named("Document") ?? answer.DxmlUID,
      ...(metaFile !== undefined && { metaFile }),
      started: at.toISOString(),
      environmentGroup,
    });
  };
}

export interface Reached {
  readonly session: Session;
  readonly place: Place;
}

/**
 * The document editor of the current connection. `argument`: a row of the view, or anything that a command was given. A
 * missing environment is asked for; undefined where nobody chose one. Rejects where there is no way, and where the row
 * is of another company than that of the window.
 */
export async function reach(documents: Documents, argument?: unknown): Promise<Reached | undefined> {
  return reachIn(documents, await sessionFor(documents.services.connections, givenOwner(argument)));
}

/** The same in a session that the work began with. */
export async function reachIn(
  { choices, chooseEnvironment }: Documents,
  session: Session,
): Promise<Reached | undefined> {
  const standingNow = (): ReturnType<typeof standingOf> => {
    const { environment, environmentGroup } = choices.of(session.name);
    return standingOf(session, environment, environmentGroup);
  };
  if (standingNow().state === "unset") await chooseEnvironment(session.name);
  const standing = standingNow();
  if (standing.state === "off") throw new Error(standing.words);
  return standing.state === "unset" ? undefined : { session, place: standing.place };
}
