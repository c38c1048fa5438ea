/**
 * The company's library as a catalog for the language. It is read straight from SQLite and is complete, except for
 * queries that the sandbox never makes: they return `unknown`. Private folders and their texts are absent: a reference
 * to a private text prints like a reference to a text that does not exist (S1).
 */
import { absent, known, once } from "../../language/index.ts";
import type { Catalog, Folder, Text } from "../../language/index.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";
import { visibleFolders } from "./folders.ts";
import type { TextRow, TranslationRow } from "./texts.ts";

/** The catalog is valid for one request only, because its revision never changes. */
export function libraryCatalog(state: State, company: string): Omit<Catalog, "smartforms" | "smartform"> {
  const texts = (condition: string, ...values: (string | number)[]) =>
    state
      .all<TextRow>(
        `SELECT text.* FROM text WHERE company = ? AND folder IN (SELECT id FROM folder WHERE company = ? AND private = 0) AND ${condition}`,
        company,
        company,
        ...values,
      )
      .map((row) => toText(state, row));
  const folders = once(() => visibleFolders(state, company).map(toFolder));
  const first = (found: readonly Text[]) => (found[0] ? known(found[0]) : absent);

  return {
    revision: 0,
    folders: () => known(folders()),
    text: (id) => first(texts("id = ?", id)),
    textByCode: (folderId, code) => first(texts("folder = ? AND code = ?", folderId, code)),
    textsByCode: (code) => known(texts("codeKey = ? ORDER BY code, id", code.toLowerCase())),
    textsIn: (folderId, { prefix = "", limit = -1 } = {}) =>
      known(
        texts(
          "folder = ? AND substr(codeKey, 1, length(?)) = ? ORDER BY codeKey, id LIMIT ?",
          folderId,
          prefix.toLowerCase(),
          prefix.toLowerCase(),
          limit,
        ),
      ),
    search: (query, { limit, folderIds }) => {
      const found = texts(
        "instr(searchKey, ?) > 0 ORDER BY code, id LIMIT ?",
        query.toLowerCase(),
        folderIds ? -1 : limit,
      );
      return known((folderIds ? found.filter(({ folderId }) => folderIds.includes(folderId)) : found).slice(0, limit));
    },
    translation: (textId, language) => {
      const row = state.one<TranslationRow>(
        "SELECT translation.* FROM translation JOIN text ON text.id = translation.text JOIN folder ON folder.id = text.folder " +
          "WHERE text.company = ? AND private = 0 AND text.id = ? AND language = ?",
        company,
        textId,
        language.toLowerCase(),
      );
      return row
        ? known({ content: row.content, source: row.source, updatedAt: writeTime(state, row.updatedAt) })
        : absent;
    },
    // The sandbox never asks where texts are used, which texts have the same words, or which languages the whole
    // library has.
    textsSaying: () => ({ state: "unknown" }),
    usedBy: () => ({ state: "unknown" }),
    useCount: () => ({ state: "unknown" }),
    mentioning: () => ({ state: "unknown" }),
    languages: () => ({ state: "unknown" }),
    dataTable: () => absent,
  };
}

function toFolder({ id, name, parent, isDefault, code }: ReturnType<typeof visibleFolders>[number]): Folder {
  return { id, name, parentFolderId: parent, isDefault: isDefault === 1, code };
}

function toText(state: State, row: TextRow): Text {
  const languages = state
    .all<{ language: string }>("SELECT language FROM translation WHERE text = ? ORDER BY language", row.id)
    .map(({ language }) => language);
  return {
    id: row.id,
    folderId: row.folder,
    code: row.code,
    name: row.name ?? "",
    description: row.description ?? "",
    contentType: row.contentType,
    isPublic: row.isPublic === 1,
    defaultLanguage: row.defaultLanguage,
    languages: known(languages),
  };
}
