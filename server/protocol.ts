/**
 * What the language server and VS Code's client say to each other beyond LSP. This file is the only one of the room
 * that the client imports. Every message says who sends it and why. No message ever carries a secret or a token.
 */
import type { Diagnostic } from "vscode-languageserver";
import type { LiveStatus } from "../catalog/index.ts";
import type {
  CodeToSet,
  DefaultLanguageToSet,
  Extraction,
  Field,
  Folder,
  Format,
  JsonObject,
  LanguageToAdd,
  Page,
  Piece,
  PrintedPart,
  ReferenceChange,
  ReferenceEditsResult,
  ReferringDocument,
  Surface,
  Text,
  TextToCreate,
} from "../language/index.ts";

/**
 * `initializationOptions`. `file` and `live` are the two ways of any editor (docs); `client` is VS Code's: the server
 * asks for every call.
 */
export interface InitializationOptions {
  readonly catalog?: { readonly file: string } | { readonly live: true } | { readonly client: CatalogIdentity | null };
  readonly smartform?: string;
  readonly folder?: string;
  /** A file with a data sample. */
  readonly data?: string;
  readonly language?: string;
  /**
   * What people read, in the language of the editor: translations by the English sentence, as a bundle of VS Code's
   * localisation holds them. Without it, and with one that is not shaped so, the server speaks English. Codes, names of
   * commands and the log are never translated.
   */
  readonly words?: Readonly<Record<string, string>>;
}

/** Binds the catalog on disk to one company's library. */
export interface CatalogIdentity {
  /** Name of the connection: the authority of its `textlib:` documents. */
  readonly name: string;
  /**
   * As the client names whose library it is: it comes with every call, and with every text that the client tells of.
   */
  readonly owner: string;
  readonly authUrl: string;
  readonly formsApiUrl: string;
  readonly clientId: string;
  /** Folder for the database. */
  readonly folder: string;
}

/**
 * Request, server to client: do this read call, with your credentials, proxy and certificates. Fails with `data:
 * CallFailure`.
 */
export const callRequest = "smartform/call";
export interface CallParams {
  /** Whose library is read: the author may have switched the connection since. */
  readonly owner: Pick<CatalogIdentity, "name" | "owner">;
  readonly operation: string;
  readonly request: unknown;
}
export interface CallFailure {
  readonly code: string;
  readonly outcome: string;
  readonly status?: number;
  readonly retryAfter?: number;
}

/** Notification, client to server: the user switched the connection, or signed out (null). */
export const connectionNotification = "smartform/connection";
export interface ConnectionParams {
  readonly identity: CatalogIdentity | null;
}

/** Notification, server to client: the catalog changed or a reading went on; the trees should look again. */
export const catalogNotification = "smartform/catalog";
export type CatalogParams = Omit<LiveStatus, "readAt" | "revision"> & {
  readonly readAt?: string;
  /** Another one after every change of what the library answers, also over a restart of the server. */
  readonly revision: string;
};

/**
 * The library that a request of the client means. One that means another library than the catalog reads, when it comes
 * or when its answer is found, is refused with this code.
 */
export interface Meant {
  /** As `CatalogIdentity`; left out where the library of the window is meant, whichever that is. */
  readonly owner?: string;
}
export const otherLibraryCode = -32010;

/** Request, client to server: read the library again, or one text (what is open or visible comes first). */
export const refreshRequest = "smartform/refresh";
export interface RefreshParams {
  readonly textId?: string;
}

/** Notification, client to server: the service returned this text after a write, or (null) answered 404 for it. */
export const textNotification = "smartform/text";
export interface TextParams {
  /** Whose text it is: the catalog of another library is not told of it. */
  readonly owner: string;
  readonly textId: string;
  /** As the service returned it. */
  readonly text: unknown;
}

/**
 * Request, client to server: folders and the texts of one folder, for the tree. `known: false` where the catalog cannot
 * say yet.
 */
export const foldersRequest = "smartform/folders";
export interface FoldersResult {
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Why the last reading of the library stopped, in words for people. */
  readonly problem?: string;
}
export const textsRequest = "smartform/texts";
export interface TextsParams {
  readonly folderId?: string;
  /** Instead of a folder: these texts, as far as they are known. */
  readonly ids?: readonly string[];
  /** Instead of a folder: texts anywhere whose code, name or description holds this. */
  readonly query?: string;
  /** Those too whose contents, as last read, hold the query: the service's own search does not look there. */
  readonly contents?: boolean;
  readonly limit?: number;
}
export interface TextsResult {
  readonly known: boolean;
  readonly texts: readonly Text[];
}

/**
 * Request, client to server: library texts, files and open documents that refer to this text; said before a delete or a
 * rename.
 */
export const usesRequest = "smartform/uses";
export interface UsesParams {
  readonly textId: string;
}
export interface UsesResult {
  readonly known: boolean;
  readonly uses: readonly { readonly textId: string; readonly code: string; readonly language: string }[];
  /**
   * Open documents, as they are now, saved or not; then files. `certain`: false where no reference in it is sure to be
   * one to this text.
   */
  readonly documents: readonly { readonly uri: string; readonly open: boolean; readonly certain: boolean }[];
  /** The Smartforms whose pages are known and refer to it, or may. */
  readonly smartforms: readonly { readonly name: string; readonly certain: boolean }[];
}

/**
 * Notification, server to client: what the author renamed in the editor is on the service, or library texts mention it.
 * The rename itself has no edit then: the client makes a plan of it, which it shows before anything happens.
 */
export const renamedNotification = "smartform/renamed";
export type RenamedParams = {
  /** Of the document in which it was asked for. */
  readonly uri: string;
  /** Whose library it was looked up in, as the client names it; absent where the client does not call. */
  readonly owner?: string | undefined;
} & (
  | { readonly of: "text"; readonly text: Text; readonly code: string }
  | { readonly of: "folder"; readonly folder: Folder; readonly code: string }
  /** A name that is nowhere but in texts and files. */
  | {
      readonly of: "mentions";
      readonly title: string;
      readonly found: ReferenceEditsResult;
      readonly said: readonly string[];
    }
);

/**
 * Commands of VS Code's client that lenses above a library text name: where it is used (its argument is the text's
 * address), and another language of it.
 */
export const showUsesCommand = "smartform.textLibrary.showUses";
export const openTextCommand = "smartform.textLibrary.open";

/** Request, client to server: where the library text of this open document is mentioned. */
export const placesRequest = "smartform/places";
export interface PlacesParams {
  readonly uri: string;
}
export type PlacesResult = readonly {
  readonly uri: string;
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
}[];

/**
 * The command of `workspace/executeCommand` that repairs everything with one clear fix in every file of the workspace.
 * It asks first: VS Code's client by this request, any other editor by `window/showMessageRequest`. null: nothing is to
 * be repaired.
 */
export const fixAllCommand = "smartform.fixAll";
export const confirmFixAllRequest = "smartform/confirmFixAll";
export interface ConfirmFixAllParams {
  /** What would be repaired. */
  readonly findings: number;
  readonly files: number;
  /** Findings that have no fix that is sure. */
  readonly left: number;
  /** Addresses of everything that would be changed. */
  readonly uris: readonly string[];
}
/** `each`: every place waits for its own yes. */
export type ConfirmFixAllResult = "all" | "each" | null;

/**
 * Request, client to server: a create-form request with a sample value for everything that the Smartform shows; null
 * where it is not known.
 */
export const sampleRequest = "smartform/sample";
export interface SampleParams {
  readonly smartformId: string;
  /** Whose version is meant, and is named in the request; without one, the saved version. */
  readonly environment?: string;
}
export type SampleResult = JsonObject | null;

/**
 * Request, client to server: the data contract of a Smartform, of a library text in every language, or of an open
 * document as it is now; null where the catalog does not know it. `title`: what its subject is called. `complete:
 * false`: not everything that is printed is known, so that more may be needed.
 */
export const contractRequest = "smartform/contract";
export interface ContractParams {
  readonly of: { readonly smartformId: string } | { readonly textId: string } | { readonly uri: string };
  readonly format: "json-schema" | "typescript";
}
export type ContractResult = { readonly title: string; readonly content: string; readonly complete: boolean } | null;

/**
 * Request, client to server: what a Smartform's pages and some library texts print, with nothing of what a form was
 * filled with: the client fills that in and compares it with a PDF, so that nothing of a PDF is ever in a message.
 * `folder`: for short references, before the Smartform's.
 */
export const printedRequest = "smartform/printed";
export interface PrintedParams {
  readonly smartformId: string | null;
  /**
   * What the service says of the version that the form runs, which may differ from the saved one; left out: the saved
   * one, as the catalog has it.
   */
  readonly version?: RunningVersion;
  readonly folder: string | null;
  /** null: the Smartform's default language, or each text's own. */
  readonly language: string | null;
  /** Library texts; those that put them in are given as well. */
  readonly textIds: readonly string[];
}
/** What is left out, nobody said. */
export interface RunningVersion {
  readonly textLibraryFolder?: string | undefined;
  readonly defaultLanguage?: string | undefined;
  readonly pages?: readonly Page[] | undefined;
}
export interface PrintedText {
  readonly textId: string;
  readonly language: string;
  readonly pieces: readonly Piece[];
}
export interface PrintedResult {
  /** null where the Smartform is not known; its parts are null where nobody described its pages. */
  readonly form: { readonly name: string; readonly parts: readonly PrintedPart[] | null } | null;
  readonly language: string | null;
  readonly texts: readonly PrintedText[];
  /** Of every text that prints a piece. */
  readonly names: readonly {
    readonly text: Pick<Text, "id" | "code" | "contentType">;
    readonly folder: Pick<Folder, "code" | "name">;
  }[];
}

/**
 * Request, client to server: what an open text prints as it is now, with the data sample of its settings; null where it
 * is no text.
 */
export const previewRequest = "smartform/preview";
export interface PreviewParams {
  readonly uri: string;
  readonly surface: Surface;
  /** null: that of the text. */
  readonly language: string | null;
}
export interface PreviewResult {
  /** Origins without a text are of the document itself, or of its other language where it is not `isOwn`. */
  readonly pieces: readonly Piece[];
  readonly isOwn: boolean;
  /** HTML or rich text is included in a plain text. */
  readonly isMixed: boolean;
  readonly language: string | null;
  /** To choose from. */
  readonly languages: readonly string[];
  readonly names: PrintedResult["names"];
}

/**
 * Request, client to server: contents of all library texts, a page at a time, to be searched for what a PDF says.
 * `next` null: that was the last page.
 */
export const contentsRequest = "smartform/contents";
export interface ContentsParams {
  readonly after: number;
  readonly limit: number;
  readonly language: string | null;
}
export interface ContentsResult {
  readonly known: boolean;
  readonly texts: readonly { readonly textId: string; readonly content: string; readonly format: Format }[];
  readonly next: number | null;
}

/**
 * Request, client to server: language codes that occur in the Text Library, most frequent first; empty where the
 * catalog cannot say.
 */
export const languagesRequest = "smartform/languages";
export type LanguagesResult = readonly string[];

/**
 * Command of VS Code's client, named in code actions: what has to be created on the service, which the server never
 * writes to. Offsets count UTF-16 code units in this version of the document.
 */
export const workCommand = "smartform.textLibrary.carryOut";
export interface WorkParams {
  /** Whose library the work was found in; absent where the client does not call. */
  readonly owner?: Pick<CatalogIdentity, "name" | "owner">;
  readonly uri: string;
  readonly version: number;
  readonly work: Extraction | TextToCreate | LanguageToAdd | CodeToSet | DefaultLanguageToSet;
}

/**
 * Request, client to server: check every text of the Text Library. What is found is told by
 * `libraryFindingsNotification` meanwhile, with a work-done progress where the request carries a token for one. It can
 * be cancelled.
 */
export const checkLibraryRequest = "smartform/checkLibrary";
export interface CheckLibraryParams {
  readonly workDoneToken?: string | number;
}
export interface CheckLibraryResult {
  /** null where the library is not completely read. */
  readonly translations: number | null;
  /** Addresses that were told with findings. */
  readonly texts: number;
}

/**
 * Notification, server to client: everything that is found so far in each of these texts, by its address. After a
 * check, it also tells what a change of the library or of the settings made of it: an address without diagnostics has
 * no findings any more.
 */
export const libraryFindingsNotification = "smartform/libraryFindings";
export interface LibraryFindingsParams {
  readonly texts: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[];
}
/** Codes of findings that a check of the whole library alone makes: an open document is never told to have them. */
export const wholeLibraryCodes: ReadonlySet<string> = new Set(["code-case-collision", "duplicate-text", "unused-text"]);

/**
 * Request, client to server: texts whose code, name or description fits these words, codes first, and places in the
 * contents of any language, as last read, where the words stand one behind the other.
 */
export const findRequest = "smartform/find";
export interface FindParams {
  readonly query: string;
  /** Of each kind. */
  readonly limit: number;
}
export interface FindResult {
  /** False where the library is not completely read: there may be more. */
  readonly known: boolean;
  readonly texts: readonly Text[];
  readonly places: readonly FoundPlace[];
}
export interface FoundPlace {
  readonly text: Text;
  readonly language: string;
  /** From 0. */
  readonly line: number;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The line, cut around the words where it is long. */
  readonly excerpt: string;
}

/**
 * Request, client to server: how a document would refer to library texts, proven to mean each of them there; null where
 * nothing that can be written does. In short form where the document writes nothing else.
 */
export const referenceRequest = "smartform/reference";
export interface ReferenceParams {
  /** Absent where the reference is to mean the text wherever it is written. */
  readonly uri?: string;
  readonly textIds: readonly string[];
}
export type ReferenceResult = readonly (string | null)[];

/**
 * Request, client to server: the state of every text and language, for filters, progress and worklists. It looks at
 * every content, and can be cancelled.
 */
export const surveyRequest = "smartform/survey";
export interface SurveyResult {
  /** False where the library is not completely read. */
  readonly known: boolean;
  /** Every language that occurs in the library, most frequent first; empty where that is not known. */
  readonly languages: readonly string[];
  readonly texts: readonly SurveyedText[];
}
export interface SurveyedText {
  readonly text: Text;
  /** Languages that are there without a word in them. */
  readonly empty: readonly string[];
  /** Languages that are older than the default language. */
  readonly stale: readonly string[];
  /** Languages with other placeholders than the default language. */
  readonly drifted: readonly string[];
  /** Languages that a machine wrote. */
  readonly machine: readonly string[];
  /** Findings in all languages; what the workspace does not want to be told is not among them. */
  readonly findings: number;
  /** How many other texts refer to it; null where that is not known. */
  readonly uses: number | null;
}

/**
 * Request, client to server: how far the translations are, by folder and language. The first answer looks at every
 * content and takes its time where the library is large; what was looked at is kept, and later answers look at what
 * changed alone. It can be cancelled, and goes on the next time.
 */
export const languageProgressRequest = "smartform/languageProgress";
export interface LanguageProgressResult {
  /** False where the library is not completely read: the counts are of what is. */
  readonly known: boolean;
  /** That occur in what is read; those that most texts have first. */
  readonly languages: readonly string[];
  readonly folders: readonly FolderProgress[];
}
export interface FolderProgress {
  readonly folderId: string;
  readonly texts: number;
  /** Texts of which nobody said yet which languages they have. */
  readonly unread: number;
  /** Of the languages that occur in the folder; every other one is missing in every text that is read. */
  readonly languages: readonly LanguageCount[];
}
/**
 * How many texts. What is not among `there` and `unknown` is missing: not there, or without a word in it. The others
 * are among `there`.
 */
export interface LanguageCount {
  readonly language: string;
  readonly there: number;
  /** It is there, and its content is not read. */
  readonly unknown: number;
  readonly stale: number;
  /** The service gave no dates that tell whether it is stale, or there is no default language to compare with. */
  readonly staleUnknown: number;
  readonly drifted: number;
  readonly driftedUnknown: number;
  readonly machine: number;
  /** The service did not say who wrote it. */
  readonly machineUnknown: number;
}

/**
 * Notification, server to client: the progress may be another one for these texts, or (null) for any. Sent once
 * somebody has asked for it.
 */
export const languageProgressNotification = "smartform/languageProgressChanged";
export interface LanguageProgressParams {
  readonly textIds: readonly string[] | null;
}

/** Request, client to server: texts whose translation waits for somebody, by folder and code. */
export const worklistRequest = "smartform/worklist";
export type WorkKind = "missing" | "stale" | "drifted" | "machine" | "unknown";
export interface WorklistParams {
  /** It may be one that no text has yet. */
  readonly language: string;
  readonly kind: WorkKind;
  /** null for the whole library. */
  readonly folderIds: readonly string[] | null;
  /** Only these, where somebody wants to know how they stand by now. */
  readonly textIds?: readonly string[];
  readonly limit: number;
}
export interface WorklistResult {
  readonly known: boolean;
  /** How many there are, however few are named. */
  readonly total: number;
  readonly texts: readonly Text[];
}

/**
 * Request, client to server: texts whose contents, as last read, hold these words letter by letter. It looks at every
 * content, and can be cancelled.
 */
export const holdingRequest = "smartform/holding";
export interface HoldingParams {
  readonly words: string;
  /** null for the whole library. */
  readonly folderIds: readonly string[] | null;
  /** null for every language. */
  readonly language: string | null;
}
export interface HoldingResult {
  readonly known: boolean;
  /** By folder and code. */
  readonly textIds: readonly string[];
}

/**
 * Request, client to server, before codes, names of folders or places of texts change on the service: what every
 * document that refers to them says now, and which parts of it would have to be written anew. Nothing is changed.
 */
export const referenceEditsRequest = "smartform/referenceEdits";
export interface ReferenceEditsParams {
  readonly changes: readonly ReferenceChange[];
}
export type { Field, ReferenceChange, ReferenceEditsResult, ReferringDocument };
