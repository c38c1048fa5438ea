/** The content of audit in a fresh state. */
import type { State } from "../base/state.ts";
import { insertAuditEvent } from "./store.ts";
import type { NewAuditEvent } from "./store.ts";

const day = 24 * 3_600_000;

/** Events in the demo company, with their age in days; the first one is the newest. */
const demoEvents: readonly (Omit<NewAuditEvent, "company" | "createdAt"> & { readonly daysAgo: number })[] = [
  {
    daysAgo: 0.1,
    logName: "RetentionRun",
    source: 1,
    level: 1,
    record: { user: "system", category: "Retention", gdpr: false, description: { removed: 12, kept: 480 } },
  },
  {
    daysAgo: 1,
    logName: "UserSignedIn",
    source: 8,
    level: 1,
    record: { user: "karin.holm", category: "Sign-in", gdpr: true, description: { address: "192.0.2.17" } },
  },
  {
    daysAgo: 1.2,
    logName: "TextChanged",
    source: 6,
    level: 1,
    record: {
      user: "karin.holm",
      category: "Text Library",
      gdpr: false,
      description: { code: "intro", folderId: "folder-claims" },
    },
  },
  {
    daysAgo: 1.5,
    logName: "PdfFailed",
    source: 2,
    level: 3,
    record: {
      user: "system",
      category: "Forms",
      gdpr: false,
      description: { smartform: "Claim report", reason: "The image could not be read." },
    },
  },
  {
    daysAgo: 2,
    logName: "UserSignedIn",
    source: 8,
    level: 2,
    record: { user: "erik.ek", category: "Sign-in", gdpr: true, description: { address: "192.0.2.44", attempts: 3 } },
  },
  {
    daysAgo: 3,
    logName: "CaseClosed",
    source: 15,
    level: 1,
    record: {
      user: "claims-system",
      category: "Claims",
      gdpr: false,
      description: { case: "Strandby Mutual C-1042", "<b>note</b>": "å ä ö \u202e" },
    },
  },
  {
    daysAgo: 5,
    logName: "DeploymentChanged",
    source: 10,
    level: 1,
    record: {
      user: "karin.holm",
      category: "Deployment",
      gdpr: false,
      description: { smartform: "Claim report", environment: "Production" },
    },
  },
  {
    daysAgo: 9,
    logName: "SupportAccess",
    source: 13,
    level: 2,
    record: { user: "support", category: "", gdpr: true, description: {} },
  },
];

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedAudit(state: State, content: "demo" | "empty"): void {
  state.run("DELETE FROM auditEvent");
  state.run("DELETE FROM auditName");
  if (content === "empty") return;
  for (const { daysAgo, ...event } of demoEvents.toReversed())
    insertAuditEvent(state, { ...event, company: "demo", createdAt: state.now() - daysAgo * day });
}
