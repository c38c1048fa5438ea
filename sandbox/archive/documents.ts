/** Stored documents of the archive: a row per version, found by the ids that callers may name. */
import type { Call } from "../base/call.ts";
import type { State } from "../base/state.ts";

export interface DocumentRow {
  readonly id: string;
  readonly root: string;
  readonly version: number;
  readonly folder: string;
  readonly fileName: string;
  readonly searchJson: string;
  readonly smartform: string | null;
  readonly dialog: string | null;
  readonly type: number;
  readonly createdAt: number;
}

/** Returns the version with this id if it belongs to the caller's company and to the environment of the call. */
export function visibleVersion({ state, company, environment }: Call, id: string | undefined): DocumentRow | undefined {
  return state.one(
    "SELECT * FROM archiveDocument WHERE id = ? AND company = ? AND environment = ?",
    id ?? "",
    company,
    environment,
  );
}

/** From the first to the newest version. */
export function versionsOf(state: State, root: string): readonly DocumentRow[] {
  return state.all("SELECT * FROM archiveDocument WHERE root = ? ORDER BY version", root);
}

export function newestOf(state: State, root: string): DocumentRow | undefined {
  return state.one("SELECT * FROM archiveDocument WHERE root = ? ORDER BY version DESC LIMIT 1", root);
}

export function bytesOf(state: State, id: string): Uint8Array {
  return (
    state.one<{ bytes: Uint8Array }>("SELECT bytes FROM archiveFile WHERE document = ?", id)?.bytes ?? new Uint8Array()
  );
}
