/**
 * Texts of the Text Library (document 1, "Text Library text", "Endpoints", "Limits"), without versions or ETags (T16).
 */
import type { Handler } from "../base/call.ts";
import { booleanField, field, mapField, objectBody, requiredField, stringField } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";
import { createdStatus, written } from "./answer.ts";
import { recordTextEvent } from "./events.ts";
import { extraField, writeExtraField } from "./extraField.ts";
import { checkCode, fold, visibleFolder } from "./folders.ts";
import type { FolderRow } from "./folders.ts";

export interface TextRow {
  readonly id: string;
  readonly company: string;
  readonly folder: string;
  readonly code: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly contentType: number;
  readonly isPublic: number;
  readonly defaultLanguage: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface TranslationRow {
  readonly text: string;
  readonly language: string;
  readonly content: string;
  readonly source: number;
  readonly updatedAt: number;
}

/** A change of one language. null removes the language (an alternative of N32). */
type Change = readonly [language: string, content: string | null];

interface TextRequest {
  readonly folderId: string;
  readonly row: Omit<TextRow, "id" | "company" | "folder" | "createdAt" | "updatedAt">;
  readonly changes: readonly Change[];
}

export const getText: Handler = ({ state, company, path }) => ({
  json: textJson(state, visibleText(state, company, path["id"])),
});

export const createText: Handler = (call) => {
  const { state, company, body } = call;
  const request = readText(state, body);
  const folder = visibleFolder(state, company, request.folderId);
  checkTextCode(state, { folder, code: request.row.code, id: null });
  const now = state.now();
  const text: TextRow = { ...request.row, id: newId(), company, folder: folder.id, createdAt: now, updatedAt: now };
  insertText(state, text);
  changeLanguages(state, text.id, request.changes);
  writeExtraField(state, text.id, objectBody(body));
  recordTextEvent(call, "Created", text);
  return written(state, createdStatus(state), textJson(state, text));
};

/** Clears every field that is left out, but keeps the content of languages that are left out (T1 to T4). */
export const updateText: Handler = (call) => {
  const { state, company, path, body } = call;
  const request = readText(state, body);
  const before = visibleText(state, company, path["id"]);
  const folder = visibleFolder(state, company, request.folderId);
  checkTextCode(state, { folder, code: request.row.code, id: before.id });
  const text: TextRow = { ...before, ...request.row, folder: folder.id, updatedAt: state.now() };
  state.run(
    "UPDATE text SET folder = ?, code = ?, codeKey = ?, name = ?, description = ?, contentType = ?, isPublic = ?, defaultLanguage = ?, searchKey = ?, updatedAt = ? WHERE id = ?",
    text.folder,
    text.code,
    fold(text.code),
    text.name,
    text.description,
    text.contentType,
    text.isPublic,
    text.defaultLanguage,
    searchKey(text),
    text.updatedAt,
    text.id,
  );
  changeLanguages(state, text.id, request.changes);
  writeExtraField(state, text.id, objectBody(body));
  recordTextEvent(call, "Changed", text);
  return written(state, 200, textJson(state, text));
};

/** References to the text do not prevent its deletion (T15). */
export const deleteText: Handler = (call) => {
  const { state, company, path } = call;
  const text = visibleText(state, company, path["id"]);
  state.run("DELETE FROM text WHERE id = ?", text.id);
  recordTextEvent(call, "Deleted", text);
  return { status: 204 };
};

/** Missing, private and foreign texts get the same refusal (T34). */
function visibleText(state: State, company: string, id: string | undefined): TextRow {
  const text = state.one<TextRow>(
    "SELECT text.* FROM text JOIN folder ON folder.id = text.folder WHERE text.id = ? AND text.company = ? AND folder.private = 0",
    id ?? "",
    company,
  );
  if (!text) throw new Refusal("text-missing");
  return text;
}

export function insertText(state: State, text: TextRow): void {
  state.run(
    "INSERT INTO text VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    text.id,
    text.company,
    text.folder,
    text.code,
    fold(text.code),
    text.name,
    text.description,
    text.contentType,
    text.isPublic,
    text.defaultLanguage,
    searchKey(text),
    text.createdAt,
    text.updatedAt,
  );
}

export function insertTranslation(state: State, row: TranslationRow): void {
  state.run(
    "INSERT INTO translation VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET content = excluded.content, source = excluded.source, updatedAt = excluded.updatedAt",
    row.text,
    row.language,
    row.content,
    row.source,
    row.updatedAt,
  );
}

export function textJson(state: State, text: TextRow, { translations = true } = {}) {
  return {
    id: text.id,
    folderId: text.folder,
    code: text.code,
    name: text.name,
    description: text.description,
    contentType: text.contentType,
    isPublic: text.isPublic === 1,
    defaultLanguage: text.defaultLanguage,
    ...extraField(state, text.id),
    ...(translations ? { translations: translationsJson(state, text.id) } : {}),
    createdDate: writeTime(state, text.createdAt),
    updatedDate: writeTime(state, text.updatedAt),
  };
}

/** Language codes are open keys: `__proto__` is a valid one (T24). */
function translationsJson(state: State, id: string) {
  const map = Object.create(null) as Record<string, { content: string; source: number; updatedAt: string }>;
  for (const { language, content, source, updatedAt } of state.all<TranslationRow>(
    "SELECT * FROM translation WHERE text = ? ORDER BY language",
    id,
  )) {
    map[language] = { content, source, updatedAt: writeTime(state, updatedAt) };
  }
  return map;
}

const readOnly = ["id", "createdDate", "updatedDate"];

function readText(state: State, body: unknown): TextRequest {
  const request = objectBody(body);
  const sent = readOnly.find((name) => Object.hasOwn(request, name));
  if (sent !== undefined && state.choice("N34") === "400") throw new Refusal("bad-field", `${sent} is read-only`);
  const folderId = requiredField(request, "folderId", "text-required");
  const code = checkCode(requiredField(request, "code", "text-required"));
  return {
    folderId,
    row: {
      code,
      name: stringField(request, "name") ?? null,
      description: stringField(request, "description") ?? null,
      contentType: readContentType(request),
      isPublic: booleanField(request, "isPublic") === true ? 1 : 0,
      defaultLanguage: stringField(request, "defaultLanguage")?.toLowerCase() || null,
    },
    changes: readChanges(state, request),
  };
}

/** Accepts any whole number, but no names (T20). */
function readContentType(request: JsonObject): number {
  const value = field(request, "contentType") ?? 0;
  if (!Number.isSafeInteger(value)) throw new Refusal("content-type");
  return Number(value);
}

/** Converts language codes to lower case (T18); the service itself sets `source` and `updatedAt` (T19). */
function readChanges(state: State, request: JsonObject): readonly Change[] {
  if (field(request, "translations") === null && state.choice("N32") === "null is 400")
    throw new Refusal("bad-translation", "translations is null");
  const changes = new Map<string, string | null>();
  for (const [spelled, translation] of Object.entries(mapField(request, "translations") ?? {})) {
    const language = spelled.toLowerCase();
    if (language.trim() === "") throw new Refusal("bad-translation", "a language code is empty");
    if (changes.has(language)) throw new Refusal("language-twice", language);
    if (translation === null && state.choice("N32") !== "null is 400") {
      if (state.choice("N32") === "null removes the language") changes.set(language, null);
      continue;
    }
    const content = isObject(translation) ? field(translation, "content") : undefined;
    if (typeof content !== "string") throw new Refusal("bad-translation", language);
    changes.set(language, content);
  }
  return [...changes];
}

function changeLanguages(state: State, text: string, changes: readonly Change[]): void {
  for (const [language, content] of changes) {
    if (content === null) state.run("DELETE FROM translation WHERE text = ? AND language = ?", text, language);
    else insertTranslation(state, { text, language, content, source: 0, updatedAt: state.now() });
  }
}

/** A code is unique within its top folder and all subfolders of that folder, including invisible ones (T11, T12). */
function checkTextCode(
  state: State,
  { folder, code, id }: { folder: FolderRow; code: string; id: string | null },
): void {
  const top = folder.parent ?? folder.id;
  const same = state.all<TextRow>(
    "SELECT text.* FROM text JOIN folder ON folder.id = text.folder WHERE text.company = ? AND text.codeKey = ? AND text.id IS NOT ? AND (folder.id = ? OR folder.parent = ?)",
    folder.company,
    fold(code),
    id,
    top,
    top,
  );
  if (same.some((other) => other.code === code || state.choice("N35") === "same")) throw new Refusal("text-code-used");
}

/** Returns what `q` searches: code, name and description, never the content (T32). */
function searchKey(text: TextRow): string {
  return [text.code, text.name ?? "", text.description ?? ""].join("\n").toLowerCase();
}
