/** Events of the document editor, for audit and statistics (document 2; T164, T165). */
import type { Call } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import type { ProducedDocument } from "./dxml.ts";

interface DocumentEvent {
  /** Letters only, such as `PdfCreated`. */
  readonly name: string;
  /** Absent if the event is not about a single document. */
  readonly document?: Pick<ProducedDocument, "metaFile" | "document" | "source" | "userName">;
  readonly distribution?: string;
  /** Facts: ids, never values of the document. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Records the event for audit. An event about a document is also recorded for statistics, with the document's MetaFile
 * as the template and the document's `Source` as the source. The user is the one that the request names; if it names
 * none, the client.
 */
export function recordDocument(
  {
    state,
    company,
    clientId,
    documentsEnvironment,
  }: Pick<Call, "state" | "company" | "clientId"> & { readonly documentsEnvironment: string | null },
  event: DocumentEvent,
): void {
  const { name, document, distribution, facts } = event;
  recordEvent(state, {
    company,
    name,
    source: eventSources.editor,
    user: document?.userName || clientId,
    category: "Document editor",
    environment: documentsEnvironment,
    description: { ...(document && { MetaFile: document.metaFile, Document: document.document }), ...facts },
    ...(document && {
      counted: {
        system: "DocumentEditor",
        template: document.metaFile,
        source: document.source,
        area: document.document,
        ...(distribution === undefined ? {} : { distribution }),
      },
    }),
  });
}
