/** The content of the archive in a fresh state. */
import type { State } from "../base/state.ts";
import { demoIds } from "../demo/ids.ts";
import { onePagePdf } from "../demo/onePagePdf.ts";
import { insertDocument } from "./store.ts";
import type { NewDocument } from "./store.ts";

interface Content {
  readonly company: string;
  /** Id and path. */
  readonly folders: readonly (readonly [string, string])[];
  /** From `search1` on. */
  readonly columns: readonly { readonly title: string; readonly searchable: boolean }[];
  readonly documents: readonly (Omit<NewDocument, "company"> & { readonly id: string; readonly daysAgo: number })[];
}

const letters = "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4002";
const policies = "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4003";
const pdf = (...lines: string[]) => onePagePdf(["Strandby Mutual", "", ...lines]);
const plain = (text: string) => new TextEncoder().encode(text);

/** Ids of versions of one document differ in their last digits: 11 is the first version of document 1. */
const id = (last: string) => `7d3c9e5b-08a2-4f61-9c37-1b5e8a6f5${last}`;

const demo: Content = {
  company: "demo",
  folders: [
    [demoIds.archiveFolderId, "Claims"],
    [letters, "Claims/Letters"],
    [policies, "Policies"],
  ],
  columns: [
    { title: "Claim number", searchable: true },
    { title: "Customer", searchable: true },
    { title: "Case worker", searchable: true },
    { title: "Note", searchable: false },
    { title: "Reference of the sender", searchable: true },
  ],
  documents: [
    {
      id: id("011"),
      daysAgo: 40,
      environment: "Production",
      folder: demoIds.archiveFolderId,
      fileName: "Claim report S-77.pdf",
      type: 1,
      search: ["S-77", "Eva Lind", "Karin Holm", "reported by phone"],
      smartform: demoIds.smartforms.singleStep,
      dialog: demoIds.legacyFormIds[0],
      bytes: pdf("Claim report S-77", "Version 1: as the customer told it."),
    },
    {
      id: id("012"),
      root: id("011"),
      daysAgo: 39,
      environment: "Production",
      folder: demoIds.archiveFolderId,
      fileName: "Claim report S-77.pdf",
      type: 1,
      search: ["S-77", "Eva Lind", "Karin Holm", "date corrected"],
      smartform: demoIds.smartforms.singleStep,
      dialog: demoIds.legacyFormIds[0],
      bytes: pdf("Claim report S-77", "Version 2: with the right date."),
    },
    {
      id: id("013"),
      root: id("011"),
      daysAgo: 12,
      environment: "Production",
      folder: demoIds.archiveFolderId,
      fileName: "Claim report S-77 signed.pdf",
      type: 2,
      search: ["S-77", "Eva Lind", "Karin Holm", "signed"],
      smartform: demoIds.smartforms.singleStep,
      dialog: demoIds.legacyFormIds[0],
      bytes: pdf("Claim report S-77", "Version 3: signed by both parties."),
    },
    {
      id: id("021"),
      daysAgo: 11,
      environment: "Production",
      folder: letters,
      fileName: "Decision S-77.pdf",
      search: ["S-77", "Eva Lind", "Karin Holm"],
      bytes: pdf("Decision about claim S-77"),
    },
    {
      id: id("031"),
      daysAgo: 5,
      environment: "Production",
      folder: policies,
      fileName: "Policy P-5.pdf",
      type: 2,
      search: [null, "Åke Öberg", "Karin Holm"],
      bytes: pdf("Policy P-5"),
    },
    {
      id: id("041"),
      daysAgo: 3,
      environment: "Production",
      folder: letters,
      fileName: "Notes of a call.txt",
      search: ["S-81", "Åke Öberg", null, "not to be searched for"],
      bytes: plain("Åke Öberg called about claim S-81.\n"),
    },
    {
      id: id("051"),
      daysAgo: 8,
      environment: "Development",
      folder: demoIds.archiveFolderId,
      fileName: "Claim report test.pdf",
      type: 1,
      search: ["T-1", "Test Person"],
      smartform: demoIds.smartforms.multiStep,
      bytes: pdf("Claim report", "A test, version 1."),
    },
    {
      id: id("052"),
      root: id("051"),
      daysAgo: 2,
      environment: "Development",
      folder: demoIds.archiveFolderId,
      fileName: "Claim report test.pdf",
      type: 1,
      search: ["T-1", "Test Person"],
      smartform: demoIds.smartforms.multiStep,
      bytes: pdf("Claim report", "A test, version 2."),
    },
    {
      id: id("061"),
      daysAgo: 1,
      environment: "Development",
      folder: policies,
      fileName: "Price list.csv",
      search: [null, null, "Karin Holm"],
      bytes: plain("policy;price\nP-5;100\n"),
    },
  ],
};

const other: Content = {
  company: "other",
  folders: [["other-archive-claims", "Claims"]],
  columns: [{ title: "Application number", searchable: true }],
  documents: [
    {
      id: "other-archive-1",
      daysAgo: 6,
      environment: "Production",
      folder: "other-archive-claims",
      fileName: "Application S-77.pdf",
      search: ["S-77"],
      bytes: onePagePdf(["Fjordvik Municipality", "", "Application S-77"]),
    },
  ],
};

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedArchive(state: State, content: "demo" | "empty"): void {
  for (const table of ["archiveFile", "archiveDocument", "archiveColumn", "archiveFolder"])
    state.run(`DELETE FROM ${table}`);
  if (content === "empty") return;
  for (const { company, folders, columns, documents } of [demo, other]) {
    for (const [folder, path] of folders)
      state.run("INSERT INTO archiveFolder VALUES (?, ?, ?)", folder, company, path);
    for (const [index, { title, searchable }] of columns.entries())
      state.run("INSERT INTO archiveColumn VALUES (?, ?, ?, ?)", company, index + 1, title, searchable ? 1 : 0);
    for (const { id: document, daysAgo, ...rest } of documents)
      insertDocument(state, { company, ...rest }, { id: document, at: state.now() - daysAgo * 86_400_000 });
  }
}
