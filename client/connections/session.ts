/** What a piece of work calls the service with. Knows no `vscode`. */
import type { Api, DocumentsEnvironment, Environment } from "../../api/index.ts";

/**
 * A way to a service that was signed in to. A piece of work takes it once, at its start, and keeps to it. What waits,
 * or stands on the screen, keeps the owner instead, and asks with it.
 */
export interface Session {
  readonly name: string;
  readonly sandbox: boolean;
  readonly host: string;
  readonly environment: Environment | undefined;
  /** That of the document editor, as the user's settings have it. */
  readonly documentsEnvironment?: DocumentsEnvironment | undefined;
  /** Binds what is kept on this computer to one company's library. */
  readonly identity: string;
  /** What is read of a text through it is kept in the history of this computer. */
  readonly api: Api;
  /**
   * The same for the reading of the whole library: the history keeps what becomes of the texts that it knows, and no
   * others.
   */
  readonly bulkApi: Api;
}
