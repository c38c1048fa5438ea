/**
 * Back to a fresh state: the content is gone, or the demo company's again, and the clock is right. Clients, their
 * secrets and tokens stay.
 */
import { seedArchive } from "./archive/seed.ts";
import { seedAudit } from "./audit/seed.ts";
import { seedDocuments } from "./documents/seed.ts";
import { seedSigning } from "./signing/seed.ts";
import { seedStatistics } from "./statistics/seed.ts";
import { demoLibrary, privateContent } from "./library/demo.ts";
import { otherLibrary } from "./demo/otherCompany.ts";
import { demoSmartforms, inactiveForm, legacyForms } from "./forms/demo.ts";
import { insertFolder } from "./library/folders.ts";
import { insertForm } from "./forms/form.ts";
import { importCatalog } from "./library/import.ts";
import { insertSmartform } from "./forms/smartform.ts";
import type { State } from "./openState.ts";
import { insertText, insertTranslation } from "./library/texts.ts";

/** Call it in a transaction. */
export function seed(state: State, content: "demo" | "empty"): void {
  for (const table of ["outbox", "ledger", "file", "form", "webhook", "deployment", "smartform", "translation", "text"])
    state.run(`DELETE FROM ${table}`);
  state.run("DELETE FROM folder WHERE parent IS NOT NULL");
  state.run("DELETE FROM folder");
  state.forgetChoices();
  state.advance(Date.now() - state.now());
  for (const each of [seedAudit, seedStatistics, seedArchive, seedSigning, seedDocuments]) each(state, content);
  if (content === "empty") return;
  importCatalog(state, "demo", demoLibrary);
  importCatalog(state, "other", otherLibrary);
  addPrivateContent(state);
  for (const smartform of demoSmartforms) insertSmartform(state, "demo", smartform);
  for (const form of legacyForms)
    insertForm(state, { ...form, company: "demo", createdAt: Date.parse("2019-05-06T09:00:00Z") });
  insertForm(state, { ...inactiveForm, company: "demo", createdAt: Date.parse("2024-09-12T09:00:00Z") });
}

/** Never visible, but it occupies its codes and names (T12). */
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
