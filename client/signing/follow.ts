/** Follows orders in VS Code: only while the view is visible, and with a notification for what changed. */
import * as vscode from "vscode";
import { registerCommand } from "../commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { brief } from "../plainText.ts";
import { window } from "../window.ts";
import { createFollowing, type Following, type News } from "./followModel.ts";
import { isOver, orderName, statusOf } from "./orderModel.ts";
import { askId, freshOrder, meantOrder, signingSession } from "./pickOrder.ts";
import type { SigningTree } from "./signingTree.ts";

export interface Follow extends vscode.Disposable {
  readonly following: Following;
  /** The view exists only after those who follow do. */
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
    onRead: (order) => tree?.put(order),
    onNews: (news) => void tell(news),
    onFailure: (error) => log.warn(`Orders that are followed could not be read; they are read again later. ${error instanceof Error ? error.message : String(error)}`),
  });

  async function tell(news: News): Promise<void> {
    tree?.redraw();
    if (news.kind === "not-shown") {
      await window.showWarningMessage(`The order ${brief(news.id)} is not followed any more: the service does not show it. That is no proof that it was deleted.`);
      return;
    }
    const { order, sentences } = news;
    const show = "Show Order";
    const words = news.kind === "over" ? [...sentences, `${orderName(order)} is ${statusOf(order)}, and is not followed any more.`] : sentences;
    if (await window.showInformationMessage(words.join(" "), show) === show) await tree?.reveal(order);
  }

  return {
    following,
    watch(watched) {
      tree = watched;
      following.look(watched.visible);
      return vscode.Disposable.from(
        watched.onDidChangeVisibility(() => following.look(watched.visible)),
        registerCommand(log, commands.followOrder, async (argument) => {
          const found = await meantOrder({ connections, tree: watched }, argument, "Follow Signing Order");
          if (found === undefined) return;
          watched.put(found.order);
          if (isOver(found.order)) {
            await window.showInformationMessage(`${orderName(found.order)} is ${statusOf(found.order)}: there is nothing more to follow.`);
            return;
          }
          await following.follow(found.session.identity, found.order);
          watched.redraw();
        }),
        registerCommand(log, commands.unfollowOrder, async (argument) => {
          const found = await meantOrder({ connections, tree: watched }, argument, "Stop Following Signing Order");
          if (found === undefined) return;
          await following.unfollow(found.session.identity, found.order.id);
          watched.redraw();
        }),
        registerCommand(log, commands.openOrder, async (argument) => {
          const session = await signingSession(connections);
          const id = typeof argument === "string" && argument !== "" ? argument : await askId("Open Signing Order");
          const read = id === undefined ? undefined : await freshOrder(session, id);
          if (read === undefined) return;
          if (read.order === undefined) throw new Error(`The service does not show the order ${id ?? ""} to this client: it may be missing, deleted, or of another company.`);
          await watched.reveal(read.order);
        }),
      );
    },
    dispose: () => following.dispose(),
  };
}
