/** The panel of two PDFs side by side: reads both when its page asks, and sends them only to that page. */
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { emptyPanel } from "../../window/pagePanel.ts";
import { explained } from "../../calls/answersModel.ts";
import type { FromPage, SideName, ToPage } from "./messages.ts";
import { fillWithReader, giveFile } from "../pdf/readerFiles.ts";
import { comparePage } from "./page.ts";
import { titleOf } from "./sidesModel.ts";
import type { Side } from "./sidesModel.ts";

export function openComparison(extension: vscode.Uri, sides: Readonly<Record<SideName, Side>>): void {
  const { left, right } = sides;
  const panel = emptyPanel({
    kind: "smartform.pdfCompare",
    title: titleOf(left.head, right.head),
    icon: "diff",
  });
  let running: AbortController | undefined;

  const say = (message: ToPage): void => void panel.webview.postMessage(message);

  function read(): void {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    say({ type: "reading", left: left.head, right: right.head });
    for (const side of ["left", "right"] as const) void show(side, mine.signal);
  }

  async function show(side: SideName, signal: AbortSignal): Promise<void> {
    try {
      const { head, bytes } = await explained(sides[side].read(signal));
      // A copy, because posting transfers the memory to the page. Files are read as a Buffer, which VS Code would
      // serialise as an object of numbers.
      if (!signal.aborted) say({ type: "side", side, head, bytes: new Uint8Array(bytes) });
    } catch (error) {
      if (!isOver(signal))
        say({
          type: "noSide",
          side,
          problem: signal.aborted
            ? l10n.t("Reading this PDF was stopped.")
            : error instanceof Error
              ? error.message
              : String(error),
        });
    }
  }

  /**
   * Whether another reading has replaced this one. A reading that the person stopped has not been replaced, so it can
   * still report that it was stopped.
   */
  const isOver = (signal: AbortSignal): boolean => running?.signal !== signal;

  panel.webview.onDidReceiveMessage((message: FromPage) => {
    if (message.type === "file") void giveFile(extension, panel.webview, message);
    else if (message.type === "stop") running?.abort();
    else read();
  });
  fillWithReader(extension, panel, comparePage());
  panel.onDidDispose(() => {
    running?.abort();
    running = undefined;
  });
}
