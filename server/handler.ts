/**
 * What a request is to this server. A file in handlers/ declares one, LSP's or ours, and `requests.ts` lists and
 * registers them all.
 */
import type { Connection, ProtocolRequestType, ServerCapabilities } from "vscode-languageserver";
import type { Client } from "./client.ts";
import type { GuardLog } from "./guard.ts";
import type { LanguageProgress } from "./library/languageProgress.ts";
import type { LibraryEvents } from "./library/library.ts";
import type { LibraryChecks } from "./findings/libraryCheck.ts";
import { ofMeant } from "./library/meant.ts";
import type { Libraries } from "./library/meant.ts";
import type { Everywhere } from "./workspace/occurrences.ts";
import type { Meant } from "./protocol.ts";
import type { Pulse } from "./refresh/pulse.ts";
import type { Settings } from "./settings.ts";
import type { Open, Workspace } from "./workspace/workspace.ts";
import type { WrittenDocuments } from "./refresh/writtenDocuments.ts";

/** What requests need of the server as it is at the moment. */
export interface ServerState extends Libraries {
  readonly connection: Connection;
  readonly log: GuardLog;
  readonly client: () => Client;
  readonly events: LibraryEvents;
  readonly libraryChecks: LibraryChecks;
  readonly progress: LanguageProgress;
  readonly settings: () => Settings;
  /** The open document, once its settings are read. */
  readonly find: (uri: string) => Promise<Open | undefined>;
  /** The open documents. */
  readonly documents: () => readonly Open[];
  /** There is one once the client said where its files are, which it does before it asks anything. */
  readonly workspace: () => Workspace;
  readonly everywhere: () => Everywhere;
  readonly pulse: Pulse;
  readonly written: WrittenDocuments;
  /** Shows the person a whole sentence. */
  readonly tell: (message: string) => void;
  /** VS Code's own client makes the calls, opens `textlib:` addresses and knows commands of its own. */
  readonly isVsCode: () => boolean;
  /**
   * The document that was completed last: an item that is asked about was shown there. To say so in each item takes
   * longer than to find the items.
   */
  readonly completed: { uri: string };
}

export interface Surroundings extends ServerState {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

/** Answers undefined where nothing is known. */
type Work<Params, Result> = (
  params: Params,
  surroundings: Surroundings,
) => Result | undefined | Promise<Result | undefined>;

export interface Handler<Params = never, Result = unknown> {
  /** LSP's own request, or the name of one of ours. */
  readonly method: string | ProtocolRequestType<unknown, unknown, unknown, unknown, unknown>;
  /** The answer where nothing is known, and where the work throws. */
  readonly otherwise: (params: Params) => Result;
  /** What it adds to the capabilities of the server; absent where it adds none, or another request says it. */
  readonly capability?: (client: Client) => ServerCapabilities;
  readonly work: Work<Params, Result>;
}

/** Work about an open document. Of one that is not open nothing is known. */
export function inDocument<Params extends { readonly textDocument: { readonly uri: string } }, Result>(
  work: (open: Open, params: Params, surroundings: Surroundings) => Result | Promise<Result>,
): Work<Params, Result> {
  return async (params, surroundings) => {
    const open = await surroundings.find(params.textDocument.uri);
    return open && work(open, params, surroundings);
  };
}

/** Work about the library that the client means, and about no other. */
export function inMeantLibrary<Params extends object, Result>(
  work: Work<Params, Result>,
): Work<Params & Meant, Result> {
  return (params, surroundings) => ofMeant(params, surroundings, () => work(params, surroundings));
}
