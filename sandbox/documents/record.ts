/** What the document editor does, for audit and statistics (document 2; T164, T165). */
import type { Call } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import type { ProducedDocument } from "./dxml.ts";

interface DocumentEvent {
  /** Letters only: `PdfCreated`. */
  readonly name: string;
  /** Absent where what happened is about no one document. */
  readonly document?: Pick<ProducedDocument, "metaFile" | "document" | "source" | "userName">;
  readonly distribution?: string;
  /** Facts: ids, never values of the document. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Audited, and counted where it is about a document: as its MetaFile, from its `Source`. The user is the one that the
 * request named, else the client.
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
