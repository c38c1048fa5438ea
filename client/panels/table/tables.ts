/** The panels of tables: one per key, retained while hidden. `tableModel.ts` defines what a table does. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showFailure } from "../../calls/commands.ts";
import { openPagePanel } from "../../window/pagePanel.ts";
import { saveAs } from "../../window/saveFile.ts";
import { tablePage } from "./page.ts";
import type { TableSource } from "./source.ts";
import { tableOf } from "./tableModel.ts";
import type { Table } from "./tableModel.ts";

interface ShownTable {
  /** Reads again with the reader's filter. */
  refresh(): void;
  reveal(): void;
}

export class Tables implements vscode.Disposable {
  readonly #panels = new Map<string, TablePanel>();
  readonly #extension: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;

  constructor(extension: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#extension = extension;
    this.#log = log;
  }

  /** Returns the open table with this key. */
  find(key: string): ShownTable | undefined {
    return this.#panels.get(key);
  }

  /** Shows the table and closes an open one with the same key. */
  show<Row>(source: TableSource<Row>): ShownTable {
    this.#panels.get(source.key)?.dispose();
    const panel = new TablePanel(
      this.#extension,
      this.#log,
      { title: source.title, table: (outside) => tableOf(source, outside) },
      () => {
        if (this.#panels.get(source.key) === panel) this.#panels.delete(source.key);
      },
    );
    this.#panels.set(source.key, panel);
    return panel;
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

/** What a panel shows, whatever the type of its rows. */
interface Content {
  readonly title: string;
  readonly table: (outside: Parameters<typeof tableOf>[1]) => Table;
}

class TablePanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #table: Table;

  constructor(extension: vscode.Uri, log: vscode.LogOutputChannel, { title, table }: Content, onClosed: () => void) {
    const panel = openPagePanel(extension, { kind: "smartform.table", title, icon: "table", page: tablePage });
    const { webview } = panel;
    this.#panel = panel;
    this.#table = table({
      say: (message) => void webview.postMessage(message),
      copy: async (text) => vscode.env.clipboard.writeText(text),
      save: async (csv, { name, rows }) =>
        void (await saveAs(csv, {
          title: l10n.t("Save what was read: {0}", rows),
          name: `${name}.csv`,
          filters: { CSV: ["csv"] },
        })),
      fail: (error) => void showFailure(log, error),
      isVisible: () => panel.visible && vscode.window.state.focused,
    });
    webview.onDidReceiveMessage((message: unknown) => void this.#table.receive(message));
    panel.onDidDispose(() => {
      this.#table.dispose();
      onClosed();
    });
  }

  refresh(): void {
    this.#table.refresh();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }
}
