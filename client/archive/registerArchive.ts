/** Registers the archive's view and the commands on its documents. */
import * as vscode from "vscode";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { registerArchiveDestroying } from "./destroyCommands.ts";
import { createArchiveEnvironment } from "./environment.ts";
import { registerArchiveSearch } from "./searchCommands.ts";
import { createArchiveTree } from "./tree.ts";
import { registerArchiveUpload } from "./uploadCommands.ts";
import { registerArchiveVersions } from "./versionCommands.ts";

export function registerArchive(services: Services, sides: Sides): vscode.Disposable {
  const environment = createArchiveEnvironment(services);
  const tree = createArchiveTree(services, environment);
  return vscode.Disposable.from(
    environment,
    tree,
    registerArchiveSearch(services, { tree, environment }),
    registerArchiveVersions(services, { tree, sides, environment }),
    registerArchiveUpload(services, { tree, environment }),
    registerArchiveDestroying(services, { tree, environment }),
  );
}
