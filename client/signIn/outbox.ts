/** Shows the sandbox's outbox in a read-only editor. */
import type * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { outboxWords, readOutbox } from "./outboxModel.ts";

export function registerOutbox(
  { connections, log }: Pick<Services, "connections" | "log">,
  sides: Sides,
): vscode.Disposable {
  return registerCommand(log, commands.showOutbox, async () => {
    const words = outboxWords(
      await readOutbox(await connections.sandboxControl(), { signal: AbortSignal.timeout(10_000) }),
    );
    await sides.open(words, "Sandbox outbox.txt");
  });
}
