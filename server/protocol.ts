/**
 * The messages between the language server and VS Code's client beyond LSP. The client imports only this file of the
 * room. Every message says who sends it and why. No message ever carries a secret or a token.
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
 * `initializationOptions`. Any editor can use `file` and `live`, see the docs; only VS Code uses `client`: the server
 * then asks the client to make every call.
 */
export interface InitializationOptions {
  readonly catalog?: { readonly file: string } | { readonly live: true } | { readonly client: CatalogIdentity | null };
  readonly smartform?: string;
  readonly folder?: string;
  /** A file with a data sample. */
  readonly data?: string;
  readonly language?: string;
  /**
   * The translations for the editor's display language, keyed by the English sentence, as in a bundle of VS Code's
   * localisation. If absent or not shaped like that, the server uses English. Codes, command names and the log are
   * never translated.
   */
  readonly words?: Readonly<Record<string, string>>;
}

/** Binds the catalog on disk to one company's library. */
export interface CatalogIdentity {
  /** The name of the connection: the authority of its `textlib:` documents. */
  readonly name: string;
  /**
   * The client's key for the owner of the library. It is sent with every call, and with every text that the client
   * reports.
   */
  readonly owner: string;
  readonly authUrl: string;
  readonly formsApiUrl: string;
  readonly clientId: string;
  /** The folder of the database. */
  readonly folder: string;
}

/**
 * Request, server to client: make this read call with your credentials, proxy and certificates. Fails with `data:
 * CallFailure`.
 */
export const callRequest = "smartform/call";
export interface CallParams {
  /**
   * The owner of the library to read. The server names it, because the author may have switched the connection since
   * the reading began.
   */
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

/** Notification, server to client: the catalog changed or a reading progressed; the trees should refresh. */
export const catalogNotification = "smartform/catalog";
export type CatalogParams = Omit<LiveStatus, "readAt" | "revision"> & {
  readonly readAt?: string;
  /** Differs after every change of the library's answers, even across restarts of the server. */
  readonly revision: string;
};

/**
 * The library that a client's request means. The request is refused with `otherLibraryCode` if the catalog reads
 * another library when the request arrives or when its answer is found.
 */
export interface Meant {
  /** As in `CatalogIdentity`; absent if the request means the window's library, whichever it is. */
  readonly owner?: string;
}
export const otherLibraryCode = -32010;

/** Request, client to server: read the library again, or only the text with this id. */
export const refreshRequest = "smartform/refresh";
export interface RefreshParams {
  readonly textId?: string;
}

/** Notification, client to server: the service returned this text after a write, or (null) answered 404 for it. */
export const textNotification = "smartform/text";
export interface TextParams {
  /** The owner of the text's library; the catalog of another library ignores the text. */
  readonly owner: string;
  readonly textId: string;
  /** The text as the service returned it. */
  readonly text: unknown;
}

/**
 * Request, client to server: folders and the texts of one folder, for the tree. `known: false` if the catalog cannot
 * say yet.
 */
export const foldersRequest = "smartform/folders";
export interface FoldersResult {
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Why the last reading of the library stopped, as a message for the user. */
  readonly problem?: string;
}
export const textsRequest = "smartform/texts";
export interface TextsParams {
  readonly folderId?: string;
  /** Instead of a folder: these texts, if they are known. */
  readonly ids?: readonly string[];
  /** Instead of a folder: all texts whose code, name or description contains this. */
  readonly query?: string;
  /** Also finds texts whose contents, as last read, contain the query: the service's own search does not look there. */
  readonly contents?: boolean;
  readonly limit?: number;
}
export interface TextsResult {
  readonly known: boolean;
  readonly texts: readonly Text[];
}

/**
 * Request, client to server: library texts, files and open documents that refer to this text; shown before a deletion
 * or a rename.
 */
export const usesRequest = "smartform/uses";
export interface UsesParams {
  readonly textId: string;
}
export interface UsesResult {
  readonly known: boolean;
  readonly uses: readonly { readonly textId: string; readonly code: string; readonly language: string }[];
  /**
   * Open documents in their current state, saved or not, then files. `certain`: false if no reference in the document
   * is certain to mean this text.
   */
  readonly documents: readonly { readonly uri: string; readonly open: boolean; readonly certain: boolean }[];
  /** The Smartforms whose known pages refer to the text, or may refer to it. */
  readonly smartforms: readonly { readonly name: string; readonly certain: boolean }[];
}

/**
 * Notification, server to client: the author renamed something that is on the service or that library texts mention.
 * The rename itself then has no edit: the client turns it into a plan, and shows the plan before anything happens.
 */
export const renamedNotification = "smartform/renamed";
export type RenamedParams = {
  /** The address of the document in which the rename was requested. */
  readonly uri: string;
  /** The owner of the library in which the name was looked up; absent if the client makes no calls. */
  readonly owner?: string | undefined;
} & (
  | { readonly of: "text"; readonly text: Text; readonly code: string }
  | { readonly of: "folder"; readonly folder: Folder; readonly code: string }
  /** A name that exists only in texts and files. */
  | {
      readonly of: "mentions";
      readonly title: string;
      readonly found: ReferenceEditsResult;
      readonly said: readonly string[];
    }
);

/**
 * Commands of VS Code's client for the lenses above a library text: show its uses (the argument is the text's address),
 * and open another language of it.
 */
export const showUsesCommand = "smartform.textLibrary.showUses";
export const openTextCommand = "smartform.textLibrary.open";

/** Request, client to server: the places that mention the library text of this open document. */
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
 * The command of `workspace/executeCommand` that repairs every finding with one clear fix, in every file of the
 * workspace. It first asks for confirmation: VS Code's client with `confirmFixAllRequest`, any other editor with
 * `window/showMessageRequest`. If the answer is null, it repairs nothing.
 */
export const fixAllCommand = "smartform.fixAll";
export const confirmFixAllRequest = "smartform/confirmFixAll";
export interface ConfirmFixAllParams {
  /** The number of findings that would be repaired. */
  readonly findings: number;
  readonly files: number;
  /** The number of findings that do not have one clear fix. */
  readonly left: number;
  /** The addresses of everything that would be changed. */
  readonly uris: readonly string[];
}
/** `each`: the user confirms every place separately. */
export type ConfirmFixAllResult = "all" | "each" | null;

/**
 * Request, client to server: a create-form request with a sample value for everything that the Smartform shows; null if
 * the Smartform is not known.
 */
export const sampleRequest = "smartform/sample";
export interface SampleParams {
  readonly smartformId: string;
  /**
   * The sample names this environment, and is made for the version of the Smartform that runs there. Without an
   * environment, the sample is made for the saved version.
   */
  readonly environment?: string;
}
export type SampleResult = JsonObject | null;

/**
 * Request, client to server: the data contract of a Smartform, of a library text in every language, or of an open
 * document in its current state; null if it is unknown. `title`: the name of its subject. `complete: false`: not
 * everything that is printed is known, so more data may be needed.
 */
export const contractRequest = "smartform/contract";
export interface ContractParams {
  readonly of: { readonly smartformId: string } | { readonly textId: string } | { readonly uri: string };
  readonly format: "json-schema" | "typescript";
}
export type ContractResult = { readonly title: string; readonly content: string; readonly complete: boolean } | null;

/**
 * Request, client to server: what a Smartform's pages and some library texts print, without the values of a form. The
 * client fills in the values and compares the result with a PDF, so that no message ever contains anything from a PDF.
 * `folder`: where short references are looked up instead of in the Smartform's own folder.
 */
export const printedRequest = "smartform/printed";
export interface PrintedParams {
  readonly smartformId: string | null;
  /**
   * What the service says about the form's version of the Smartform, which may differ from the saved version. If
   * absent, the saved version from the catalog is used.
   */
  readonly version?: RunningVersion;
  readonly folder: string | null;
  /** null: the Smartform's default language or, if that is not known, the default language of each text. */
  readonly language: string | null;
  /** Library texts; the result also has the texts that include them. */
  readonly textIds: readonly string[];
}
/** Absent properties are unknown. */
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
  /** null if the Smartform is not known; its parts are null if its pages are not described. */
  readonly form: { readonly name: string; readonly parts: readonly PrintedPart[] | null } | null;
  readonly language: string | null;
  readonly texts: readonly PrintedText[];
  /** The names of the texts that print a piece, and of those that the request names. */
  readonly names: readonly {
    readonly text: Pick<Text, "id" | "code" | "contentType">;
    readonly folder: Pick<Folder, "code" | "name">;
  }[];
}

/**
 * Request, client to server: what an open document prints in its current state, with the data sample of its settings;
 * null if the document is not a text.
 */
export const previewRequest = "smartform/preview";
export interface PreviewParams {
  readonly uri: string;
  readonly surface: Surface;
  /** null: the language of the text. */
  readonly language: string | null;
}
export interface PreviewResult {
  /**
   * An origin without a text refers to the content that is shown: the document itself or, if `isOwn` is false, another
   * language of the same library text.
   */
  readonly pieces: readonly Piece[];
  readonly isOwn: boolean;
  /** Whether a plain text includes HTML or rich text that holds a tag, a comment or an entity. */
  readonly isMixed: boolean;
  readonly language: string | null;
  /** The languages to choose from. */
  readonly languages: readonly string[];
  readonly names: PrintedResult["names"];
}

/**
 * Request, client to server: the contents of all library texts, page by page, to search them for the words of a PDF.
 * `next` null: this was the last page.
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
 * Request, client to server: the language codes that occur in the Text Library, most frequent first; empty if the
 * catalog cannot say.
 */
export const languagesRequest = "smartform/languages";
export type LanguagesResult = readonly string[];

/**
 * The command of VS Code's client that creates or changes something on the service. Code actions name it, because the
 * server itself never writes to the service. Offsets count UTF-16 code units in this version of the document.
 */
export const workCommand = "smartform.textLibrary.carryOut";
export interface WorkParams {
  /** The owner of the library that the server read when it offered the action; absent if the client makes no calls. */
  readonly owner?: Pick<CatalogIdentity, "name" | "owner">;
  readonly uri: string;
  readonly version: number;
  readonly work: Extraction | TextToCreate | LanguageToAdd | CodeToSet | DefaultLanguageToSet;
}

/**
 * Request, client to server: check every text of the Text Library. During the check, `libraryFindingsNotification`
 * reports the findings. If the request has a token for work-done progress, the progress is reported too. Can be
 * cancelled.
 */
export const checkLibraryRequest = "smartform/checkLibrary";
export interface CheckLibraryParams {
  readonly workDoneToken?: string | number;
}
export interface CheckLibraryResult {
  /** null if the library is not completely read. */
  readonly translations: number | null;
  /** The number of addresses reported with findings. */
  readonly texts: number;
}

/**
 * Notification, server to client: everything found so far in each of these texts, by the text's address. After a check,
 * it is also sent when a change of the library or of the settings changes findings. An address without diagnostics no
 * longer has findings.
 */
export const libraryFindingsNotification = "smartform/libraryFindings";
export interface LibraryFindingsParams {
  readonly texts: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[];
}
/** Codes of findings that only a check of the whole library makes; an open document never has them. */
export const wholeLibraryCodes: ReadonlySet<string> = new Set(["code-case-collision", "duplicate-text", "unused-text"]);

/**
 * Request, client to server: texts whose code, name or description fits these words; texts whose code fits come first.
 * The result also has the places in the contents of any language, as last read, where the words follow one another.
 */
export const findRequest = "smartform/find";
export interface FindParams {
  readonly query: string;
  /** The maximum number of texts, and also of places. */
  readonly limit: number;
}
export interface FindResult {
  /** False if the library is not completely read: there may be more. */
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
  /** The line, shortened around the words if it is long. */
  readonly excerpt: string;
}

/**
 * Request, client to server: references to library texts as a document would write them, each certain to mean its text
 * there; null for a text without a certain reference. The references are short if the document uses only short ones.
 */
export const referenceRequest = "smartform/reference";
export interface ReferenceParams {
  /** Absent if the reference must mean the text wherever it is written. */
  readonly uri?: string;
  readonly textIds: readonly string[];
}
export type ReferenceResult = readonly (string | null)[];

/**
 * Request, client to server: the state of every text and language, for filters, progress and worklists. Looks at every
 * content; can be cancelled.
 */
export const surveyRequest = "smartform/survey";
export interface SurveyResult {
  /** False if the library is not completely read. */
  readonly known: boolean;
  /** Every language that occurs in the library, most frequent first; empty if that is not known. */
  readonly languages: readonly string[];
  readonly texts: readonly SurveyedText[];
}
export interface SurveyedText {
  readonly text: Text;
  /** Languages whose content has no words. */
  readonly empty: readonly string[];
  /** Languages whose content is older than the content in the default language. */
  readonly stale: readonly string[];
  /** Languages whose placeholders differ from those of the default language. */
  readonly drifted: readonly string[];
  /** Languages written by a machine. */
  readonly machine: readonly string[];
  /** The number of findings in all languages, without those that the workspace hides. */
  readonly findings: number;
  /** How many other texts refer to this one; null if not known. */
  readonly uses: number | null;
}

/**
 * Request, client to server: the progress of the translations, by folder and language. The first answer looks at every
 * content, which takes long for a large library; the results are kept, and later answers look only at what changed. Can
 * be cancelled, and then continues with the next request.
 */
export const languageProgressRequest = "smartform/languageProgress";
export interface LanguageProgressResult {
  /** False if the library is not completely read: the counts cover what has been read. */
  readonly known: boolean;
  /** The languages that occur in what has been read, the most frequent first. */
  readonly languages: readonly string[];
  readonly folders: readonly FolderProgress[];
}
export interface FolderProgress {
  readonly folderId: string;
  readonly texts: number;
  /** The number of texts whose languages are not known yet. */
  readonly unread: number;
  /** The languages that occur in the folder; all others are missing in every text that has been read. */
  readonly languages: readonly LanguageCount[];
}
/**
 * Numbers of texts. Texts counted neither in `there` nor in `unknown` are missing: they do not exist in this language,
 * or have no words. The other counts are parts of `there`.
 */
export interface LanguageCount {
  readonly language: string;
  readonly there: number;
  /** The language exists, but its content has not been read. */
  readonly unknown: number;
  readonly stale: number;
  /**
   * The service gave no dates to tell whether the content is stale, or there is no default language to compare with.
   */
  readonly staleUnknown: number;
  readonly drifted: number;
  readonly driftedUnknown: number;
  readonly machine: number;
  /** The service did not say who wrote the content. */
  readonly machineUnknown: number;
}

/**
 * Notification, server to client: the progress may have changed for these texts, or for any text (null). Sent only
 * after progress was first requested.
 */
export const languageProgressNotification = "smartform/languageProgressChanged";
export interface LanguageProgressParams {
  readonly textIds: readonly string[] | null;
}

/** Request, client to server: texts whose translation needs work, in the order of folder and code. */
export const worklistRequest = "smartform/worklist";
export type WorkKind = "missing" | "stale" | "drifted" | "machine" | "unknown";
export interface WorklistParams {
  /** May be a language that no text has yet. */
  readonly language: string;
  readonly kind: WorkKind;
  /** null for the whole library. */
  readonly folderIds: readonly string[] | null;
  /** Only these texts, to see their current state. */
  readonly textIds?: readonly string[];
  readonly limit: number;
}
export interface WorklistResult {
  readonly known: boolean;
  /** The number of texts, even if fewer are listed. */
  readonly total: number;
  readonly texts: readonly Text[];
}

/**
 * Request, client to server: texts whose contents, as last read, contain these words literally. Looks at every content;
 * can be cancelled.
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
  /** In the order of folder and code. */
  readonly textIds: readonly string[];
}

/**
 * Request, client to server, before codes, folder names or the folders of texts change on the service: the current
 * content of every document that refers to them, and the parts that would have to be rewritten. Changes nothing.
 */
export const referenceEditsRequest = "smartform/referenceEdits";
export interface ReferenceEditsParams {
  readonly changes: readonly ReferenceChange[];
}
export type { Field, ReferenceChange, ReferenceEditsResult, ReferringDocument };
