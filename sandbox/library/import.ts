/**
 * Adds folders and texts of a catalog file to a company. They take the place of existing ones that have the same id.
 */
import type { CatalogFile } from "../../api/index.ts";
import { checkOwner } from "../base/owner.ts";
import type { State } from "../base/state.ts";
import { fold, insertFolder } from "./folders.ts";
import { insertText, insertTranslation } from "./texts.ts";

export function importLibrary(state: State, company: string, { folders = [], texts = [] }: CatalogFile): void {
  importFolders(state, company, folders);
  importTexts(state, company, texts);
}

function importFolders(state: State, company: string, folders: NonNullable<CatalogFile["folders"]>): void {
  const positions = new Map(folders.map((folder, index) => [folder, index]));
  const topFirst = folders.toSorted(
    (left, right) => Number(left.parentFolderId !== null) - Number(right.parentFolderId !== null),
  );
  for (const folder of topFirst) {
    const at = `folders[${positions.get(folder)}]`;
    checkOwner(state, { table: "folder", company, id: folder.id, at });
    if (folder.parentFolderId !== null) {
      const parent = state.one<{ parent: string | null }>(
        "SELECT parent FROM folder WHERE id = ? AND company = ?",
        folder.parentFolderId,
        company,
      );
      if (!parent) throw new Error(`${at}.parentFolderId: there is no folder ${folder.parentFolderId}.`);
      if (parent.parent !== null)
        throw new Error(`${at}.parentFolderId: the parent is itself a subfolder; folders go one level deep.`);
    }
    const known = state.run(
      "UPDATE folder SET name = ?, nameKey = ?, parent = ?, isDefault = ?, code = ?, codeKey = ? WHERE id = ?",
      folder.name,
      fold(folder.name),
      folder.parentFolderId,
      Number(folder.isDefault),
      folder.code || null,
      fold(folder.code ?? "") || null,
      folder.id,
    );
    if (known === 0) {
      insertFolder(state, {
        id: folder.id,
        company,
        name: folder.name,
        parent: folder.parentFolderId,
        isDefault: Number(folder.isDefault),
        code: folder.code || null,
        private: 0,
      });
    }
  }
}

function importTexts(state: State, company: string, texts: NonNullable<CatalogFile["texts"]>): void {
  const now = state.now();
  for (const [index, text] of texts.entries()) {
    const at = `texts[${index}]`;
    checkOwner(state, { table: "text", company, id: text.id, at });
    if (!state.one("SELECT 1 FROM folder WHERE id = ? AND company = ?", text.folderId, company))
      throw new Error(`${at}.folderId: there is no folder ${text.folderId}.`);
    if (!Number.isSafeInteger(text.contentType)) throw new Error(`${at}.contentType: a whole number is required.`);
    state.run("DELETE FROM text WHERE id = ?", text.id);
    insertText(state, {
      id: text.id,
      company,
      folder: text.folderId,
      code: text.code,
      name: text.name,
      description: text.description,
      contentType: text.contentType,
      isPublic: Number(text.isPublic),
      defaultLanguage: text.defaultLanguage?.toLowerCase() ?? null,
      createdAt: now,
      updatedAt: now,
    });
    for (const [language, { content, source = 0, updatedAt }] of Object.entries(text.translations)) {
      const changed = updatedAt === undefined ? now : Date.parse(updatedAt);
      if (Number.isNaN(changed)) throw new Error(`${at}.translations.${language}.updatedAt: a date is required.`);
      insertTranslation(state, {
        text: text.id,
        language: language.toLowerCase(),
        content,
        source: source === 1 ? 1 : 0,
        updatedAt: changed,
      });
    }
  }
}
