/** Events in the sandbox, for audit and statistics (document 2). */
import type { JsonObject } from "../../language/index.ts";

/** The sources of events inside the service, with their numbers from document 2, "Audit event (written)". */
export const eventSources = {
  core: 1,
  forms: 2,
  signing: 3,
  documents: 4,
  archiveViewer: 5,
  textLibrary: 6,
  editor: 7,
  identity: 8,
  archive: 11,
} as const;

export interface ServiceEvent {
  readonly company: string;
  /**
   * The event's name: letters, digits and underscores. Audit searches look only at this name. The metric's name begins
   * with it, in lower case.
   */
  readonly name: string;
  readonly source: (typeof eventSources)[keyof typeof eventSources];
  /** The client's id, or a user name from the request; absent for an unnamed person. */
  readonly user?: string | undefined;
  /** 1 Information, 2 Warning, 3 Error; default 1. */
  readonly level?: 1 | 2 | 3;
  readonly category?: string;
  /** True when the event holds personal data. */
  readonly gdpr?: boolean;
  /** null if no environment was named. */
  readonly environment?: string | null;
  /** Facts: ids and names, never a secret. */
  readonly description?: JsonObject;
  /** Absent if the event is audited but not counted. */
  readonly counted?: {
    /** The system that recorded the event: "Forms", "Signing". */
    readonly system: string;
    /**
     * The name of the Smartform or MetaFile. Document 2 says only "Template name", and nothing about events without a
     * template: for those, this is the signing order's name, the archived file's extension, or the viewer archive's
     * schema.
     */
    readonly template: string;
    /** The origin of the event: `source` of a create request. */
    readonly source: string;
    readonly distribution?: string;
    readonly area?: string;
    readonly eventDetail?: string;
  };
}
