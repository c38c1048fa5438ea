/** What happens in the sandbox, as audit and statistics hear of it (document 2). */
import type { JsonObject } from "../../language/index.ts";

/** Numbers of document 2, "Audit event (written)", for what happens inside the service. */
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
   * Event name; what the search of audit matches, and in lower case the beginning of the metric's name. Letters, digits
   * and underscores.
   */
  readonly name: string;
  readonly source: (typeof eventSources)[keyof typeof eventSources];
  /** The client's id, or a user name that came with the request; left out for a person whom nobody named. */
  readonly user?: string | undefined;
  /** 1 Information, 2 Warning, 3 Error; default 1. */
  readonly level?: 1 | 2 | 3;
  readonly category?: string;
  /** True when the event holds personal data. */
  readonly gdpr?: boolean;
  /** null where none was named. */
  readonly environment?: string | null;
  /** Facts: ids and names, never a secret. */
  readonly description?: JsonObject;
  /** Left out where the event is audited and not counted. */
  readonly counted?: {
    /** Recorded it: "Forms", "Signing". */
    readonly system: string;
    /** Name of the Smartform or MetaFile. */
    readonly template: string;
    /** Where it came from: `source` of a create request. */
    readonly source: string;
    readonly distribution?: string;
    readonly area?: string;
    readonly eventDetail?: string;
  };
}
