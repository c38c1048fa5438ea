/** The Text Library of a fresh state. */
import type { State } from "../base/state.ts";
import { demoLibrary, otherLibrary, privateContent } from "./demo.ts";
import { insertFolder } from "./folders.ts";
import { importLibrary } from "./import.ts";
import { insertText, insertTranslation } from "./texts.ts";

/** Empties the tables; with `demo`, fills them with the libraries of both companies. Call it in a transaction. */
export function seedLibrary(state: State, content: "demo" | "empty"): void {
  for (const table of ["translation", "text"]) state.run(`DELETE FROM ${table}`);
  state.run("DELETE FROM folder WHERE parent IS NOT NULL");
  state.run("DELETE FROM folder");
  if (content === "empty") return;
  importLibrary(state, "demo", demoLibrary);
  importLibrary(state, "other", otherLibrary);
  addPrivateContent(state);
}

/** Adds content that is never visible, but whose codes and names are taken (T12). */
function addPrivateContent(state: State): void {
  const { folder, text } = privateContent;
  const now = state.now();
  insertFolder(state, {
    id: folder.id,
    company: "demo",
    name: folder.name,
    parent: null,
    isDefault: 0,
    code: folder.code,
    private: 1,
  });
  insertText(state, {
    id: text.id,
    company: "demo",
    folder: folder.id,
    code: text.code,
    name: text.name,
    description: "",
    contentType: 0,
    isPublic: 0,
    defaultLanguage: "en",
    createdAt: now,
    updatedAt: now,
  });
  insertTranslation(state, { text: text.id, language: "en", content: text.content, source: 0, updatedAt: now });
}
