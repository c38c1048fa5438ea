/** The Smartforms of a fresh state, and its forms from before environments were recorded. */
import type { State } from "../base/state.ts";
import { demoSmartforms, inactiveForm, legacyForms, otherSmartforms } from "./demo.ts";
import { insertForm } from "./form.ts";
import { importSmartforms } from "./import.ts";
import { insertSmartform } from "./smartform.ts";

/** Empties the tables; with `demo`, fills them with the Smartforms of both companies. Call it in a transaction. */
export function seedForms(state: State, content: "demo" | "empty"): void {
  for (const table of ["file", "form", "webhook", "deployment", "smartform"]) state.run(`DELETE FROM ${table}`);
  if (content === "empty") return;
  importSmartforms(state, "other", otherSmartforms);
  for (const smartform of demoSmartforms) insertSmartform(state, "demo", smartform);
  for (const form of legacyForms)
    insertForm(state, { ...form, company: "demo", createdAt: Date.parse("2019-05-06T09:00:00Z") });
  insertForm(state, { ...inactiveForm, company: "demo", createdAt: Date.parse("2024-09-12T09:00:00Z") });
}
