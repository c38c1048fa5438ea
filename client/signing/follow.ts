/** Follows orders in VS Code: polls only while the view is visible, and notifies about changes. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { brief, messageOf } from "../../language/index.ts";
import { registerCommand, showFailure } from "../calls/commands.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { createFollowing } from "./followModel.ts";
import type { Following, News } from "./followModel.ts";
import { isOver, orderName, statusOf } from "../records/signingOrderModel.ts";
import { askId, freshOrder, meantOrder, signingSession } from "./pickOrder.ts";
import type { SigningTree } from "./signingTree.ts";

interface Follow extends vscode.Disposable {
  readonly following: Following;
  /** Connects the view to the followed orders. The view is created later than this object. */
  watch(tree: SigningTree): vscode.Disposable;
}

export function createFollow({ connections, extension, log }: Services): Follow {
  let tree: SigningTree | undefined;
  const following = createFollowing({
    session: () => signingSession(connections),
    store: extension.globalState,
    later(milliseconds, act) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    onRead: (order, owner) => tree?.put(order, owner),
    onNews: (news, owner) => void tell(news, owner).catch((error: unknown) => showFailure(log, error)),
    onFailure: (error) =>
      log.warn(`Orders that are followed could not be read; they are read again later. ${messageOf(error)}`),
  });

  async function tell(news: News, owner: Owner): Promise<void> {
    tree?.redraw();
    if (news.kind === "not-shown") {
      await window.showWarningMessage(
        l10n.t(
          "The order {0} is no longer followed, because the service does not show it. That does not prove that it was deleted.",
          brief(news.id),
        ),
      );
      return;
    }
    const { order, sentences } = news;
    const words =
      news.kind === "over"
        ? [...sentences, l10n.t("{0} is {1} and is no longer followed.", orderName(order), statusOf(order))]
        : sentences;
    if ((await window.showInformationMessage(words.join(" "), l10n.t("Show Order"))) !== undefined)
      await tree?.reveal(order, owner);
  }

  return {
    following,
    watch(watched) {
      tree = watched;
      following.look(watched.visible);
      return vscode.Disposable.from(
        watched.onDidChangeVisibility(() => following.look(watched.visible)),
        registerCommand(log, commands.followOrder, async (argument) => {
          const found = await meantOrder({ connections, tree: watched }, argument, l10n.t("Follow Signing Order"));
          if (found === undefined) return;
          watched.put(found.order, found.session);
          if (isOver(found.order)) {
            await window.showInformationMessage(
              l10n.t("{0} is {1}: there is nothing more to follow.", orderName(found.order), statusOf(found.order)),
            );
            return;
          }
          await following.follow(found.session.identity, found.order);
          watched.redraw();
        }),
        registerCommand(log, commands.unfollowOrder, async (argument) => {
          const found = await meantOrder(
            { connections, tree: watched },
            argument,
            l10n.t("Stop Following Signing Order"),
          );
          if (found === undefined) return;
          await following.unfollow(found.session.identity, found.order.id);
          watched.redraw();
        }),
        registerCommand(log, commands.openOrder, async (argument) => {
          const owner = ownerOf(await signingSession(connections));
          const id =
            typeof argument === "string" && argument !== "" ? argument : await askId(l10n.t("Open Signing Order"));
          const read = id === undefined ? undefined : await freshOrder(await connections.here(owner), id);
          if (read === undefined) return;
          if (read.order === undefined)
            throw new Error(
              l10n.t(
                "The service does not show the order {0} to this client: it may be missing or deleted, or belong to another company.",
                id ?? "",
              ),
            );
          await watched.reveal(read.order, owner);
        }),
      );
    },
    dispose: () => following.dispose(),
  };
}
