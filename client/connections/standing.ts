/** How a connection stands, as far as its last calls say: what the status bar warns of. Knows no `vscode`. */
import type { CallRecord } from "../../api/index.ts";

/**
 * `out`: there is no secret of it. `refused`: the service does not take its sign-in. `silent`: the last call got no
 * answer.
 */
export type Standing = "fine" | "out" | "refused" | "silent";

const refusals: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/**
 * `host`: of the forms API, where texts are saved; another one may answer while it does not. undefined where a call
 * says nothing of it.
 */
export function standingAfter(
  { operation, error, status, host: asked }: Pick<CallRecord, "operation" | "error" | "status" | "host">,
  host: string,
): Standing | undefined {
  if (operation !== "token" && asked !== host) return undefined;
  if (operation === "token" && refusals.has(status)) return "refused";
  // A token may be too old: whether there is a new one says the next call.
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

  /** There is a secret of it: it is signed in to, and nothing more is known. */
  signedIn(name: string): void {
    if (this.of(name) === "out") this.note(name, "fine");
  }
}
