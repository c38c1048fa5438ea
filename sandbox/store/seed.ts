/**
 * The document store of a fresh state: two folders of the demo company with their columns and documents, and one of the
 * other company.
 */
import type { State } from "../base/state.ts";
import { demoIds } from "../demo/ids.ts";
import type { ProducedDocument } from "../documents/dxml.ts";
import { insertStored } from "./documents.ts";
import { insertFolder } from "./folders.ts";
import type { StoreFolder } from "./folders.ts";

const claims: StoreFolder = {
  name: demoIds.storeFolder,
  metaFile: demoIds.metaFile,
  columns: [
    { name: demoIds.storeColumn, displayName: "Claim number", type: "text", from: "Claim.Number", place: 1 },
    { name: "Customer", displayName: "Customer name", type: "text", from: "Customer.Name", place: 2 },
    { name: "Decision", displayName: "Decision", type: "text", from: "Claim.Decision", place: 3 },
    { name: "Amount", displayName: "Amount paid", type: "number", from: "Claim.Amount", place: 4 },
    { name: "ClaimDate", displayName: "Date of the claim", type: "text", from: "Claim.Date", place: 5 },
  ],
};

const policies: StoreFolder = {
  name: "Policies",
  metaFile: "PolicyLetters",
  columns: [
    { name: "PolicyNumber", displayName: "Policy number", type: "text", from: "Policy.Number", place: 6 },
    { name: "Customer", displayName: "Customer name", type: "text", from: "Customer.Name", place: 2 },
  ],
};

interface Content {
  readonly company: string;
  readonly folders: readonly StoreFolder[];
  readonly documents: readonly {
    readonly jobId: number;
    readonly docId: number;
    readonly daysAgo: number;
    readonly document: string;
    readonly metaFile?: string;
    readonly values: Readonly<Record<string, string>>;
    readonly hasHtml?: false;
  }[];
}

const claim = (number: string, customer: string, decision: string, amount: string, date: string) => ({
  "Claim.Number": number,
  "Customer.Name": customer,
  "Claim.Decision": decision,
  "Claim.Amount": amount,
  "Claim.Date": date,
  "CaseWorker.Name": "Karin Holm",
});

const demo: Content = {
  company: "demo",
  folders: [claims, policies],
  documents: [
    // One job with two documents: to find one of them, a call needs both ids.
    {
      jobId: 1001,
      docId: 1,
      daysAgo: 20,
      document: demoIds.document,
      values: claim("S-77", "Eva Lind", "approved", "12000", "2026-01-14"),
    },
    {
      jobId: 1001,
      docId: 2,
      daysAgo: 20,
      document: "Terms",
      values: claim("S-77", "Eva Lind", "approved", "12000", "2026-01-14"),
    },
    {
      jobId: 1002,
      docId: 1,
      daysAgo: 9,
      document: demoIds.document,
      values: claim("S-81", "Åke Öberg", "rejected", "0", "2026-02-02"),
    },
    {
      jobId: 1003,
      docId: 1,
      daysAgo: 4,
      document: demoIds.documentWithoutHtml,
      values: claim("S-90", "Eva Lind", "approved", "900", "2026-02-19"),
      hasHtml: false,
    },
    {
      jobId: 1004,
      docId: 1,
      daysAgo: 2,
      document: "Renewal",
      metaFile: policies.metaFile,
      values: { "Policy.Number": "P-5", "Customer.Name": "Åke Öberg" },
    },
  ],
};

const other: Content = {
  company: "other",
  folders: [{ ...claims, columns: claims.columns.slice(0, 2) }],
  documents: [
    {
      jobId: 2001,
      docId: 1,
      daysAgo: 6,
      document: demoIds.document,
      values: { "Claim.Number": "S-77", "Customer.Name": "Fjordvik" },
    },
  ],
};

/** Empties the tables; with `demo`, fills them. Call it in a transaction. */
export function seedStore(state: State, content: "demo" | "empty"): void {
  for (const table of ["storedDxml", "storedDocument", "storeFolder"]) state.run(`DELETE FROM ${table}`);
  if (content === "empty") return;
  for (const { company, folders, documents } of [demo, other]) {
    for (const folder of folders) insertFolder(state, company, folder);
    for (const {
      jobId,
      docId,
      daysAgo,
      document: name,
      metaFile = demoIds.metaFile,
      values,
      hasHtml = true,
    } of documents) {
      const document: ProducedDocument = {
        metaFile,
        document: name,
        values: Object.entries(values),
        attachments: [],
        source: metaFile,
        userName: "",
      };
      insertStored(state, {
        company,
        environment: demoIds.documentsEnvironment,
        document,
        hasHtml,
        jobId,
        docId,
        at: state.now() - daysAgo * 86_400_000,
      });
    }
  }
}
