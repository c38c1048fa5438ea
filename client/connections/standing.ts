/** State of a connection according to its last calls: what the status bar warns about. Does not import `vscode`. */
import type { CallRecord } from "../../api/index.ts";

/** `out`: there is no secret. `refused`: the service refuses the sign-in. `silent`: the last call got no answer. */
export type Standing = "fine" | "out" | "refused" | "silent";

const refusals: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/**
 * `host`: the host of the forms API, where texts are saved; other hosts may answer while this one does not. Returns
 * undefined if a call says nothing about the connection.
 */
export function standingAfter(
  { operation, error, status, host: asked }: Pick<CallRecord, "operation" | "error" | "status" | "host">,
  host: string,
): Standing | undefined {
  if (operation !== "token" && asked !== host) return undefined;
  if (operation === "token" && refusals.has(status)) return "refused";
  // The token may have expired: the next call shows whether a new one is issued.
  if (status !== undefined) return status === 401 ? undefined : "fine";
  return error === "unreachable" || error === "timeout" ? "silent" : undefined;
}

export class Standings {
  readonly #known = new Map<string, Standing>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(name: string): Standing {
    return this.#known.get(name) ?? "fine";
  }

  note(name: string, standing: Standing): void {
    if (this.of(name) === standing) return;
    this.#known.set(name, standing);
    this.#changed();
  }

  /** A secret exists, so the connection is signed in; no call has shown another state yet. */
  signedIn(name: string): void {
    if (this.of(name) === "out") this.note(name, "fine");
  }
}
