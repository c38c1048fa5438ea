/** The content of the document editor in a fresh state. */
import type { State } from "../base/state.ts";
import { demoMetaFiles, otherMetaFiles } from "./demo.ts";
import { insertMetaFile } from "./metaFiles.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedDocuments(state: State, content: "demo" | "empty"): void {
  for (const table of ["requestBucket", "editingSession", "metaFile"]) state.run(`DELETE FROM ${table}`);
  if (content === "empty") return;
  for (const metaFile of demoMetaFiles) insertMetaFile(state, { company: "demo", ...metaFile });
  for (const metaFile of otherMetaFiles) insertMetaFile(state, { company: "other", ...metaFile });
}
