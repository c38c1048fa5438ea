/** Looks at every save once more some seconds later: somebody who had read before it and wrote after it was read back overwrote it without knowing. */
import type * as vscode from "vscode";
import { createLooks, lookAgain, type Look, type WritePorts, type WriteResult } from "../guardedWrite.ts";
import type { LibraryText } from "../writePlan.ts";

/** Milliseconds: longer than the time between somebody else's reading and writing. */
const lookAfter = 10_000;

export interface LaterLooks extends vscode.Disposable {
  /** After a save. */
  after(base: LibraryText, result: WriteResult, ports: Pick<WritePorts, "api">): void;
}

/** `told` gets what a look saw, and the text as it was before it was saved. */
export function createLaterLooks(log: vscode.LogOutputChannel, told: (look: Look, text: LibraryText) => Promise<void>): LaterLooks {
  const looks = createLooks();
  const timers = new Map<string, NodeJS.Timeout>();

  async function look(text: LibraryText, ports: Pick<WritePorts, "api">): Promise<void> {
    timers.delete(text.id);
    await told(await lookAgain(text.id, looks.take(text.id), ports), text);
  }

  return {
    after(base, result, ports) {
      if (!looks.after(base, result)) return;
      clearTimeout(timers.get(base.id));
      timers.set(base.id, setTimeout(() => {
        look(base, ports).catch((error: unknown) => log.warn(`${base.code} was not looked at again after it was saved: ${String(error)}`));
      }, lookAfter));
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
