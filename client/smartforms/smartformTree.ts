/** The Smartforms view: Smartforms with their fields, parties and environments, and request files made from them. */
import * as vscode from "vscode";
import { explain, isApiError } from "../../api/index.ts";
import { commands } from "../identifiers.ts";
import type { FormsHost } from "../forms/formsHost.ts";
import { partyLabel, smartformChildren, type SmartformNode } from "./smartformModel.ts";

export class SmartformTree implements vscode.TreeDataProvider<SmartformNode> {
  readonly #host: FormsHost;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Why the last question was not answered; null when it was. The view shows it instead of an empty list. */
  problem: string | null = null;

  constructor(host: FormsHost) {
    this.#host = host;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: SmartformNode): Promise<SmartformNode[]> {
    const connection = await this.#host.connectionOrNone();
    if (connection === undefined) return [];
    try {
      const children = await smartformChildren(connection.api, node);
      this.problem = null;
      return [...children];
    } catch (error) {
      this.problem = isApiError(error) ? explain(error) : error instanceof Error ? error.message : String(error);
      if (node === undefined) return [];
      throw new Error(this.problem, { cause: error });
    }
  }

  getTreeItem(node: SmartformNode): vscode.TreeItem {
    switch (node.kind) {
      case "smartform": {
        const { smartform } = node;
        const item = new vscode.TreeItem(smartform.name, vscode.TreeItemCollapsibleState.Collapsed);
        item.id = `smartform:${smartform.id}`;
        item.iconPath = new vscode.ThemeIcon("note");
        item.description = smartform.process ?? "";
        item.tooltip = [smartform.name, `Id ${smartform.id}`, ...(smartform.process ? [`Process ${smartform.process}`] : []), ...(smartform.tags?.length ? [`Tags ${smartform.tags.map(String).join(", ")}`] : [])].join("\n");
        item.contextValue = "smartform";
        return item;
      }
      case "group": {
        const labels = { fields: "Fields", parties: "Parties", environments: "Environments" } as const;
        const icons = { fields: "symbol-field", parties: "organization", environments: "server-environment" } as const;
        const item = new vscode.TreeItem(labels[node.group], vscode.TreeItemCollapsibleState.Collapsed);
        item.id = `${node.group}:${node.smartform.id}`;
        item.iconPath = new vscode.ThemeIcon(icons[node.group]);
        return item;
      }
      case "field": {
        const item = new vscode.TreeItem(node.field.name);
        item.description = node.field.type;
        item.tooltip = `Field ${node.field.name}\nType ${node.field.type}\nId ${node.field.id}`;
        item.iconPath = new vscode.ThemeIcon("symbol-field");
        item.contextValue = "field";
        return item;
      }
      case "party": {
        const item = new vscode.TreeItem(partyLabel(node.party, node.index));
        item.description = node.party.defaultLanguage ?? "";
        item.iconPath = new vscode.ThemeIcon(node.party.phoneNumber ? "device-mobile" : "person");
        item.contextValue = "party";
        return item;
      }
      case "environment": {
        const { environment, deployed } = node.deployment;
        const item = new vscode.TreeItem(environment);
        const looks = { known: ["deployed", "pass"], absent: ["not deployed", "circle-slash"], unknown: ["the service did not say", "question"] } as const;
        const [text, icon] = looks[deployed.state];
        item.description = text;
        item.iconPath = new vscode.ThemeIcon(icon);
        return item;
      }
    }
  }
}

/** Makes a request file with a sample value for every field, and opens it beside nothing: the author saves it where it belongs. */
export async function newRequestFile(content: string, name: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
    return;
  }
  const safe = name.normalize("NFC").replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "") || "request";
  const target = await vscode.window.showSaveDialog({ title: "New request file", defaultUri: vscode.Uri.joinPath(folder, `${safe}.form.json`), filters: { "Request file": ["form.json"] } });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(content));
  await vscode.window.showTextDocument(target);
}

export function registerSmartformTree(host: FormsHost, view: string): vscode.Disposable & { readonly tree: SmartformTree } {
  const tree = new SmartformTree(host);
  const treeView = vscode.window.createTreeView(view, { treeDataProvider: tree, showCollapseAll: true });
  const showProblem = tree.onDidChangeTreeData(() => (treeView.message = undefined));
  const disposable = vscode.Disposable.from(
    treeView,
    showProblem,
    vscode.commands.registerCommand(commands.refreshSmartforms, () => tree.refresh()),
    vscode.commands.registerCommand(commands.copySmartformId, async (node?: SmartformNode) => {
      if (node?.kind === "smartform") await vscode.env.clipboard.writeText(node.smartform.id);
    }),
  );
  return Object.assign(disposable, { tree });
}
