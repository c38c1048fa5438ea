/**
 * Registers the document store and the connected viewer archive, each with its own table. No request is sent before a
 * command runs.
 */
import * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import type { Documents } from "../documents.ts";
import { commands } from "../../identifiers.ts";
import { registerStoredByIds } from "./byIds.ts";
import { showStore } from "./table.ts";
import { viewerCommand } from "./viewer.ts";

export function registerStore(documents: Documents): vscode.Disposable {
  const { log } = documents.services;
  return vscode.Disposable.from(
    registerCommand(log, commands.searchStore, () => showStore(documents)),
    registerCommand(log, commands.searchViewer, viewerCommand(documents)),
    registerStoredByIds(documents),
  );
}
