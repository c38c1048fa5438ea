/** Access to the service for one piece of work. Does not import `vscode`. */
import type { Api, DocumentsEnvironment, Environment } from "../../api/index.ts";

/**
 * Access to a service that the user has signed in to. A piece of work takes one session at its start and keeps it.
 * Anything that waits or stays on screen keeps the owner instead, and requests a session of that owner later.
 */
export interface Session {
  readonly name: string;
  readonly sandbox: boolean;
  /** Whether this is a sandbox that forgets everything when the window closes. */
  readonly isTemporary: boolean;
  readonly host: string;
  readonly environment: Environment | undefined;
  /** Environment of the document editor from the user's settings. */
  readonly documentsEnvironment?: DocumentsEnvironment | undefined;
  /** Binds the data kept on this computer to one company's library. */
  readonly identity: string;
  /** Texts that are read through this API are kept in the history of this computer. */
  readonly api: Api;
  /**
   * The same API for reading the whole library. Through it, the history records only changes to texts that are already
   * in the history.
   */
  readonly bulkApi: Api;
}
