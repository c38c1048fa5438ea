/**
 * Shows a row in a view. VS Code treats the strings of a tree as plain text, so only invisible characters have to be
 * spelt out here.
 */
import * as vscode from "vscode";
import { visible } from "../../language/index.ts";
import type { Row } from "./rowModel.ts";

/** A row with only the parts that a view needs. */
export interface PlainRow extends Partial<Omit<Row, "expandable">> {
  readonly label: string;
  readonly icon: string;
  readonly expandable?: boolean | "expanded";
  /** Run by a click. */
  readonly command?: vscode.Command | undefined;
}

export function rowItem({ label, icon, expandable, context, spoken, ...row }: PlainRow): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const unfolded = expandable === "expanded" ? Expanded : Collapsed;
  const item = new vscode.TreeItem(visible(label), expandable ? unfolded : None);
  item.id = row.id;
  item.description = row.description === undefined ? undefined : visible(row.description);
  item.tooltip = row.tooltip?.split("\n").map(visible).join("\n");
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = context;
  item.command = row.command;
  item.accessibilityInformation = spoken === undefined ? undefined : { label: visible(spoken) };
  return item;
}
