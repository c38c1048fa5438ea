/** The content of the demo company's viewer archive in a fresh state. */
import type { State } from "../base/state.ts";
import { demoIds } from "../demo/ids.ts";
import { onePagePdf } from "../demo/onePagePdf.ts";
import { insertViewerDocument } from "./documents.ts";

const documents = [
  {
    company: "demo",
    id: "8e4d0f6c-19b3-4a72-8d48-2c6f9b7a6001",
    schema: "Letters",
    metadata: { Title: "Letter of 1998 about claim S-3", Claim: "S-3", Year: 1998, FileName: "letter-1998.pdf" },
    lines: ["Strandby Mutual", "", "A letter of 1998"],
  },
  {
    company: "demo",
    id: "8e4d0f6c-19b3-4a72-8d48-2c6f9b7a6002",
    schema: "Letters",
    metadata: { Title: "Letter of 2001 about claim S-9", Claim: "S-9", Year: 2001, FileName: "letter-2001.pdf" },
    lines: ["Strandby Mutual", "", "A letter of 2001"],
  },
  {
    company: "other",
    id: "8e4d0f6c-19b3-4a72-8d48-2c6f9b7a6003",
    schema: "Letters",
    metadata: { Title: "Letter of the municipality" },
    lines: ["Fjordvik Municipality"],
  },
];

/** Empties the tables; with `demo`, fills them. Call it in a transaction. */
export function seedViewer(state: State, content: "demo" | "empty"): void {
  for (const table of ["viewerDocument", "viewerSchema"]) state.run(`DELETE FROM ${table}`);
  if (content === "empty") return;
  for (const [company, name] of [
    ["demo", "Letters"],
    ["demo", "Receipts"],
    ["other", "Letters"],
  ] as const)
    state.run("INSERT INTO viewerSchema VALUES (?, ?)", company, name);
  for (const { company, id, schema, metadata, lines } of documents) {
    insertViewerDocument(state, {
      company,
      environment: demoIds.documentsEnvironment,
      id,
      schema,
      userId: "karin",
      metadataJson: JSON.stringify(metadata),
      bytes: onePagePdf(lines),
      at: Date.parse("2026-01-05T08:00:00Z"),
    });
  }
}
