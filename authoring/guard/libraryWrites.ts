/**
 * Creates and deletes texts and folders, and changes folders. A create request cannot be repeated safely. If its answer
 * is lost, the folder is searched for the exact code (or name), and a match with the same content counts as the created
 * one (T25). Does not use `vscode`.
 */
import { messageOf } from "../../language/index.ts";
import { isApiError } from "../../api/index.ts";
import type { Api, ApiError, BodyOf, Ticket } from "../../api/index.ts";
import type { Folder } from "../../language/index.ts";
import { closeEntry } from "./journal.ts";
import type { Journal, NewEntry } from "./journal.ts";
import type { Warn } from "../../disk/index.ts";
import { contentsOf, fieldsOf } from "./writePlan.ts";
import type { LibraryText } from "./writePlan.ts";

export type CreateResult<T> =
  | { readonly state: "created"; readonly value: T }
  /** The answer was lost, and something else has this code (or name). Look at `value` before you try again. */
  | { readonly state: "taken"; readonly value: T; readonly error: ApiError }
  /** It is unknown whether the text or folder was created. */
  | { readonly state: "unknown"; readonly error: ApiError }
  /** Nothing happened. */
  | { readonly state: "failed"; readonly error: ApiError };

export type NewText = BodyOf<"textlibrary.texts.create"> & { readonly folderId: string; readonly code: string };

export async function createText(api: Api, body: NewText): Promise<CreateResult<LibraryText>> {
  let id: string;
  try {
    ({ id } = await api.call("textlibrary.texts.create", { body }));
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.outcome === "none") return { state: "failed", error };
    const found = await findText(api, body);
    if (found.state === "unknown") return { state: "unknown", error };
    return found.state === "there"
      ? { state: "created", value: found.value }
      : { state: "taken", value: found.value, error };
  }
  return { state: "created", value: await readBack(api, body, id) };
}

/** Reads the created text. The text exists by then, so an error while reading does not make the creation fail. */
async function readBack(api: Api, body: NewText, id: string): Promise<LibraryText> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { ...body, id, contentType: body.contentType ?? 0 };
  }
}

interface Creation {
  /** Binds the journal's entries to one company's library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for the user. */
  readonly connection: string;
  readonly body: NewText;
}

/**
 * Creates a text that holds an author's words. The words are written to this computer's disk before the request, and
 * stay there while it is unknown whether the service has them. Rejects if the journal cannot be written; in that case,
 * nothing was sent. `step` is called after each step.
 */
export async function createKept(
  api: Api,
  journal: Journal,
  { identity, connection, body }: Creation,
  { step = () => {}, warn }: Told<"journaled" | "answered" | "cleared"> = {},
): Promise<CreateResult<LibraryText>> {
  const entry = await journal.write({ kind: "create", identity, connection, textId: "", title: body.code, body });
  step("journaled");
  const result = await createText(api, body);
  step("answered");
  if (result.state === "unknown") return result;
  if (await closeEntry(journal, entry, warn)) step("cleared");
  return result;
}

/** Callbacks: `step` after each step, `warn` for problems that do not make the work fail. */
interface Told<Step> {
  readonly step?: (step: Step) => void;
  readonly warn?: Warn;
}

/**
 * The result of a search for a text that may have been created: that text, another text with its code, or `unknown` if
 * no such text is found or the service does not answer.
 */
type FoundText = { readonly state: "there" | "another"; readonly value: LibraryText } | { readonly state: "unknown" };

export async function findText(api: Api, body: NewText): Promise<FoundText> {
  try {
    for (let page = 0; ; page += 1) {
      const { texts } = await api.call("textlibrary.search", { query: { q: body.code, page, pageSize: 100 } });
      const found = texts.items.find(({ code, folderId }) => code === body.code && folderId === body.folderId);
      if (found !== undefined) {
        const value = await api.call("textlibrary.texts.get", { path: { id: found.id } });
        return { state: isAsMeant(value, body) ? "there" : "another", value };
      }
      if (page + 1 >= texts.totalPages || texts.items.length === 0) return { state: "unknown" };
    }
  } catch (failure) {
    if (isApiError(failure)) return { state: "unknown" };
    throw failure;
  }
}

/**
 * Whether the text is the one that was to be created. Undocumented fields are compared too: a text in which one of them
 * differs is another text, even if the words are the same. A field that the service leaves out is not compared. A field
 * that the service returns empty is compared.
 */
function isAsMeant(text: LibraryText, { translations, ...body }: NewText): boolean {
  const contents = contentsOf(text);
  const meant = Object.entries(translations ?? {});
  const shown: Readonly<Record<string, unknown>> = { ...text, ...fieldsOf(text) };
  const fields = Object.entries({
    ...body,
    contentType: body.contentType ?? 0,
    name: body.name ?? "",
    description: body.description ?? "",
    defaultLanguage: body.defaultLanguage?.toLowerCase(),
  });
  return (
    fields.every(
      ([name, value]) =>
        value === undefined || shown[name] === undefined || JSON.stringify(shown[name]) === JSON.stringify(value),
    ) &&
    contents.size === meant.length &&
    meant.every(([language, { content }]) => contents.get(language.toLowerCase()) === content)
  );
}

export interface NewFolder {
  readonly name: string;
  readonly parentFolderId: string | null;
  readonly code?: string;
}

export interface CreatedFolder {
  readonly id: string;
  readonly name: string;
}

export async function createFolder(
  api: Api,
  { name, parentFolderId, code }: NewFolder,
): Promise<CreateResult<CreatedFolder>> {
  try {
    const { id } = await api.call("textlibrary.folders.create", {
      body: { name, parentFolderId, ...(code === undefined ? {} : { code }) },
    });
    return { state: "created", value: { id, name } };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.outcome === "none") return { state: "failed", error };
    return findFolder(api, { name, parentFolderId, ...(code === undefined ? {} : { code }) }, error);
  }
}

async function findFolder(
  api: Api,
  { name, parentFolderId, code }: NewFolder,
  error: ApiError,
): Promise<CreateResult<CreatedFolder>> {
  try {
    const folders = await api.call("textlibrary.folders.list", {});
    const found = folders.find((folder) => folder.name === name && (folder.parentFolderId ?? null) === parentFolderId);
    if (found === undefined) return { state: "unknown", error };
    return (found.code ?? "") === (code ?? "")
      ? { state: "created", value: found }
      : { state: "taken", value: found, error };
  } catch (failure) {
    if (isApiError(failure)) return { state: "unknown", error };
    throw failure;
  }
}

export interface FolderChange {
  readonly name?: string;
  /** An empty string removes the code. */
  readonly code?: string;
}

export type UpdateResult =
  { readonly state: "done" } | { readonly state: "unknown" | "failed"; readonly error: ApiError };

/**
 * Sends only the change: unlike in a text, fields that are left out keep their values (T6). If the answer is lost, the
 * folder is read to find out whether the change arrived.
 */
export async function updateFolder(api: Api, folder: Folder, change: FolderChange): Promise<UpdateResult> {
  try {
    await api.call("textlibrary.folders.update", { path: { id: folder.id }, body: { ...change } });
    return { state: "done" };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.outcome === "none") return { state: "failed", error };
    return (await isUpdated(api, folder, change)) ? { state: "done" } : { state: "unknown", error };
  }
}

async function isUpdated(api: Api, folder: Folder, change: FolderChange): Promise<boolean> {
  try {
    const now = (await api.call("textlibrary.folders.list", {})).find(({ id }) => id === folder.id);
    return (
      now !== undefined &&
      (change.name ?? now.name) === now.name &&
      (change.code ?? now.code ?? "") === (now.code ?? "")
    );
  } catch (failure) {
    if (isApiError(failure)) return false;
    throw failure;
  }
}

export interface Deletion {
  /** Binds the journal's entries to one company's library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for the user. */
  readonly connection: string;
  /** The text as it was when the user confirmed the deletion. */
  readonly text: Pick<LibraryText, "id" | "code">;
  readonly ticket: Ticket;
}

type DeleteStep = "read" | "kept" | "answered";

/**
 * Deletes a text. Before that, reads the text and writes a whole copy to this computer's disk: in all languages, with
 * all fields. Resolves with that copy once the text is gone, even if the answer was lost. Rejects if the text cannot be
 * read or copied, and with an ApiError if the deletion fails. After a rejection, nothing was deleted, unless the
 * outcome of an ApiError is unknown. `step` is called after each step.
 */
export async function deleteText(
  api: Api,
  journal: Journal,
  { identity, connection, text: { id, code }, ticket }: Deletion,
  { step = () => {}, warn }: Told<DeleteStep> = {},
): Promise<LibraryText> {
  const text = await api.call("textlibrary.texts.get", { path: { id } });
  step("read");
  // The time of the answer, not of the request: a slow answer may hold newer content than the quick answer to a later
  // request.
  const at = new Date().toISOString();
  const copy = { kind: "deleted", identity, connection, textId: id, title: code, at, text } as const;
  const before = await kept(journal, identity);
  const entry = await journal.write({ ...copy, state: "sending" });
  step("kept");
  let failure: ApiError | undefined;
  try {
    await api.call("textlibrary.texts.delete", { path: { id } }, { ticket });
  } catch (error) {
    if (!isApiError(error)) throw error;
    failure = error;
  }
  if (failure?.outcome === "none" && failure.code !== "not-found") {
    if (before.has(entry)) await settle(journal, copy, warn);
    else await closeEntry(journal, entry, warn);
    throw failure;
  }
  const isDoubtful = failure !== undefined && (failure.outcome === "none" || (await isShown(api, id)));
  await settle(journal, copy, warn);
  if (failure !== undefined && isDoubtful) throw failure;
  step("answered");
  return text;
}

/**
 * Marks the copy as no longer part of a running deletion. The copy is already whole on the disk, so nothing is lost if
 * this write fails: in that case, the copy is offered once this window has closed.
 */
async function settle(journal: Journal, copy: NewEntry, warn: Warn = () => {}): Promise<void> {
  try {
    await journal.write(copy);
  } catch (error) {
    warn(`The copy of ${copy.title} is not offered before this window is closed: ${messageOf(error)}`);
  }
}

/**
 * Returns the ids of the entries that the journal has before a deletion. One of them may be the copy of an earlier,
 * unconfirmed deletion. That copy is kept, whatever the outcome of this deletion: the earlier request may still take
 * effect.
 */
async function kept(journal: Journal, identity: string): Promise<ReadonlySet<string>> {
  return new Set((await journal.open(identity)).entries.map(({ id }) => id));
}

/** Whether the text may still exist. False only if the service answers that the text was not found. */
async function isShown(api: Api, id: string): Promise<boolean> {
  try {
    await api.call("textlibrary.texts.get", { path: { id } });
    return true;
  } catch (error) {
    if (isApiError(error)) return error.code !== "not-found";
    throw error;
  }
}

interface FolderDeletion extends Pick<Deletion, "identity" | "connection" | "ticket"> {
  readonly folder: Folder;
}

/**
 * Deletes a folder. Before that, reads the folder and writes its name, code and place to this computer's disk. Resolves
 * with the folder as it was read; rejects as `deleteText` does.
 */
export async function deleteFolder(
  api: Api,
  journal: Journal,
  { identity, connection, folder, ticket }: FolderDeletion,
  { step = () => {}, warn }: Told<DeleteStep> = {},
): Promise<Folder> {
  const listed = (await api.call("textlibrary.folders.list", {})).find(({ id }) => id === folder.id);
  const copy = {
    ...folder,
    ...(listed && { name: listed.name, code: listed.code ?? null, parentFolderId: listed.parentFolderId ?? null }),
  };
  step("read");
  const words = { kind: "deletedFolder", identity, connection, textId: "", title: copy.name, folder: copy } as const;
  const before = await kept(journal, identity);
  const entry = await journal.write({ ...words, state: "sending" });
  step("kept");
  try {
    await api.call("textlibrary.folders.delete", { path: { id: folder.id } }, { ticket });
  } catch (error) {
    if (!isApiError(error) || error.outcome !== "none" || error.code === "not-found" || before.has(entry))
      await settle(journal, words, warn);
    else await closeEntry(journal, entry, warn);
    throw error;
  }
  await settle(journal, words, warn);
  step("answered");
  return copy;
}

/**
 * Returns the body that creates a deleted text again: in every language and with every field, even undocumented ones.
 * The service sets the new id, `source` and dates.
 */
export function recreation({ id: _, createdDate: __, updatedDate: ___, ...text }: LibraryText): NewText {
  const translations = Object.create(null) as Record<string, { readonly content: string }>;
  for (const [language, { content }] of Object.entries(text.translations ?? {})) translations[language] = { content };
  return {
    ...text,
    folderId: text.folderId,
    code: text.code,
    name: text.name ?? "",
    description: text.description ?? "",
    contentType: text.contentType,
    isPublic: text.isPublic ?? false,
    defaultLanguage: text.defaultLanguage || undefined,
    translations,
  };
}
