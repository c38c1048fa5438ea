/**
 * The door of the catalog room: what the service holds, as the language asks for it. The contract:
 *
 *   readCatalogFile(path): Promise<CatalogFile>          // CatalogError names file, and the path of the bad field
 *   fileCatalog(file: CatalogFile): Catalog              // in memory, complete where the file has the part, unknown where it lacks it
 *   openLiveCatalog(options: LiveOptions): LiveCatalog   // SQLite on disk or in memory, filled through `call`
 *   openProject(root): Promise<Project>                  // smartform.json: which context and which rules a file has
 */
export * from "./fileCatalog.ts";
export * from "./readCatalogFile.ts";
import type { AnswerOf, OperationId, Request } from "../api/index.ts";
import type { Catalog } from "../language/index.ts";

/** How a live catalog reaches the service: in VS Code through the extension host, elsewhere through the api client. Read classes only. */
export type Call = <Id extends OperationId>(operation: Id, request: Request<Id>, options: { readonly signal?: AbortSignal }) => Promise<AnswerOf<Id>>;

export interface LiveOptions {
  /** A folder for the database; absent keeps everything in memory. */
  readonly folder?: string;
  /** The database is bound to these three; another origin or client never sees it. */
  readonly identity: { readonly authUrl: string; readonly formsApiUrl: string; readonly clientId: string };
  readonly call: Call;
}

export interface LiveStatus {
  /** `complete`: every page and every content was read once, so absence is proof. */
  readonly state: "empty" | "partial" | "complete";
  readonly texts: number;
  /** As the service counted; absent before the first page. */
  readonly total?: number;
  /** When the last whole reading ended. */
  readonly readAt?: Date;
  /** Why the last reading stopped, in words for people. */
  readonly problem?: string;
}

export interface LiveCatalog extends AsyncDisposable {
  /** The current snapshot; a new object with a higher revision after every change. */
  readonly current: Catalog;
  readonly status: LiveStatus;
  onChange(listener: () => void): Disposable;
  /** Reads everything again, or goes on where an interrupted reading stopped. Never takes absence from a list for a deletion. */
  refresh(options: { readonly signal?: AbortSignal; readonly progress?: (status: LiveStatus) => void }): Promise<void>;
  /** Reads one text now: what is open or visible comes first. */
  refreshText(id: string, options: { readonly signal?: AbortSignal }): Promise<void>;
  /** A text as the service just returned it, after a save. */
  put(text: AnswerOf<"textlibrary.texts.get">): void;
  /** The service said 404 for this id. */
  remove(textId: string): void;
}
