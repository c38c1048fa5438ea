/**
 * The owner of a thing that was read, such as a row or a plan. Work on the thing continues only in a session of its
 * owner's library. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isSandboxIdentity } from "./connectionsModel.ts";

/** Stored with everything that is kept after it was read: a copy, a plan, a waiting button, a table, a row. */
export interface Owner {
  /** Service and client: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection when the thing was read, for display. */
  readonly connection: string;
}

/** Validates arguments of commands, which may come from any extension. */
export const ownerShape = z.object({ identity: z.string(), connection: z.string() });

export const ownerOf = ({ identity, name }: { readonly identity: string; readonly name: string }): Owner => ({
  identity,
  connection: name,
});

/** A row of a view. If `owner` is undefined, the row belongs to the current connection of the window. */
export type Owned<Row> = Row & { readonly owner?: Owner | undefined };

export const owned = <Row extends object>(rows: readonly Row[], owner: Owner | undefined): Owned<Row>[] =>
  rows.map((row) => ({ ...row, ...(owner && { owner }) }));

const ownedShape = z.object({ owner: ownerShape });

/** Returns the owner in an argument of a command, if it has a valid one; arguments may come from any extension. */
export function givenOwner(argument: unknown): { readonly owner?: Owner } {
  return ownedShape.safeParse(argument).data ?? {};
}

/** There is no session; the message says why and what to do. */
export class NotConnected extends Error {
  override readonly name = "NotConnected";
}

/** The connection needs a sign-in first. */
export class SignedOut extends NotConnected {
  /** Name of the connection; undefined if this computer has no such connection. */
  readonly connection: string | undefined;

  constructor(message: string, connection?: string) {
    super(message);
    this.connection = connection;
  }
}

/** The connection has no address for the service; one can be added to it. */
export class NoService extends NotConnected {}

/** The call needs a client of type Audit, which the connection lacks; one can be added to it. */
export class NoAuditClient extends NotConnected {}

/** Two sandboxes can have the same name: a window that cannot use this computer's sandbox gets its own. */
export const inOtherSandbox = (): string =>
  l10n.t(
    "This belongs to a sandbox other than this window's. Nothing was done. If it belongs to the sandbox of this computer, close other windows, wait a minute, and reload this window. A window's own sandbox is gone once the window is closed or reloaded.",
  );

/** The work belongs to a library other than the window's. Nothing was done. */
export class OtherLibrary extends Error {
  override readonly name = "OtherLibrary";
  /** Name of the window's connection. */
  readonly here: string;
  constructor(owner: Owner, here: string) {
    super(
      isSandboxIdentity(owner.identity) && owner.connection === here
        ? inOtherSandbox()
        : owner.connection === here
          ? l10n.t(
              "This belongs to another service or client, because the connection {0} has been changed. Nothing was done. Change the connection back in your settings, and try again.",
              here,
            )
          : l10n.t(
              "This belongs to {0}, and this window is connected to {1}. Nothing was done. Switch to {0} and try again.",
              owner.connection,
              here,
            ),
    );
    this.here = here;
  }
}

/** The connections of a window. */
export interface Ways<S> {
  /** Returns the session of the window. Rejects with NotConnected if the window has no connection. */
  readonly current: () => Promise<S>;
  /** Returns the names of the connections that now lead to the library of `identity`. */
  readonly namesOf: (identity: string) => readonly string[];
  readonly named: (name: string) => Promise<S>;
}

type Identified = Pick<Owner, "identity"> & { readonly name: string };

/**
 * Returns the session of the owner. The owner's connection need not be in use, and may have been renamed. Rejects with
 * NotConnected.
 */
export async function sessionOf<S extends Identified>(ways: Ways<S>, { identity, connection }: Owner): Promise<S> {
  const [name] = ways
    .namesOf(identity)
    .toSorted((one, other) => Number(other === connection) - Number(one === connection));
  const session = name === undefined ? undefined : await ways.named(name);
  if (session?.identity === identity) return session;
  if (session !== undefined && isSandboxIdentity(identity)) throw new NotConnected(inOtherSandbox());
  throw new SignedOut(
    l10n.t(
      "This belongs to a service and client that the connection {0} used before. No connection uses them now. Nothing was done. Sign in to that service again, then try again.",
      connection,
    ),
  );
}

/**
 * Returns the session of the owner if the window shows the owner's library. Otherwise rejects with OtherLibrary,
 * because every list shows the window's library.
 */
export async function sessionHere<S extends Identified>(ways: Ways<S>, owner: Owner): Promise<S> {
  const session = await ways.current();
  if (session.identity !== owner.identity) throw new OtherLibrary(owner, session.name);
  return session;
}

/** Returns the owner of the library that the window shows; undefined if nobody is signed in. */
export async function ownerInUse<S extends Identified>(connections: {
  session(): Promise<S>;
}): Promise<Owner | undefined> {
  try {
    return ownerOf(await connections.session());
  } catch (error) {
    if (error instanceof NotConnected) return undefined;
    throw error;
  }
}

interface OfOwner {
  readonly owner?: Owner | undefined;
}

/**
 * Returns the session for work on a row; the work must start at once. Rejects with OtherLibrary if the row does not
 * belong to the window's library.
 */
export function sessionFor<S>(
  connections: { here(owner: Owner): Promise<S>; session(): Promise<S> },
  given: OfOwner | undefined,
): Promise<S> {
  return given?.owner === undefined ? connections.session() : connections.here(given.owner);
}

/**
 * Returns the session for work on several rows; the work must start at once. Rejects with OtherLibrary if one of the
 * rows does not belong to the window's library.
 */
export function sessionForAll<S>(
  connections: Parameters<typeof sessionFor<S>>[0],
  given: readonly OfOwner[],
): Promise<S> {
  const [first, ...others] = given;
  return Promise.all([sessionFor(connections, first), ...others.map((row) => sessionFor(connections, row))]).then(
    ([session]) => session,
  );
}

/**
 * Returns the row to work on, and the session of its library. `given`: the clicked row; null if the clicked row no
 * longer exists, undefined for the selected row, which may have to be awaited. Rejects with OtherLibrary if the window
 * has switched to another library during that wait.
 */
export async function chosenRow<S extends Identified, Given extends OfOwner, Selected extends OfOwner>(
  connections: Parameters<typeof sessionFor<S>>[0],
  given: Given | null | undefined,
  selected: () => Promise<Selected | undefined>,
): Promise<{ readonly row: Given | Selected | undefined; readonly session: S }> {
  if (given !== undefined)
    return { row: given ?? undefined, session: await sessionFor(connections, given ?? undefined) };
  const begun = ownerOf(await connections.session());
  const row = await selected();
  // Requested again after the wait, because the connection may have been renamed.
  const session = await connections.here(begun);
  if (row?.owner !== undefined) await connections.here(row.owner);
  return { row, session };
}

/**
 * The functions that find the session of an owner's library, ask the person to switch back to that library, and switch.
 */
interface Return<S> {
  readonly here: (owner: Owner) => Promise<S>;
  readonly session: (options: { readonly owner: Owner }) => Promise<S>;
  /** Resolves with false if the person declines. */
  readonly ask: (question: {
    readonly owner: string;
    readonly here: string;
    readonly button: string;
  }) => Promise<boolean>;
  readonly use: (name: string) => Promise<void>;
}

/**
 * Continues work that waited for a click, such as "Undo", in the library that it began in. If the window has switched
 * to another library, nothing is done until the person has switched back.
 */
export async function goOnIn<S extends Identified>(
  owner: Owner,
  { here, session, ask, use }: Return<S>,
  work: (session: S) => Promise<void>,
): Promise<void> {
  const now = await here(owner).catch((error: unknown) => {
    if (error instanceof OtherLibrary) return error;
    throw error;
  });
  if (!(now instanceof OtherLibrary)) return work(now);
  const { name } = await session({ owner });
  if (!(await ask({ owner: name, here: now.here, button: l10n.t("Switch to {0} and Try Again", name) }))) return;
  await use(name);
  await goOnIn(owner, { here, session, ask, use }, work);
}
