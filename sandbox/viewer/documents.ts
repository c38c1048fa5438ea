/** Stored documents of the viewer archive. */
import type { State } from "../base/state.ts";

export interface ViewerDocument {
  readonly id: string;
  readonly schema: string;
  readonly userId: string;
  readonly metadataJson: string;
}

export function insertViewerDocument(
  state: State,
  {
    id,
    company,
    environment,
    schema,
    userId,
    metadataJson,
    bytes,
    at,
  }: ViewerDocument & {
    readonly company: string;
    readonly environment: string;
    readonly bytes: Uint8Array;
    readonly at: number;
  },
): void {
  state.run(
    "INSERT INTO viewerDocument VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    company,
    environment,
    schema,
    userId,
    metadataJson,
    bytes,
    at,
  );
}
