/** The sandbox of the crawl's connection. The test reads what arrived there, and what the sandbox holds. */
import assert from "node:assert/strict";
import type { Api, Environment } from "../../../../api/index.ts";
import type { Ready } from "../../../../sandbox/index.ts";
import { apiOf } from "../../../sandbox/apiOf.ts";

/** Data from the process that started the sandbox and this window. */
export interface Handed {
  readonly ready: Ready;
  /**
   * Whether every argument is tried with every command in every manner. Otherwise, only the part that `npm test` has
   * time for is tried.
   */
  readonly whole: boolean;
  /** Parts of command names. If there are any, only commands with such a name are run. */
  readonly only: readonly string[];
  /** The folder of the samples; the workspace gets a copy of it. */
  readonly samples: string;
  /** Request files with calls that need a ticket: their contents by their paths in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly made: { readonly form: string; readonly order: string; readonly archived: string; readonly session: string };
}

export interface Seen {
  readonly operation: string | null;
  readonly effect: string | null;
  readonly path: string;
  readonly status: number | null;
}

/** Effects of calls that only a ticket lets through. */
export const harmful: ReadonlySet<string> = new Set(["configuration", "destroy", "reaches-people"]);

export interface Service {
  readonly api: Api;
  /**
   * Fails if a harmful request arrived since the last check, or if the outbox has received a message. Resolves with the
   * number of requests.
   */
  harmless(during: string): Promise<number>;
  /** Resolves with everything that must not be lost or changed: texts, folders, orders, archived documents. */
  fingerprint(): Promise<ReadonlyMap<string, string>>;
  /**
   * Resolves with whether `name`, from an earlier fingerprint, names an archived document that can still be read. A new
   * fingerprint may lack the name: it lists each document by its newest version, but the other versions still exist.
   */
  canRead(name: string): Promise<boolean>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Writes one language of a text as somebody else: appends `content`, or replaces the old content with it. */
  changeText(
    text: { readonly id: string; readonly language: string },
    content: string,
    manner: "behind" | "instead",
  ): Promise<void>;
  /** Creates an empty folder and a text that nothing refers to. Resolves with their ids. */
  prepare(): Promise<{ readonly folder: string; readonly text: string }>;
}

export function serviceOf({ ready }: Handed): Service {
  const api = apiOf(ready);

  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(ready.controlUrl + path, {
      method,
      headers: { authorization: `Bearer ${ready.controlSecret}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, `${method} ${path}`);
    return (await response.json()) as T;
  }

  async function texts(): Promise<readonly { readonly id: string }[]> {
    const found: { readonly id: string }[] = [];
    for (let page = 0; ; page++) {
      const {
        texts: { items },
      } = await api.call("textlibrary.search", { query: { q: "", page, pageSize: 100 } });
      found.push(...items);
      if (items.length < 100) return found;
    }
  }

  return {
    api,
    control,
    async canRead(name) {
      const [, environment, fileId] = /^archived (\w+) (.+)$/.exec(name) ?? [];
      if (environment === undefined || fileId === undefined) return false;
      return api.call("archive.download", { environment: environment as Environment, path: { fileId } }).then(
        () => true,
        () => false,
      );
    },
    async changeText({ id, language }, content, manner) {
      const {
        createdDate: _,
        updatedDate: __,
        id: ___,
        translations,
        isPublic,
        ...rest
      } = await api.call("textlibrary.texts.get", { path: { id } });
      const before = manner === "behind" ? (translations?.[language]?.content ?? "") : "";
      await api.call("textlibrary.texts.update", {
        path: { id },
        body: { ...rest, isPublic: isPublic ?? false, translations: { [language]: { content: before + content } } },
      });
    },
    async prepare() {
      const folder = await api.call("textlibrary.folders.create", {
        body: { name: "Empty", parentFolderId: null, code: "empty" },
      });
      const text = await api.call("textlibrary.texts.create", {
        body: {
          folderId: "folder-claims",
          code: "contested",
          contentType: 0,
          defaultLanguage: "en",
          translations: { en: { content: "First." } },
        },
      });
      return { folder: folder.id, text: text.id };
    },
    async harmless(during) {
      const { items } = await control<{ readonly items: readonly Seen[] }>("GET", "/ledger");
      const { items: sent } = await control<{ readonly items: readonly unknown[] }>("GET", "/outbox");
      await control("DELETE", "/ledger");
      await control("DELETE", "/outbox");
      assert.deepEqual(
        { during, harm: items.filter(({ effect }) => effect !== null && harmful.has(effect)), sent },
        { during, harm: [], sent: [] },
      );
      return items.length;
    },
    async fingerprint() {
      const rows: [string, unknown][] = [];
      for (const folder of await api.call("textlibrary.folders.list", {})) rows.push([`folder ${folder.id}`, folder]);
      for (const { id } of await texts())
        rows.push([`text ${id}`, await api.call("textlibrary.texts.get", { path: { id } })]);
      for (const order of await api.call("signing.orders.list", { body: {} })) rows.push([`order ${order.id}`, order]);
      for (const environment of ["Development", "Test", "Production"] as const) {
        for (const document of await api.call("archive.search", { environment, body: {} }))
          rows.push([`archived ${environment} ${document.id}`, document]);
      }
      return new Map(rows.map(([name, row]) => [name, JSON.stringify(row)]));
    },
  };
}
