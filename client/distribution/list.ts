/** Distributions that were sent from here: those of which nobody knows whether they went out, and those that the service accepted; and the release of a notification. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { notificationWarning, type DocumentsEnvironment } from "../../api/index.ts";
import { carryOut } from "../carryOut.ts";
import { CallFailed } from "../carryOutModel.ts";
import type { Session } from "../connections/connections.ts";
import { visible } from "../plainText.ts";
import { reach, type Documents } from "../documents/documents.ts";
import { openDistributionJournal, unfinishedIn, type KeptDistribution } from "../requests/distributionJournal.ts";
import type { SendFile } from "../requests/sendCommand.ts";
import { commands } from "../identifiers.ts";
import { tellUnreadable } from "../unreadable.ts";
import { window } from "../window.ts";
import { acceptedOf, acceptedRow, entryWords, markNotification, unfinishedRow, type AcceptedDistribution } from "./distributionModel.ts";
import { journalFolder } from "./memory.ts";

export interface Lists {
  readonly show: () => Promise<void>;
  /** Releases what a distribution tells people of its own accord. */
  readonly setReady: () => Promise<void>;
  /** Tells once, after a start, that a distribution ended without a known outcome. Calls nothing. */
  readonly offerUnfinished: () => Promise<void>;
}

export function distributionLists(documents: Documents, sendFile: SendFile): Lists {
  const { services } = documents;
  const { connections, log, extension: { globalState } } = services;

  async function readUnfinished(): Promise<Awaited<ReturnType<typeof unfinishedIn>>["unfinished"]> {
    const { unfinished, unreadable } = await unfinishedIn(journalFolder(services));
    tellUnreadable(log, unreadable, (paths) => l10n.t("What was written down of a distribution cannot be read, so that nobody knows whether it went out. The name of its file is its id. Look on the service before you distribute the same document again. The file is left at {0}.", paths));
    return unfinished;
  }

  async function show(): Promise<void> {
    const session = await connections.session();
    const unfinished = (await readUnfinished()).filter(({ identity }) => identity === session.identity).map((kept) => ({ ...unfinishedRow(kept), act: () => onUnfinished(session, kept) }));
    const accepted = acceptedOf(globalState, session.identity).map((one) => ({ ...acceptedRow(one), act: () => onAccepted(session, one) }));
    if (unfinished.length + accepted.length === 0) {
      const distribute = "Distribute a Document…";
      const choice = await window.showInformationMessage(`Nothing was distributed from here on ${session.name} yet.`, distribute);
      if (choice === distribute) await vscode.commands.executeCommand(commands.distribute);
      return;
    }
    const picked = await window.showQuickPick([...unfinished, ...accepted], { title: `Distributions · ${session.name}`, placeHolder: "Sent from here; kept are ids and states alone", matchOnDetail: true });
    await picked?.act();
  }

  async function onUnfinished(session: Session, kept: KeptDistribution): Promise<void> {
    const again = { icon: "send", label: "Distribute Again with the Same Id…", detail: "Whoever has it already does not get it twice." };
    const copy = { icon: "copy", label: "Copy Its Id" };
    const forget = { icon: "close", label: "Forget It", detail: "It is no longer offered. Whether it went out stays unknown." };
    const picked = await window.showQuickPick<vscode.QuickPickItem>([again, copy, forget], { title: entryWords(kept.entry) });
    if (picked === copy) return vscode.env.clipboard.writeText(kept.entry.externalCorrelationId);
    if (picked === forget) return openDistributionJournal(journalFolder(services), session.identity).clear(kept.entry);
    if (picked !== again) return;
    if (kept.source === undefined) throw new Error(`${entryWords(kept.entry)} was not sent from a saved file. Distribute the same document with the same data: it is then offered with the same id.`);
    await sendFile(await vscode.workspace.openTextDocument(vscode.Uri.parse(kept.source, true)), { distributes: true, kept });
  }

  async function onAccepted(session: Session, one: AcceptedDistribution): Promise<void> {
    const copy = { icon: "copy", label: "Copy Correlation Id" };
    const ready = { icon: "bell-dot", label: "Set Its Notification Ready…" };
    const picked = await window.showQuickPick([copy, ready], { title: entryWords(one.entry) });
    if (picked === copy) await vscode.env.clipboard.writeText(one.correlationId);
    if (picked === ready) await release(session, { correlationId: one.correlationId, environment: one.entry.environment, words: entryWords(one.entry) });
  }

  async function setReady(): Promise<void> {
    const reached = await reach(documents);
    if (reached === undefined) return;
    const { session, place: { environment } } = reached;
    const other = { icon: "edit", label: "Another correlation id…", one: undefined };
    const items = acceptedOf(globalState, session.identity).map((one) => ({ ...acceptedRow(one), one }));
    const picked = items.length === 0 ? other : await window.showQuickPick([...items, other], { title: "Set the notification of a distribution ready", placeHolder: "Distribution" });
    if (picked === undefined) return;
    if (picked.one !== undefined) return release(session, { correlationId: picked.one.correlationId, environment: picked.one.entry.environment, words: entryWords(picked.one.entry) });
    const correlationId = (await window.showInputBox({
      title: `Set the notification of a distribution in ${environment} ready`, prompt: "Correlation id, as the service answered it when it accepted the distribution", ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === "" ? "This is needed." : undefined),
    }))?.trim();
    if (correlationId !== undefined) await release(session, { correlationId, environment, words: "a distribution that was not sent from here" });
  }

  async function release(session: Session, { correlationId, environment, words }: { readonly correlationId: string; readonly environment: DocumentsEnvironment; readonly words: string }): Promise<void> {
    try {
      const made = await carryOut({
        session, operation: "distribution.setNotificationReady", request: { environment, path: { correlationId } },
        dialog: { question: `Set the notification of the distribution ${visible(correlationId)} ready?`, yes: "Set It Ready", consequences: [`It is of ${words}.`, notificationWarning, "Whom it tells, and how, no call says."] },
      });
      if (made === undefined) return;
      await markNotification(globalState, correlationId, "ready");
      void window.showInformationMessage("The service took it: the notification goes out. Whether it arrives, it tells nobody here.");
    } catch (error) {
      if (error instanceof CallFailed && error.outcome === "unknown") await markNotification(globalState, correlationId, "unknown");
      throw error;
    }
  }

  async function offerUnfinished(): Promise<void> {
    const [first, ...more] = await readUnfinished();
    if (first === undefined) return;
    const showThem = "Show Distributions";
    const others = more.length === 0 ? "" : ` And ${more.length} more.`;
    const choice = await window.showWarningMessage(`Nobody knows whether this went out: ${entryWords(first.entry)}, sent ${new Date(first.at).toLocaleString()}.${others} It can be distributed again with the same id, which reaches nobody twice.`, showThem);
    if (choice === showThem) await vscode.commands.executeCommand(commands.showDistributions);
  }

  return { show, setReady, offerUnfinished };
}
