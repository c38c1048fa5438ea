/** What a fresh state holds of the document editor, its store and its distribution. */
import { demoMetaFiles, otherMetaFiles } from "./demo.ts";
import type { State } from "../openState.ts";
import { insertMetaFile } from "./metaFiles.ts";
import { seedStore } from "../store/seed.ts";
import { seedDistributionAndViewer } from "../viewer/seed.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedDocuments(state: State, content: "demo" | "empty"): void {
  for (const table of ["requestBucket", "editingSession", "metaFile"]) state.run(`DELETE FROM ${table}`);
  seedStore(state, content);
  seedDistributionAndViewer(state, content);
  if (content === "empty") return;
  for (const metaFile of demoMetaFiles) insertMetaFile(state, { company: "demo", ...metaFile });
  for (const metaFile of otherMetaFiles) insertMetaFile(state, { company: "other", ...metaFile });
}
