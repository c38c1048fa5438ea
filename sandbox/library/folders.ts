/** Folders of the Text Library (document 1, "Text Library folder", "Endpoints", "Limits"). */
import type { Handler } from "../base/call.ts";
import { field, objectBody, requiredField, stringField } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { createdStatus, written } from "./answer.ts";
import { recordFolderEvent } from "./events.ts";

export interface FolderRow {
  readonly id: string;
  readonly company: string;
  readonly name: string;
  readonly parent: string | null;
  readonly isDefault: number;
  readonly code: string | null;
  readonly private: number;
}

export const listFolders: Handler = ({ state, company }) => ({ json: visibleFolders(state, company).map(folderJson) });

export const createFolder: Handler = (call) => {
  const { state, company, body } = call;
  const request = objectBody(body);
  const name = requiredField(request, "name", "folder-name-missing");
  const parent = stringField(request, "parentFolderId") || null;
  const code = checkCode(stringField(request, "code") || null);
  if (parent !== null && visibleFolder(state, company, parent).parent !== null) throw new Refusal("folder-too-deep");
  checkName(state, { company, name, parent, id: null });
  checkFolderCode(state, { company, code, id: null });
  const id = newId();
  insertFolder(state, { id, company, name, parent, isDefault: 0, code, private: 0 });
  recordFolderEvent(call, "Created", { id, name, code });
  return written(state, createdStatus(state), folderJson(visibleFolder(state, company, id)));
};

/** A field that is left out keeps its value, unlike a field of a text; an empty code removes the code (T6, T7). */
export const updateFolder: Handler = (call) => {
  const { state, company, path, body } = call;
  const request = objectBody(body);
  const sentName = stringField(request, "name");
  if (field(request, "name") === "" || sentName?.trim() === "") throw new Refusal("folder-name-missing");
  const sentCode = stringField(request, "code");
  if (sentCode) checkCode(sentCode);
  const folder = visibleFolder(state, company, path["id"]);
  const name = sentName ?? folder.name;
  const code = sentCode === undefined ? folder.code : sentCode || null;
  checkName(state, { company, name, parent: folder.parent, id: folder.id });
  checkFolderCode(state, { company, code, id: folder.id });
  state.run(
    "UPDATE folder SET name = ?, nameKey = ?, code = ?, codeKey = ? WHERE id = ?",
    name,
    fold(name),
    code,
    code && fold(code),
    folder.id,
  );
  recordFolderEvent(call, "Changed", { id: folder.id, name, code });
  return written(state, 200, folderJson({ ...folder, name, code }));
};

export const deleteFolder: Handler = (call) => {
  const { state, company, path } = call;
  const folder = visibleFolder(state, company, path["id"]);
  const { id } = folder;
  // A folder with private content is not empty (N39).
  const content = state.one(
    "SELECT 1 FROM text WHERE folder = ? UNION ALL SELECT 1 FROM folder WHERE parent = ? LIMIT 1",
    id,
    id,
  );
  if (content) throw new Refusal("folder-not-empty");
  state.run("DELETE FROM folder WHERE id = ?", id);
  recordFolderEvent(call, "Deleted", folder);
  return { status: 204 };
};

/** Returns top folders first, each level by name. */
export function visibleFolders(state: State, company: string): FolderRow[] {
  return state.all<FolderRow>(
    "SELECT * FROM folder WHERE company = ? AND private = 0 ORDER BY parent IS NOT NULL, name, id",
    company,
  );
}

/** Missing, private and foreign folders get the same refusal (T34). */
export function visibleFolder(state: State, company: string, id: string | undefined): FolderRow {
  const folder = state.one<FolderRow>(
    "SELECT * FROM folder WHERE id = ? AND company = ? AND private = 0",
    id ?? "",
    company,
  );
  if (!folder) throw new Refusal("folder-missing");
  return folder;
}

export function insertFolder(state: State, folder: FolderRow): void {
  state.run(
    "INSERT INTO folder VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    folder.id,
    folder.company,
    folder.name,
    fold(folder.name),
    folder.parent,
    folder.isDefault,
    folder.code,
    folder.code && fold(folder.code),
    folder.private,
  );
}

export function folderJson(folder: FolderRow) {
  return {
    id: folder.id,
    name: folder.name,
    parentFolderId: folder.parent,
    isDefault: folder.isDefault === 1,
    code: folder.code,
  };
}

/** Returns the spelling by which names and codes are compared for uniqueness (N35). */
export function fold(text: string): string {
  return text.toLowerCase();
}

/** Accepts letters of any script. Accepts `..` as it accepts any other code (T23). */
export function checkCode<Code extends string | null>(code: Code): Code {
  if (code !== null && !/^[\p{L}\p{M}\p{N}._-]+$/u.test(code)) throw new Refusal("bad-code");
  return code;
}

/** Refuses a name that another folder of the same parent has, even a private one (T12). */
function checkName(
  state: State,
  { company, name, parent, id }: { company: string; name: string; parent: string | null; id: string | null },
): void {
  const same = state.all<FolderRow>(
    "SELECT * FROM folder WHERE company = ? AND nameKey = ? AND parent IS ? AND id IS NOT ?",
    company,
    fold(name),
    parent,
    id,
  );
  if (same.some((other) => other.name === name || state.choice("N35") === "same"))
    throw new Refusal("folder-name-used");
}

function checkFolderCode(
  state: State,
  { company, code, id }: { company: string; code: string | null; id: string | null },
): void {
  if (code === null) return;
  const same = state.all<FolderRow>(
    "SELECT * FROM folder WHERE company = ? AND codeKey = ? AND id IS NOT ?",
    company,
    fold(code),
    id,
  );
  if (same.some((other) => other.code === code || state.choice("N35") === "same"))
    throw new Refusal("folder-code-used");
}
