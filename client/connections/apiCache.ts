/** The api clients in use, one for each connection. Does not import `vscode`. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/index.ts";

/** Keeps one client for each key, until anything in the connection changes. */
export class ApiCache<Made extends { readonly api: { close(): Promise<void> } }> {
  readonly #kept = new Map<string, { readonly connection: Connection; readonly made: Made }>();

  /**
   * Returns the client for `key`. A client that was made for a different connection is closed and replaced: the
   * settings may have changed since it was made, or since the caller read them.
   */
  async get(key: string, connection: Connection, make: () => Made): Promise<Made> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && isDeepStrictEqual(kept.connection, connection)) return kept.made;
    const made = make();
    this.#kept.set(key, { connection, made });
    await kept?.made.api.close();
    return made;
  }

  /** Returns the connection that the client of `key` was made for; undefined if there is none. */
  connectionOf(key: string): Connection | undefined {
    return this.#kept.get(key)?.connection;
  }

  async close(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    await kept?.made.api.close();
  }

  /** Closes all clients. None of them is returned again, even if closing fails. Rejects with all errors of closing. */
  async closeAll(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    const failed = (await Promise.allSettled(all.map(({ made }) => made.api.close()))).flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join("; "));
  }
}
