/** Looks at every save once more some seconds later: somebody who had read before it and wrote after it was read back overwrote it without knowing. */
import type * as vscode from "vscode";
import { createSaved, lookAgain, type Look, type Saved, type WritePorts, type WriteResult } from "../guardedWrite.ts";
import type { LibraryText } from "../writePlan.ts";

/** Milliseconds: longer than the time between somebody else's reading and writing. */
const lookAfter = 10_000;

export interface LaterLooks extends vscode.Disposable {
  /** After a save. `told` gets what the look saw, and what the save had left there. */
  after(base: LibraryText, result: WriteResult, ports: WritePorts): void;
}

export function createLaterLooks(log: vscode.LogOutputChannel, told: (look: Look, saved: Saved) => Promise<void>): LaterLooks {
  const looks = new Map<string, { readonly saved: Saved; readonly timer: NodeJS.Timeout }>();
  const remember = createSaved();

  /** One look for all saves of a text that follow each other closely; the first one knows what they began with. */
  function lookLater({ before, text }: Saved, ports: WritePorts): void {
    const earlier = looks.get(text.id);
    clearTimeout(earlier?.timer);
    const saved = { before: earlier?.saved.before ?? before, text };
    const timer = setTimeout(() => {
      looks.delete(text.id);
      lookAgain(saved, ports).then((look) => told(look, saved)).catch((error: unknown) => log.warn(`${text.code} was not looked at again after it was saved: ${String(error)}`));
    }, lookAfter);
    looks.set(text.id, { saved, timer });
  }

  return {
    after(base, result, ports) {
      const left = remember(base, result);
      if (left !== undefined) lookLater(left, ports);
    },
    dispose() {
      for (const { timer } of looks.values()) clearTimeout(timer);
    },
  };
}
