/** Where distributions are remembered, and the question whether the very same document is to go out once more. */
import * as vscode from "vscode";
import type { Session } from "../connections/connections.ts";
import type { KeptDistribution } from "../requests/distributionJournal.ts";
import type { Services } from "../services.ts";
import { window } from "../window.ts";
import { entryWords } from "./distributionModel.ts";
import type { Memory } from "./memoryModel.ts";

export function journalFolder({ extension }: Pick<Services, "extension">): string {
  return vscode.Uri.joinPath(extension.globalStorageUri, "distributions").fsPath;
}

/** `source` is kept where it is a file on disk: what nobody saved is gone after a restart. */
export function memoryOf(host: Pick<Services, "extension">, { identity }: Session, { source, kept }: { readonly source?: vscode.Uri; readonly kept?: KeptDistribution | undefined } = {}): Memory {
  return { folder: journalFolder(host), store: host.extension.globalState, identity, kept, ask: askAgain, source: source?.scheme === "file" ? source.toString() : undefined };
}

async function askAgain({ at, entry }: KeptDistribution, { wasAccepted }: { readonly wasAccepted: boolean }): Promise<"same" | "new" | undefined> {
  const same = { title: "Distribute Again with the Same Id" };
  const fresh = { title: "Distribute Once More" };
  const question = wasAccepted ? "This very document was accepted for distribution before." : "This very document was sent before, and nobody knows whether it went out.";
  const choice = await window.showWarningMessage(question, {
    modal: true, detail: `${wasAccepted ? "Accepted" : "Sent"} ${new Date(at).toLocaleString()}: ${entryWords(entry)}. With the same id it reaches nobody twice. Once more means a second distribution.`,
  }, same, fresh);
  return choice === same ? "same" : choice === fresh ? "new" : undefined;
}
