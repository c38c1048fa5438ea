/**
 * What a handler receives and returns. Handlers are synchronous, so that one transaction can contain all their effects.
 */
import type { DocumentsEnvironment, Environment } from "../../api/index.ts";
import type { State } from "./state.ts";

export interface Call {
  readonly state: State;
  /** The caller's company; empty on routes without a company. */
  readonly company: string;
  readonly clientId: string | undefined;
  /**
   * The one environment that the path and the body name; null if they name none. The archive always has one: the
   * default is Development.
   */
  readonly environment: Environment | null;
  /** For calls of the document editor; null for all others. */
  readonly documentsEnvironment: DocumentsEnvironment | null;
  /** Decoded values of the `{…}` segments. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined if the body is empty. */
  readonly body: unknown;
  readonly headers: Headers;
  readonly rawBody: Uint8Array;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /**
   * Adds to the outbox what would have left the machine, and calls a webhook or a callback on loopback once the
   * transaction is committed. `authorization` is sent with that call and recorded nowhere.
   */
  readonly send: (item: Omit<OutboxItem, "at">, secret?: { readonly authorization: string }) => void;
}

/** What would have left the machine, as an item of the outbox. */
export interface OutboxItem {
  readonly channel: "email" | "sms" | "webhook" | "callback" | "signing" | "distribution";
  readonly to: string;
  readonly subject?: string;
  readonly formId?: string;
  readonly orderId?: string;
  readonly url?: string;
  readonly payload?: unknown;
  /** ISO 8601, the service's clock. */
  readonly at: string;
}

export interface Reply {
  /** Default 200. */
  readonly status?: number;
  readonly json?: unknown;
  /**
   * A list that may be too long for memory: its items are read while the answer is written. `rest`: the fields beside
   * the list.
   */
  readonly list?: {
    readonly name: string;
    readonly items: Iterable<unknown>;
    readonly rest: Readonly<Record<string, unknown>>;
  };
  /** Without a content type. */
  readonly text?: string;
  readonly html?: string;
  /** A file, whose bytes are made after the transaction is committed. */
  readonly file?: {
    readonly type: string;
    readonly name?: string;
    readonly bytes: () => Uint8Array | Promise<Uint8Array>;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** Work that cannot be part of the transaction. It is done after the commit, and the answer waits for it. */
  readonly afterwards?: () => Promise<void>;
}

export type Handler = (call: Call) => Reply;
