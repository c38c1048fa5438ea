/** Two companies in a history. Their texts and folders have the same ids and names, and some have the same codes. */
import { isApiError } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { identityOf } from "../../../client/connections/connectionsModel.ts";
import type { Folder } from "../../../language/index.ts";
import type { Company, Library } from "./library.ts";
import type { Shelf } from "./planOracle.ts";
import { oneOf } from "./turns.ts";
import type { Random } from "./turns.ts";

/** A company in one history. */
export interface Firm {
  readonly company: Company;
  readonly identity: string;
  /** The service's own ids, by the ids that both companies share here. */
  readonly ids: Map<string, string>;
  /** Lines that other people wrote, by text. Nobody may remove them. */
  readonly theirs: Map<string, string[]>;
}

export const textIds = ["text-0", "text-1", "text-2"];
export const folderIds = ["folder-0", "folder-1"];

/** Returns companies that differ in a single part of a connection's settings. */
export function firmsOf({ companies }: Library, random: Random): readonly Firm[] {
  const [here, there] = ["https://one.example", "https://other.example"];
  const same = { authUrl: here, formsApiUrl: here, clientId: "same" };
  const other = oneOf<Partial<Connection>>(random, [{ authUrl: there }, { formsApiUrl: there }, { clientId: "other" }]);
  return companies.map((company, index) => {
    const connection = { ...company.api.connection, ...same, ...(index === 0 ? {} : other) };
    return { company, ids: new Map(), theirs: new Map(), identity: identityOf("", connection) };
  });
}

export function firmOf(firms: readonly Firm[], identity: string): Firm {
  const firm = firms.find((each) => each.identity === identity);
  if (firm === undefined) throw new Error("This is of no company.");
  return firm;
}

/** Creates two folders, and texts that refer to the first of them. */
export async function furnish(firm: Firm, seed: number, word: (firm: Firm) => string): Promise<void> {
  const {
    ids,
    company: { api },
  } = firm;
  const names = [`Letters ${seed}`, `Forms ${seed}`];
  for (const [index, name] of names.entries()) {
    ids.set(`folder-${index}`, (await api.call("textlibrary.folders.create", { body: { name } })).id);
  }
  const [folderId = ""] = ids.values();
  for (const [index, code] of [`t-${seed}x0`, `t-${seed}x1`, `t-${word(firm)}`].entries()) {
    const lines = [word(firm), ...(index === 0 ? [] : [`[[ LIB : Letters ${seed} : t-${seed}x0 ]]`]), word(firm)];
    const translations = { en: { content: `${lines.join("\n")}\n` } };
    const body = { folderId, code, name: code, contentType: 2, defaultLanguage: "en", translations };
    ids.set(`text-${index}`, (await api.call("textlibrary.texts.create", { body })).id);
  }
}

export async function clear({ ids, company }: Firm): Promise<void> {
  for (const [id, own] of ids) if (textIds.includes(id)) await company.remove(own);
  for (const [id, own] of ids) if (folderIds.includes(id)) await company.removeFolder(own);
}

/** Translates to the ids of the service, or to those of the history. */
export function translated<T>({ ids }: Firm, value: T, to: "service" | "history"): T {
  if (value === undefined) return value;
  let json = JSON.stringify(value);
  for (const [id, own] of ids) {
    json = to === "service" ? json.replaceAll(`"${id}"`, `"${own}"`) : json.replaceAll(own, id);
  }
  return JSON.parse(json) as T;
}

export interface WholeShelf extends Shelf {
  readonly folders: () => Promise<readonly Folder[]>;
}

/** Reads what the company's service holds. No window makes these calls. */
export function shelfOf(firm: Firm): WholeShelf {
  const { api } = firm.company;
  async function folders(): Promise<readonly Folder[]> {
    const listed = translated(firm, await api.call("textlibrary.folders.list", {}), "history");
    return listed.map(({ id, name, parentFolderId, isDefault, code }) => ({
      id,
      name,
      parentFolderId: parentFolderId ?? null,
      isDefault: isDefault ?? false,
      code: code ?? null,
    }));
  }
  return {
    folders,
    folder: async (id) => (await folders()).find((folder) => folder.id === id),
    async text(id) {
      try {
        const path = { id: firm.ids.get(id) ?? id };
        return translated(firm, await api.call("textlibrary.texts.get", { path }), "history");
      } catch (error) {
        if (isApiError(error) && error.code === "not-found") return null;
        throw error;
      }
    },
  };
}
