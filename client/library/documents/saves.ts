/**
 * Sends every change of a text from this window through the guard, under a lock that all windows of this computer
 * share. Every change is reported to the language server, and the text is read again some seconds later.
 */
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { guardedWrite } from "../../../authoring/index.ts";
import type { Change, Journal, LibraryText, Look, Saved, WritePorts, WriteResult } from "../../../authoring/index.ts";
import { withFileLock } from "../../../disk/index.ts";
import { textNotification } from "../../../server/protocol.ts";
import type { TextParams } from "../../../server/protocol.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import type { Services } from "../../services.ts";
import { window } from "../../window/window.ts";
import { createLaterLooks } from "./laterLooks.ts";
import type { LookPorts } from "./laterLooks.ts";
import { lookWords } from "./saveModel.ts";

/** `heldBy`: the journal that already contains the change; without it, the default journal records the change. */
interface SaveRequest {
  readonly owner: Owner;
  readonly base: LibraryText;
  readonly change: Change;
  readonly heldBy?: Journal;
}

export interface Saves extends vscode.Disposable {
  /** Saves any change of a text through the guard. */
  save(request: SaveRequest): Promise<WriteResult>;
  /**
   * Reads a saved text again later, as `save` does after every save. Call this for a save of another window if that
   * window closed before it could read the text again.
   */
  lookLater(saved: Saved, ports: LookPorts): void;
}

interface SavesParts {
  readonly journal: Journal;
  /** Called after every save or later read that brought something new to the catalog. */
  readonly tellSaved: () => void;
  /** Requests the texts of these documents from the service. */
  readonly lookAt: (documents: readonly vscode.TextDocument[]) => Promise<void>;
  readonly wasDeletedHere: (identity: string, textId: string) => boolean;
}

export function createSaves(
  { connections, server, log, extension }: Services,
  { journal, tellSaved, lookAt, wasDeletedHere }: SavesParts,
): Saves {
  const looks = createLaterLooks(log, tellLook);
  const locks = vscode.Uri.joinPath(extension.globalStorageUri, "locks").fsPath;

  async function save({ owner, base, change, heldBy = journal }: SaveRequest): Promise<WriteResult> {
    const session = await connections.session({ owner });
    const { name: connection, identity } = session;
    const ports: WritePorts = {
      api: session.api,
      journal: heldBy,
      lock: (key, work, options) =>
        withFileLock(vscode.Uri.joinPath(vscode.Uri.file(locks), `${nameOf(key)}.sqlite`).fsPath, work, options),
      step: (step) => log.debug(`save of ${base.code}: ${step}`),
      warn: (problem) => log.warn(problem),
    };
    const result = await guardedWrite({ identity, connection, base, change }, ports);
    log.info(
      `save of ${base.code} on ${connection} (${session.host}): ${result.state}${change.translations?.size ? `, languages ${[...change.translations.keys()].join(", ")}` : ""}`,
    );
    if ("text" in result)
      server.notify(textNotification, { owner: identity, textId: base.id, text: result.text } satisfies TextParams);
    if (result.state === "orphaned")
      server.notify(textNotification, { owner: identity, textId: base.id, text: null } satisfies TextParams);
    if ("text" in result || result.state === "orphaned") tellSaved();
    looks.after(base, result, { api: session.api, identity });
    return result;
  }

  async function tellLook(look: Look, { id, code }: LibraryText, identity: string): Promise<void> {
    const words = lookWords(code, look);
    if (words === undefined || (look.state === "gone" && wasDeletedHere(identity, id))) return;
    server.notify(textNotification, {
      owner: identity,
      textId: id,
      text: look.state === "changed" ? look.theirs : null,
    } satisfies TextParams);
    await lookAt(vscode.workspace.textDocuments.filter(({ uri }) => uri.query === id));
    tellSaved();
    await window.showWarningMessage(words);
  }

  return {
    save,
    lookLater: ({ before, text }, ports) => looks.after(before, { state: "unchanged", before, text }, ports),
    dispose: () => void looks.dispose(),
  };
}

/** Returns a file name for any key. */
function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
