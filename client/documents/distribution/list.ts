/**
 * Lists the distributions that were sent from this computer: those whose outcome is unknown, and those that the service
 * accepted. Releases the notification of a distribution.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { notificationWarning } from "../../../api/index.ts";
import type { Request } from "../../../api/index.ts";
import { carryOut } from "../../calls/carryOut.ts";
import { CallFailed } from "../../calls/carryOutModel.ts";
import type { Session } from "../../connections/session.ts";
import { inLibraryOf } from "../../connections/inLibraryOf.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { visible } from "../../../language/index.ts";
import { reach } from "../documents.ts";
import type { Documents } from "../documents.ts";
import { openDistributionJournal, unfinishedIn } from "../../sending/distributionJournal.ts";
import type { KeptDistribution } from "../../sending/distributionJournal.ts";
import type { SendFile } from "../../sending/sendFile.ts";
import { commands } from "../../identifiers.ts";
import { tellUnreadable } from "../../window/unreadable.ts";
import { window } from "../../window/window.ts";
import {
  acceptedOf,
  acceptedRow,
  entryWords,
  markNotification,
  releaseOf,
  unfinishedRow,
} from "../../sending/distributionModel.ts";
import type { AcceptedDistribution } from "../../sending/distributionModel.ts";
import { journalFolder } from "../../sending/memory.ts";

interface Lists {
  readonly show: () => Promise<void>;
  /** Releases the notification of a distribution. */
  readonly setReady: () => Promise<void>;
  /** Call it once, at activation. Reports the distributions with an unknown outcome. Does not call the service. */
  readonly offerUnfinished: () => Promise<void>;
}

export function distributionLists(documents: Documents, sendFile: SendFile): Lists {
  const { services } = documents;
  const {
    connections,
    log,
    extension: { globalState },
  } = services;

  async function readUnfinished(): Promise<Awaited<ReturnType<typeof unfinishedIn>>["unfinished"]> {
    const { unfinished, unreadable } = await unfinishedIn(journalFolder(services));
    tellUnreadable(log, unreadable, (paths) =>
      l10n.t(
        "The record of a distribution cannot be read, so it is not known whether the distribution went out. Check the service before you distribute the same document again. The record is left at {0}; its file name is the id of the distribution.",
        paths,
      ),
    );
    return unfinished;
  }

  async function show(): Promise<void> {
    const session = await connections.session();
    const unfinished = (await readUnfinished())
      .filter(({ identity }) => identity === session.identity)
      .map((kept) => ({ ...unfinishedRow(kept), act: () => onUnfinished(session, kept) }));
    const accepted = acceptedOf(globalState, session.identity).map((one) => ({
      ...acceptedRow(one),
      act: () => onAccepted(session, one),
    }));
    if (unfinished.length + accepted.length === 0) {
      const choice = await window.showInformationMessage(
        l10n.t("Nothing has been distributed from here with the connection {0} yet.", session.name),
        l10n.t("Distribute a Document…"),
      );
      if (choice !== undefined) await vscode.commands.executeCommand(commands.distribute);
      return;
    }
    const picked = await window.showQuickPick([...unfinished, ...accepted], {
      title: l10n.t("Distributions · {0}", session.name),
      placeHolder: l10n.t("Sent from here; only ids and states are kept"),
      matchOnDetail: true,
    });
    await picked?.act();
  }

  async function onUnfinished(session: Session, kept: KeptDistribution): Promise<void> {
    const again = {
      icon: "send",
      label: l10n.t("Distribute Again with the Same Id…"),
      detail: l10n.t("People who already have the document do not get it twice."),
    };
    const copy = { icon: "copy", label: l10n.t("Copy Its Id") };
    const forget = {
      icon: "close",
      label: l10n.t("Forget It"),
      detail: l10n.t("Removes this distribution from the list. Whether the distribution went out remains unknown."),
    };
    const picked = await window.showQuickPick<vscode.QuickPickItem>([again, copy, forget], {
      title: entryWords(kept.entry),
    });
    if (picked === copy) return vscode.env.clipboard.writeText(kept.entry.externalCorrelationId);
    if (picked === forget) return openDistributionJournal(journalFolder(services), session.identity).clear(kept.entry);
    if (picked !== again) return;
    if (kept.source === undefined)
      throw new Error(
        l10n.t(
          "{0} did not come from a saved file, so it cannot be sent again from here. Distribute the same document with the same data: you are then offered the same id.",
          entryWords(kept.entry),
        ),
      );
    await sendFile(await vscode.workspace.openTextDocument(vscode.Uri.parse(kept.source, true)), {
      distributes: true,
      kept,
      owner: ownerOf(session),
    });
  }

  async function onAccepted(session: Session, one: AcceptedDistribution): Promise<void> {
    const copy = { icon: "copy", label: l10n.t("Copy Correlation Id") };
    const ready = { icon: "bell-dot", label: l10n.t("Mark Its Notification as Ready…") };
    const picked = await window.showQuickPick([copy, ready], { title: entryWords(one.entry) });
    if (picked === copy) await vscode.env.clipboard.writeText(one.correlationId);
    if (picked === ready) await release(session, releaseOf(one, groupNow(session)), entryWords(one.entry));
  }

  async function setReady(): Promise<void> {
    const reached = await reach(documents);
    if (reached === undefined) return;
    const {
      session,
      place: { environment, at },
    } = reached;
    const other = { icon: "edit", label: l10n.t("Another correlation id…"), one: undefined };
    const items = acceptedOf(globalState, session.identity).map((one) => ({ ...acceptedRow(one), one }));
    const picked =
      items.length === 0
        ? other
        : await window.showQuickPick([...items, other], {
            title: l10n.t("Mark the notification of a distribution as ready"),
            placeHolder: l10n.t("Distribution"),
          });
    if (picked === undefined) return;
    if (picked.one !== undefined)
      return release(session, releaseOf(picked.one, groupNow(session)), entryWords(picked.one.entry));
    const correlationId = (
      await window.showInputBox({
        title: l10n.t("Mark the notification of a distribution in {0} as ready", environment),
        prompt: l10n.t("Correlation id that the service returned when it accepted the distribution"),
        validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
      })
    )?.trim();
    if (correlationId !== undefined)
      await release(session, { ...at, path: { correlationId } }, l10n.t("a distribution that was not sent from here"));
  }

  const groupNow = (session: Session): string | undefined => documents.choices.of(ownerOf(session)).environmentGroup;

  async function release(
    session: Session,
    request: Request<"distribution.setNotificationReady">,
    words: string,
  ): Promise<void> {
    const { correlationId } = request.path;
    try {
      const made = await carryOut({
        session,
        operation: "distribution.setNotificationReady",
        request,
        dialog: {
          question: l10n.t("Mark the notification of the distribution {0} as ready?", visible(correlationId)),
          yes: l10n.t("Mark It as Ready"),
          consequences: [
            l10n.t("The notification belongs to {0}.", words),
            notificationWarning(),
            l10n.t("The service does not say whom the notification reaches, or how."),
          ],
        },
      });
      if (made === undefined) return;
      await mark(correlationId, "ready");
      void window.showInformationMessage(
        l10n.t(
          "The service has marked the notification as ready. It does not report back here whether the notification goes out or arrives.",
        ),
      );
    } catch (error) {
      if (error instanceof CallFailed && error.outcome === "unknown") await mark(correlationId, "unknown");
      throw error;
    }
  }

  /** The service's answer is valid even if this computer cannot record it, so a failure to record it is only logged. */
  async function mark(correlationId: string, state: Parameters<typeof markNotification>[2]): Promise<void> {
    try {
      await markNotification(globalState, correlationId, state);
    } catch (error) {
      log.warn(`What came of the notification of ${correlationId} could not be written down: ${String(error)}`);
    }
  }

  async function offerUnfinished(): Promise<void> {
    if (connections.current === undefined) return;
    const session = await connections.session();
    const [first, ...more] = (await readUnfinished()).filter(({ identity }) => identity === session.identity);
    if (first === undefined) return;
    const sentences = [
      l10n.t(
        "It is not known whether this was distributed: {0}, sent {1}.",
        entryWords(first.entry),
        new Date(first.at).toLocaleString(),
      ),
      ...(more.length === 0 ? [] : [l10n.t("And {0} more.", more.length)]),
      l10n.t("You can distribute the document again with the same id: nobody gets it twice."),
    ];
    const choice = await window.showWarningMessage(sentences.join(" "), l10n.t("Show Distributions"));
    if (choice !== undefined)
      await inLibraryOf(connections, { owner: ownerOf(session), what: entryWords(first.entry) }, async () => {
        await vscode.commands.executeCommand(commands.showDistributions);
      });
  }

  return { show, setReady, offerUnfinished };
}
