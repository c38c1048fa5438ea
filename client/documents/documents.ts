/**
 * What the view and the commands of the document editor share: the environment in use, the kept editing sessions and
 * MetaFiles, and `reach`, which returns the connection's session and the place for a call.
 */
import { documentsEnvironments, isObject } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { givenOwner, ownerOf, sessionFor } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
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
  /** Refreshes the view and, if it is visible, the statuses. */
  refresh(): void;
  /** Asks the person for the environment of the owner's document editor. */
  chooseEnvironment(owner: Owner): Promise<void>;
}

/**
 * Adds to the view a session that a command or a request file has just started. Keeps the address of the session, so
 * that this window can open its editor.
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
 * Returns a function that does the same as `keepStarted` for a session that a request file started. If the session's
 * environment is not the view's, the view lists the session once it shows that environment.
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
 * Returns the session and place for the document editor of the current connection. Asks for the environment if it is
 * missing; undefined if the person chose none. `argument`: a row of the view, or any other argument of a command.
 * Rejects if the document editor is not available on the connection, or if the row does not belong to the window's
 * company.
 */
export async function reach(documents: Documents, argument?: unknown): Promise<Reached | undefined> {
  return reachIn(documents, await sessionFor(documents.services.connections, givenOwner(argument)));
}

/** Does the same as `reach`, in the session in which the work began. */
export async function reachIn(
  { choices, chooseEnvironment }: Documents,
  session: Session,
): Promise<Reached | undefined> {
  const standingNow = (): ReturnType<typeof standingOf> => {
    const { environment, environmentGroup } = choices.of(ownerOf(session));
    return standingOf(session, environment, environmentGroup);
  };
  if (standingNow().state === "unset") await chooseEnvironment(ownerOf(session));
  const standing = standingNow();
  if (standing.state === "off") throw new Error(standing.words);
  return standing.state === "unset" ? undefined : { session, place: standing.place };
}
