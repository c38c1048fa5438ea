/**
 * Whose something is, and the session in which it may go on: that of its own library, never another one's. Knows no
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";

/**
 * Everything that outlives the moment in which it was read carries it: a copy, a plan, a button that waits, a table, a
 * row.
 */
export interface Owner {
  /** Service and client: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection at that time, for people. */
  readonly connection: string;
}

/** For what a command was given, which may come from anybody. */
export const ownerShape = z.object({ identity: z.string(), connection: z.string() });

export const ownerOf = ({ identity, name }: { readonly identity: string; readonly name: string }): Owner => ({
  identity,
  connection: name,
});

/**
 * A row of a view. `owner` is undefined where nobody said whose it is, and what the window is connected to is meant.
 */
export type Owned<Row> = Row & { readonly owner?: Owner | undefined };

export const owned = <Row extends object>(rows: readonly Row[], owner: Owner | undefined): Owned<Row>[] =>
  rows.map((row) => ({ ...row, ...(owner && { owner }) }));

const ownedShape = z.object({ owner: ownerShape });

/** What a command was given may come from anybody: whose it is, where it says so. */
export function givenOwner(argument: unknown): { readonly owner?: Owner } {
  return ownedShape.safeParse(argument).data ?? {};
}

/** There is no session, and the message says why and what to do. */
export class NotConnected extends Error {
  override readonly name = "NotConnected";
}

/** The connection needs a sign-in first. */
export class SignedOut extends NotConnected {
  /** Its name; undefined where no connection of this computer leads there. */
  readonly connection: string | undefined;

  constructor(message: string, connection?: string) {
    super(message);
    this.connection = connection;
  }
}

/** The connection has no address of what is needed: one is added to it. */
export class NoService extends NotConnected {}

/** The call needs the connection's client of type Audit, and it has none: one is added to it. */
export class NoAuditClient extends NotConnected {}

/** What was to be done belongs to another library than that of the window. Nothing was done. */
export class OtherLibrary extends Error {
  override readonly name = "OtherLibrary";
  /** Name of the connection of the window. */
  readonly here: string;
  constructor(owner: Owner, here: string) {
    super(
      owner.connection === here
        ? l10n.t(
            "This belongs to another service or client than {0} leads to now. Nothing was done. Change the connection back in your settings, and try again.",
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
  /** The session of the window. Rejects with NotConnected where the window has no connection. */
  readonly current: () => Promise<S>;
  /** Names of the connections that lead there now. */
  readonly namesOf: (identity: string) => readonly string[];
  readonly named: (name: string) => Promise<S>;
}

type Identified = Pick<Owner, "identity"> & { readonly name: string };

/**
 * The session of the owner, whichever is in use and whatever its connection is called now. Rejects with NotConnected.
 */
export async function sessionOf<S extends Identified>(ways: Ways<S>, { identity, connection }: Owner): Promise<S> {
  const [name] = ways
    .namesOf(identity)
    .toSorted((one, other) => Number(other === connection) - Number(one === connection));
  const session = name === undefined ? undefined : await ways.named(name);
  if (session?.identity === identity) return session;
  throw new SignedOut(
    l10n.t(
      "This belongs to the service and client that the connection {0} led to, and no connection leads there now. Nothing was done. Sign in to it again, and try again.",
      connection,
    ),
  );
}

/**
 * The session of the owner where it is that of the window. Rejects with OtherLibrary where it is not: whatever lists a
 * library shows that of the window.
 */
export async function sessionHere<S extends Identified>(ways: Ways<S>, owner: Owner): Promise<S> {
  const session = await ways.current();
  if (session.identity !== owner.identity) throw new OtherLibrary(owner, session.name);
  return session;
}

/** Whose library the window shows; undefined where nobody is signed in. */
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
 * For work on a row that starts now. Rejects with OtherLibrary where the row is of another library than that of the
 * window.
 */
export function sessionFor<S>(
  connections: { here(owner: Owner): Promise<S>; session(): Promise<S> },
  given: OfOwner | undefined,
): Promise<S> {
  return given?.owner === undefined ? connections.session() : connections.here(given.owner);
}

/** The same for work on several rows: all of them have to be of that library. */
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
 * The row that work is about, and the session of its library. `given`: null where no row is meant, undefined where the
 * selected one is, for which there may be a wait. Rejects with OtherLibrary where the window turned meanwhile.
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
  // As it is by now: its connection may have another name.
  const session = await connections.here(begun);
  if (row?.owner !== undefined) await connections.here(row.owner);
  return { row, session };
}

/** How a person is asked to go back to the library that something belongs to. */
interface Return<S> {
  readonly here: (owner: Owner) => Promise<S>;
  readonly session: (options: { readonly owner: Owner }) => Promise<S>;
  /** False where the person leaves it. */
  readonly ask: (question: {
    readonly owner: string;
    readonly here: string;
    readonly button: string;
  }) => Promise<boolean>;
  readonly use: (name: string) => Promise<void>;
}

/**
 * What waited for a click, such as "Undo", goes on in the library that it began in. Where the window has turned to
 * another one nothing is done before the person has gone back.
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
