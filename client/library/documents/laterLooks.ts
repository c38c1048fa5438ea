/**
 * Looks at every save once more some seconds later: somebody who had read before it and wrote after it was read back
 * overwrote it without knowing.
 */
import type * as vscode from "vscode";
import { createLooks, lookAgain } from "../../../authoring/index.ts";
import type { LibraryText, Look, Looks, WritePorts, WriteResult } from "../../../authoring/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";

/** Milliseconds: longer than the time between somebody else's reading and writing. */
const lookAfter = 10_000;

/** A look goes on where the save was, whatever the window has turned to. */
export type LookPorts = Pick<WritePorts, "api"> & Pick<Owner, "identity">;

interface LaterLooks extends vscode.Disposable {
  /** After a save. */
  after(base: LibraryText, result: WriteResult, ports: LookPorts): void;
}

/** `told` gets what a look saw, the text as it was before it was saved, and whose it is. */
export function createLaterLooks(
  log: vscode.LogOutputChannel,
  told: (look: Look, text: LibraryText, identity: string) => Promise<void>,
): LaterLooks {
  /** Of each library, since two services may give the same id. */
  const libraries = new Map<string, Looks>();
  const timers = new Map<string, NodeJS.Timeout>();

  async function look(text: LibraryText, ports: LookPorts): Promise<void> {
    timers.delete(keyOf(text, ports));
    await told(
      await lookAgain(text.id, libraries.get(ports.identity)?.take(text.id) ?? [], ports),
      text,
      ports.identity,
    );
  }

  return {
    after(base, result, ports) {
      const looks = libraries.get(ports.identity) ?? createLooks();
      libraries.set(ports.identity, looks);
      if (!looks.after(base, result)) return;
      const key = keyOf(base, ports);
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => {
          look(base, ports).catch((error: unknown) =>
            log.warn(`${base.code} was not looked at again after it was saved: ${String(error)}`),
          );
        }, lookAfter),
      );
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function keyOf({ id }: LibraryText, { identity }: LookPorts): string {
  return JSON.stringify([identity, id]);
}
