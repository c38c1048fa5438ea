/**
 * The conditions of commands, as VS Code's `when` clauses. VS Code evaluates `&&` before `||` and these clauses have no
 * parentheses, so use only `any` to join alternatives, and never pass its result to `all` or `not`.
 */
import { contexts, mergeScheme, pdfFileEditor, textScheme, views } from "../identifiers.ts";

export type View = keyof typeof views;
export type Service = "forms" | "audit" | "statistics" | "signing" | "archive" | "documents";

export const all = (...parts: readonly string[]): string => parts.join(" && ");
export const not = (part: string): string => `!${part}`;
export const any = (...parts: readonly string[]): string => parts.join(" || ");

/**
 * Keeps the commands of rows, buttons and lenses out of the palette, because these commands cannot ask what they should
 * act on.
 */
export const never = "false";
export const trusted = "isWorkspaceTrusted";
/** A connection is in use; the sandbox counts as one. */
export const connected = `${contexts.connection} != none`;
export const unconnected = `${contexts.connection} == none`;
export const notOnSandbox = `${contexts.connection} != sandbox`;
export const onSandbox = `${contexts.connection} == sandbox`;
export const onService = `${contexts.connection} == service`;

/** The connection has an address for the service. */
export const has = (service: Service): string => `${contexts.services} =~ /\\b${service}\\b/`;

/** A request to the service can be sent. */
export const reaches = (service: Service): string => all(connected, trusted, has(service));

/** One of these views is open and unfolded. */
export const visible = (...some: readonly View[]): string => any(...some.map((view) => `view.${views[view]}.visible`));

/** A text of the library is in the editor in front. */
export const inText = `resourceScheme == ${textScheme}`;
/** A text, of the library or of a file, is in the editor in front. */
export const inSmartformText = "editorLangId =~ /^smartform-(text|html)$/";
export const inMerge = all("isMergeEditor", `resourceScheme == ${mergeScheme}`);
/** The menu was opened on a form request, or one is in the editor in front. */
export const onFormRequest = "resourceFilename =~ /\\.form\\.json$/";
/** The menu was opened on a request file for any other call, or one is in the editor in front. */
export const onCallRequest =
  "resourceFilename =~ /\\.(forms|signing|archive|document|store|distribution|audit|statistics)\\.json$/i";
export const onRequest = any(onFormRequest, onCallRequest);
/** The panel of a PDF is in front; for `inPdf`, that panel or the editor of a PDF file. */
export const inPdfPanel = "activeWebviewPanelId == smartform.pdf";
export const inPdf = any(inPdfPanel, `activeCustomEditorId == ${pdfFileEditor}`);

/** The menu was opened on a PDF file. */
export const onPdfFile = "resourceExtname =~ /^\\.pdf$/i";

/** The save of the text in front waits for a decision. */
export const inConflict = `resource in ${contexts.conflicts}`;

/** A worklist of translations is open. */
export const walks = contexts.worklist;
export const several = "listMultiSelection";
export const single = not(several);
export const isHistoryPinned = contexts.historyPinned;
export const isFiltered = contexts.filtered;
export const isGrouped = contexts.grouped;
export const listensForWebhooks = contexts.webhooks;
