/**
 * The place where distributions are remembered, and the question that is asked before the same document is sent again.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Session } from "../connections/session.ts";
import type { KeptDistribution } from "./distributionJournal.ts";
import type { Host } from "../window/host.ts";
import { window } from "../window/window.ts";
import { entryWords } from "./distributionModel.ts";
import type { Memory } from "./memoryModel.ts";

export function journalFolder({ extension }: Pick<Host, "extension">): string {
  return vscode.Uri.joinPath(extension.globalStorageUri, "distributions").fsPath;
}

/** `source` is kept only for a file on disk: an unsaved document is gone after a restart. */
export function memoryOf(
  host: Host,
  { identity }: Session,
  { source, kept }: { readonly source?: vscode.Uri; readonly kept?: KeptDistribution | undefined } = {},
): Memory {
  return {
    folder: journalFolder(host),
    store: host.extension.globalState,
    identity,
    kept,
    ask: askAgain,
    warn: (problem) => host.log.warn(problem),
    source: source?.scheme === "file" ? source.toString() : undefined,
  };
}

async function askAgain(
  { at, entry }: KeptDistribution,
  { wasAccepted }: { readonly wasAccepted: boolean },
): Promise<"same" | "new" | undefined> {
  const same = { title: l10n.t("Distribute Again with the Same Id") };
  const fresh = { title: l10n.t("Distribute Once More") };
  const question = wasAccepted
    ? l10n.t("The same document was already accepted for distribution.")
    : l10n.t("The same document was already sent to the service, but it is not known whether it was distributed.");
  const choice = await window.showWarningMessage(
    question,
    {
      modal: true,
      detail: [
        wasAccepted
          ? l10n.t("Accepted {0}: {1}.", new Date(at).toLocaleString(), entryWords(entry))
          : l10n.t("Sent {0}: {1}.", new Date(at).toLocaleString(), entryWords(entry)),
        l10n.t(
          'If you use "Distribute Again with the Same Id", nobody gets the document twice. If you use "Distribute Once More", the document is distributed a second time.',
        ),
      ].join(" "),
    },
    same,
    fresh,
  );
  return choice === same ? "same" : choice === fresh ? "new" : undefined;
}
