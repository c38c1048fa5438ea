/** The library that histories run in: a sandbox in this process, called through the real api client. */
import * as z from "zod";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { grantTicket, startSandbox } from "../../sandbox/permits.ts";
import type { Folder } from "../../../language/index.ts";
import type { Random } from "./turns.ts";

type AnyCall = (operation: string, request: unknown, options?: unknown) => Promise<unknown>;

/** One of two companies of the same service. */
export interface Company {
  readonly identity: string;
  /** Prefix of every word that histories write for this company. */
  readonly mark: string;
  readonly api: Api;
  readonly raw: AnyCall;
  readonly folders: readonly string[];
  /** Lists the texts in this company's library whose code contains a word of any company. */
  list(): Promise<readonly LibraryText[]>;
  remove(id: string): Promise<void>;
  removeFolder(id: string): Promise<void>;
  /** Replaces the English content of the text, without the guard of a save. */
  rewrite(id: string, content: string): Promise<void>;
}

export interface Library extends AsyncDisposable {
  readonly companies: readonly Company[];
  readonly api: Api;
  readonly raw: AnyCall;
  readonly folders: readonly string[];
  /** Creates a text. `ends`: the probability that its lines end with CRLF, or with CRLF and LF in turn. */
  newText(unique: () => string, random: Random, options: { readonly ends: number }): Promise<LibraryText>;
  /** Resolves with the text as the service holds it; null if the service shows no such text. */
  look(id: string): Promise<LibraryText | null>;
  /** Writes exactly this body; without a body, deletes the text. */
  foreign(id: string, body: Record<string, unknown> | undefined): Promise<void>;
  /** Resolves with every text with this code in this folder. */
  find(place: { readonly folderId: string; readonly code: string }): Promise<readonly LibraryText[]>;
  /** Lists the folders that histories made. */
  listFolders(): Promise<readonly Folder[]>;
  removeFolder(id: string): Promise<void>;
  differs(one: LibraryText | null, other: LibraryText | null): boolean;
  control(method: string, path: string, body: unknown): Promise<void>;
  /** Resolves with the client and path of each write since `written` was called last. */
  written(): Promise<readonly { readonly clientId: string; readonly path: string }[]>;
}

export async function openLibrary(): Promise<Library> {
  const sandbox = await startSandbox({});
  const { ready } = sandbox;
  const { controlUrl, controlSecret } = ready;
  const api = apiOf(ready);
  const raw = api.call as AnyCall;
  const otherApi = apiOf(ready, { as: "other" });

  async function ask(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await fetch(controlUrl + path, {
      method,
      headers: { authorization: `Bearer ${controlSecret}` },
      body: JSON.stringify(body) ?? null,
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`);
    return said;
  }
  const control: Library["control"] = async (method, path, body) => void (await ask(method, path, body));
  await control("POST", "/choices", { id: "T22", alternative: "reviewer" });
  const folders: string[] = [];
  for (const name of ["Histories", "More Histories"])
    folders.push((await api.call("textlibrary.folders.create", { body: { name } })).id);

  const shared = new Set((await api.call("textlibrary.folders.list", {})).map(({ id }) => id));

  const look: Library["look"] = async (id) => {
    try {
      return await api.call("textlibrary.texts.get", { path: { id } });
    } catch (error) {
      if (isApiError(error) && error.code === "not-found") return null;
      throw error;
    }
  };

  const companies = [
    await openCompany(api, { mark: "strandby", folders }),
    await openCompany(otherApi, { mark: "nordby" }),
  ];

  return {
    companies,
    api,
    raw,
    folders,
    control,
    look,
    async written() {
      const { items } = ledger.parse(JSON.parse(await ask("GET", "/ledger")));
      await ask("DELETE", "/ledger");
      return items.filter(
        ({ effect, status }) => effect !== null && effect !== "read" && effect !== "read-by-post" && status !== 401,
      );
    },
    async newText(unique, random, { ends }) {
      const kind = random();
      const end = (index: number): string => (kind > ends ? "\n" : kind < ends / 2 || index % 2 === 0 ? "\r\n" : "\n");
      const { id } = await api.call("textlibrary.texts.create", {
        body: {
          folderId: folders[0] ?? "",
          code: `t-${unique()}`,
          name: unique(),
          description: unique(),
          contentType: 2,
          isPublic: true,
          defaultLanguage: "en",
          reviewer: unique(),
          translations: {
            en: {
              content: Array.from({ length: 6 }, (_, index) => `${unique()}${index === 5 ? "" : end(index)}`).join(""),
            },
            sv: { content: Array.from({ length: 4 }, (_, index) => `${unique()}${end(index)}`).join("") },
          },
        },
      });
      const text = await look(id);
      if (text === null) throw new Error("A new text is not there.");
      return text;
    },
    async foreign(id, body) {
      try {
        if (body !== undefined) await raw("textlibrary.texts.update", { path: { id }, body });
        else
          await api.call(
            "textlibrary.texts.delete",
            { path: { id } },
            {
              ticket: grantTicket({
                connection: api.connection,
                operation: "textlibrary.texts.delete",
                receivers: [],
                path: { id },
              }),
            },
          );
      } catch (error) {
        if (!isApiError(error)) throw error;
      }
    },
    async find({ folderId, code }) {
      const { texts } = await api.call("textlibrary.search", { query: { q: code, pageSize: 100 } });
      const found = await Promise.all(
        texts.items.filter((item) => item.code === code && item.folderId === folderId).map(({ id }) => look(id)),
      );
      return found.filter((text) => text !== null);
    },
    async listFolders() {
      const listed = await api.call("textlibrary.folders.list", {});
      return listed
        .filter(({ id }) => !shared.has(id))
        .map(({ id, name, parentFolderId, isDefault, code }) => ({
          id,
          name,
          parentFolderId: parentFolderId ?? null,
          isDefault: isDefault ?? false,
          code: code ?? null,
        }));
    },
    removeFolder: (id) => removeFolder(api, id),
    differs: (one, other) =>
      one === null || other === null
        ? one !== other
        : JSON.stringify([fieldsOf(one), one["reviewer"], one.translations]) !==
          JSON.stringify([fieldsOf(other), other["reviewer"], other.translations]),
    async [Symbol.asyncDispose]() {
      await api.close();
      await otherApi.close();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

const ledger = z.object({
  items: z.array(
    z.object({
      effect: z.string().nullable(),
      status: z.number().nullable(),
      clientId: z.string().default(""),
      path: z.string(),
    }),
  ),
});

async function removeFolder(api: Api, id: string): Promise<void> {
  const ticket = grantTicket({
    connection: api.connection,
    operation: "textlibrary.folders.delete",
    receivers: [],
    path: { id },
  });
  await api.call("textlibrary.folders.delete", { path: { id } }, { ticket });
}

async function openCompany(
  api: Api,
  { mark, folders }: { readonly mark: string; readonly folders?: readonly string[] },
): Promise<Company> {
  const raw = api.call as AnyCall;
  const own = folders ?? [(await api.call("textlibrary.folders.create", { body: { name: "Histories" } })).id];
  const ignored = (error: unknown): void => {
    if (!isApiError(error)) throw error;
  };
  return {
    identity: `service ${api.connection.clientId}`,
    mark,
    api,
    raw,
    folders: own,
    async list() {
      const found: LibraryText[] = [];
      for (let page = 0; ; page += 1) {
        const { texts } = await api.call("textlibrary.search", { query: { q: "t-", page, pageSize: 100 } });
        for (const { id } of texts.items) {
          const text = await api.call("textlibrary.texts.get", { path: { id } }).catch(ignored);
          if (text !== undefined && /^t-(?:strandby|nordby)/.test(text.code)) found.push(text);
        }
        if (texts.items.length < 100) return found;
      }
    },
    remove: (id) =>
      api
        .call(
          "textlibrary.texts.delete",
          { path: { id } },
          {
            ticket: grantTicket({
              connection: api.connection,
              operation: "textlibrary.texts.delete",
              receivers: [],
              path: { id },
            }),
          },
        )
        .then(() => {}, ignored),
    removeFolder: (id) => removeFolder(api, id),
    async rewrite(id, content) {
      const text = await api.call("textlibrary.texts.get", { path: { id } }).catch(ignored);
      if (text === undefined) return;
      const { id: _, createdDate: __, updatedDate: ___, ...fields } = text;
      await raw("textlibrary.texts.update", {
        path: { id },
        body: { ...fields, translations: { en: { content } } },
      }).catch(ignored);
    },
  };
}
