/**
 * Reads every saved text once more, some seconds after the save, to find writes that overwrote the save unnoticed. They
 * come from other clients that read the text before the save, and wrote it after the save's read-back.
 */
import type * as vscode from "vscode";
import { createLooks, lookAgain } from "../../../authoring/index.ts";
import type { LibraryText, Look, Looks, WritePorts, WriteResult } from "../../../authoring/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";

/** Milliseconds from a save to the later read: longer than the time between another client's read and write. */
const lookAfter = 10_000;

/** A later read uses the library of the save, even if the window has switched to another one. */
export type LookPorts = Pick<WritePorts, "api"> & Pick<Owner, "identity">;

interface LaterLooks extends vscode.Disposable {
  /** Call after a save. */
  after(base: LibraryText, result: WriteResult, ports: LookPorts): void;
}

/**
 * `told` receives what a later read found, the text as it was before the save, and the identity of the text's library.
 */
export function createLaterLooks(
  log: vscode.LogOutputChannel,
  told: (look: Look, text: LibraryText, identity: string) => Promise<void>,
): LaterLooks {
  /** One entry per library, since two services may use the same text id. */
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
