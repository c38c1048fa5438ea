/**
 * The type of a request handler. Each file in handlers/ declares one request, LSP's or custom; `registry.ts` lists all
 * requests, and `requests.ts` registers them.
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

/** The current state of the server, as requests need it. */
export interface ServerState extends Libraries {
  readonly connection: Connection;
  readonly log: GuardLog;
  readonly client: () => Client;
  readonly events: LibraryEvents;
  readonly libraryChecks: LibraryChecks;
  readonly progress: LanguageProgress;
  readonly settings: () => Settings;
  /** Resolves with the open document once its settings are read. */
  readonly find: (uri: string) => Promise<Open | undefined>;
  /** The open documents. */
  readonly documents: () => readonly Open[];
  /** Exists once the client has sent its workspace folders, which it does before its first request. */
  readonly workspace: () => Workspace;
  readonly everywhere: () => Everywhere;
  readonly pulse: Pulse;
  readonly written: WrittenDocuments;
  /** Shows a whole sentence to the user. */
  readonly tell: (message: string) => void;
  /**
   * Whether the client is this project's client in VS Code, which makes the calls to the service, opens `textlib:`
   * addresses and has commands of its own.
   */
  readonly isVsCode: () => boolean;
  /**
   * The document of the last completion. Resolve requests refer to it, because tagging each item with its document
   * takes longer than finding the items.
   */
  readonly completed: { uri: string };
}

interface Surroundings extends ServerState {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

/** Returns undefined if nothing is known. */
type Work<Params, Result> = (
  params: Params,
  surroundings: Surroundings,
) => Result | undefined | Promise<Result | undefined>;

export interface Handler<Params = never, Result = unknown> {
  /** LSP's request, or the name of a custom one. */
  readonly method: string | ProtocolRequestType<unknown, unknown, unknown, unknown, unknown>;
  /** The answer if nothing is known or the work throws. */
  readonly otherwise: (params: Params) => Result;
  /**
   * The capabilities that the request adds to the server's; absent if it adds none, or if another request declares
   * them.
   */
  readonly capability?: (client: Client) => ServerCapabilities;
  readonly work: Work<Params, Result>;
}

/** Work on an open document. Returns undefined if the document is not open. */
export function inDocument<Params extends { readonly textDocument: { readonly uri: string } }, Result>(
  work: (open: Open, params: Params, surroundings: Surroundings) => Result | Promise<Result>,
): Work<Params, Result> {
  return async (params, surroundings) => {
    const open = await surroundings.find(params.textDocument.uri);
    return open && work(open, params, surroundings);
  };
}

/** Work on the library that the client means. If another library is open, the request is refused. */
export function inMeantLibrary<Params extends object, Result>(
  work: Work<Params, Result>,
): Work<Params & Meant, Result> {
  return (params, surroundings) => ofMeant(params, surroundings, () => work(params, surroundings));
}
