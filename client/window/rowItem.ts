/** Shows a row in a view. VS Code takes strings of a tree for text. */
import * as vscode from "vscode";
import type { Row } from "./rowModel.ts";

export function rowItem({ id, label, description, tooltip, icon, expandable, context, spoken }: Row): vscode.TreeItem {
  const item = new vscode.TreeItem(
    label,
    expandable ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  item.id = id;
  item.description = description;
  item.tooltip = tooltip;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = context;
  item.accessibilityInformation = { label: spoken };
  return item;
}
