/** Shows the sandbox's outbox in a read-only editor. */
import * as vscode from "vscode";
import { registerCommand } from "../commands.ts";
import { commands, sideScheme } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../textlib/conflicts.ts";
import { outboxWords, readOutbox } from "./outboxModel.ts";

export function registerOutbox({ connections, log }: Pick<Services, "connections" | "log">, sides: Sides): vscode.Disposable {
  return registerCommand(log, commands.showOutbox, async () => {
    const words = outboxWords(await readOutbox(await connections.sandboxControl(), { signal: AbortSignal.timeout(10_000) }));
    const uri = sides.show(words, vscode.Uri.from({ scheme: sideScheme, path: "/Sandbox outbox.txt" }));
    await vscode.window.showTextDocument(uri, { preview: true });
  });
}
