/**
 * When open texts are read again: when the window gets the focus, when they become visible, and after the library was
 * read. Only visible texts are requested, and only for these reasons, so that closed and hidden documents cost nothing.
 */
import * as vscode from "vscode";
import { catalogNotification } from "../../../server/protocol.ts";
import type { CatalogParams } from "../../../server/protocol.ts";
import type { Services } from "../../services.ts";
import type { TextFiles } from "./fileSystem.ts";
import { isDue } from "./noticeModel.ts";

export function watchTexts({ connections, server, log }: Services, files: TextFiles): vscode.Disposable {
  let readAt: string | undefined;

  function look(work: () => Promise<void>): void {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return;
    work().catch((error: unknown) => log.warn(`The open texts were not looked at: ${String(error)}`));
  }

  const lookAtVisible = (): void =>
    look(() =>
      files.look(
        vscode.window.visibleTextEditors.map(({ document }) => document),
        { isDue: (askedAt) => isDue({ askedAt, now: Date.now() }) },
      ),
    );

  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) lookAtVisible();
    }),
    vscode.window.onDidChangeVisibleTextEditors(lookAtVisible),
    server.onNotification<CatalogParams>(catalogNotification, (status) => {
      const before = readAt;
      readAt = status.readAt;
      // The first notification reports a reading that ended before this window opened.
      if (before !== undefined && readAt !== before) look(() => files.refresh());
    }),
  );
}
