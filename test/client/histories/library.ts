/** The library that histories are played in: a sandbox in this process, reached through the real api client. */
import { createApi, isApiError, type Api } from "../../../api/index.ts";
import { fieldsOf, type LibraryText } from "../../../client/writePlan.ts";
import { grantTicket, startSandbox } from "../../sandbox/permits.ts";
import type { Folder } from "../../../language/index.ts";
import type { Random } from "./turns.ts";

type AnyCall = (operation: string, request: unknown, options?: unknown) => Promise<unknown>;

export interface Library extends AsyncDisposable {
  readonly api: Api;
  readonly raw: AnyCall;
  readonly folders: readonly string[];
  /** `ends`: how many of them have other line ends, or both kinds; of 1. */
  newText(unique: () => string, random: Random, options: { readonly ends: number }): Promise<LibraryText>;
  /** What the service holds; null where it shows no such text. */
  look(id: string): Promise<LibraryText | null>;
  /** A write as it stands, or a deletion. */
  foreign(id: string, body: Record<string, unknown> | undefined): Promise<void>;
  /** Every text with this code in this folder. */
  find(place: { readonly folderId: string; readonly code: string }): Promise<readonly LibraryText[]>;
  /** Those that histories made. */
  listFolders(): Promise<readonly Folder[]>;
  removeFolder(id: string): Promise<void>;
  differs(one: LibraryText | null, other: LibraryText | null): boolean;
  control(method: string, path: string, body: unknown): Promise<void>;
}

export async function openLibrary(): Promise<Library> {
  const sandbox = await startSandbox({});
  const { ready: { clients, controlUrl, controlSecret, ...ready } } = sandbox;
  const client = clients.find(({ name }) => name === "standard");
  if (client === undefined) throw new Error("The sandbox has no standard client.");
  const { authUrl, formsApiUrl, formsAppUrl, auditApiUrl, statisticsApiUrl, signingApiUrl, archiveApiUrl, documentsApiUrl } = ready;
  const connection = { authUrl, formsApiUrl, formsAppUrl, auditApiUrl, statisticsApiUrl, signingApiUrl, archiveApiUrl, documentsApiUrl, clientId: client.clientId };
  const api = createApi({ connection, secret: async () => client.clientSecret });
  const raw = api.call as AnyCall;

  const control: Library["control"] = async (method, path, body) => {
    const answer = await fetch(controlUrl + path, { method, headers: { authorization: `Bearer ${controlSecret}` }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await control("POST", "/choices", { id: "T22", alternative: "reviewer" });
  const folders: string[] = [];
  for (const name of ["Histories", "More Histories"]) folders.push((await api.call("textlibrary.folders.create", { body: { name } })).id);

  const shared = new Set((await api.call("textlibrary.folders.list", {})).map(({ id }) => id));

  const look: Library["look"] = async (id) => {
    try {
      return await api.call("textlibrary.texts.get", { path: { id } });
    } catch (error) {
      if (isApiError(error) && error.code === "not-found") return null;
      throw error;
    }
  };

  return {
    api, raw, folders, control, look,
    async newText(unique, random, { ends }) {
      const kind = random();
      const end = (index: number): string => kind > ends ? "\n" : kind < ends / 2 || index % 2 === 0 ? "\r\n" : "\n";
      const { id } = await api.call("textlibrary.texts.create", {
        body: {
          folderId: folders[0] ?? "", code: `t-${unique()}`, name: unique(), description: unique(), contentType: 2, isPublic: true, defaultLanguage: "en", reviewer: unique(),
          translations: { en: { content: Array.from({ length: 6 }, (_, index) => `${unique()}${index === 5 ? "" : end(index)}`).join("") }, sv: { content: Array.from({ length: 4 }, (_, index) => `${unique()}${end(index)}`).join("") } },
        },
      });
      const text = await look(id);
      if (text === null) throw new Error("A new text is not there.");
      return text;
    },
    async foreign(id, body) {
      try {
        if (body !== undefined) await raw("textlibrary.texts.update", { path: { id }, body });
        else await api.call("textlibrary.texts.delete", { path: { id } }, { ticket: grantTicket({ connection: api.connection, operation: "textlibrary.texts.delete", receivers: [], path: { id } }) });
      } catch (error) {
        if (!isApiError(error)) throw error;
      }
    },
    async find({ folderId, code }) {
      const { texts } = await api.call("textlibrary.search", { query: { q: code, pageSize: 100 } });
      const found = await Promise.all(texts.items.filter((item) => item.code === code && item.folderId === folderId).map(({ id }) => look(id)));
      return found.filter((text) => text !== null);
    },
    async listFolders() {
      const listed = await api.call("textlibrary.folders.list", {});
      return listed.filter(({ id }) => !shared.has(id)).map(({ id, name, parentFolderId, isDefault, code }) => ({ id, name, parentFolderId: parentFolderId ?? null, isDefault: isDefault ?? false, code: code ?? null }));
    },
    async removeFolder(id) {
      await api.call("textlibrary.folders.delete", { path: { id } }, { ticket: grantTicket({ connection: api.connection, operation: "textlibrary.folders.delete", receivers: [], path: { id } }) });
    },
    differs: (one, other) => one === null || other === null ? one !== other : JSON.stringify([fieldsOf(one), one["reviewer"], one.translations]) !== JSON.stringify([fieldsOf(other), other["reviewer"], other.translations]),
    async [Symbol.asyncDispose]() {
      await api.close();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}
