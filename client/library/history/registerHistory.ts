/** The history of texts in the window: the view, the commands for versions, and the origin of each line. */
import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { registerBlame } from "./blame.ts";
import type { Histories } from "./histories.ts";
import { createHistoryTree } from "./tree.ts";
import { registerVersionCommands } from "./versionCommands.ts";

export function registerHistory(
  services: Services,
  { histories, files, sides }: { readonly histories: Histories; readonly files: TextFiles; readonly sides: Sides },
): vscode.Disposable {
  const tree = createHistoryTree(services, histories);
  return vscode.Disposable.from(
    tree,
    registerVersionCommands(services, { tree, files, sides }),
    registerBlame(services, { histories, files }),
  );
}
