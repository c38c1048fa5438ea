/** The api clients that are in use, one for each connection. Knows no `vscode`. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/index.ts";

/** Hands out the same client until the connection is another one, in any of its addresses. */
export class ApiCache<Made extends { readonly api: { close(): Promise<void> } }> {
  readonly #kept = new Map<string, { readonly connection: Connection; readonly made: Made }>();

  /**
   * The client of what is called `key`. One that was made of other addresses is closed: whoever read the settings just
   * before they changed may ask for it just after.
   */
  async get(key: string, connection: Connection, make: () => Made): Promise<Made> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && isDeepStrictEqual(kept.connection, connection)) return kept.made;
    const made = make();
    this.#kept.set(key, { connection, made });
    await kept?.made.api.close();
    return made;
  }

  /** What the client of `key` was made of; undefined where there is none. */
  connectionOf(key: string): Connection | undefined {
    return this.#kept.get(key)?.connection;
  }

  async close(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    await kept?.made.api.close();
  }

  /** Rejects with all that could not be closed. No client is handed out again, whatever happens. */
  async closeAll(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    const failed = (await Promise.allSettled(all.map(({ made }) => made.api.close()))).flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join("; "));
  }
}
