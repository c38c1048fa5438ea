/** What the language server says of every text and language, asked once and kept until the library changes: filters, progress and worklists look here. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { catalogNotification, type SurveyResult } from "../../server/protocol.ts";
import { openLateProgress } from "../lateProgress.ts";
import type { Services } from "../services.ts";
import type { TextFiles } from "../textlib/fileSystem.ts";
import type { Library } from "./library.ts";

export interface Survey {
  readonly result: SurveyResult;
  readonly at: Date;
  /** The library has changed since, and is large: a new look is taken when the author asks for it. */
  readonly old: boolean;
}

export interface Surveys extends vscode.Disposable {
  /** The last one where it is still true, or where another one would take its time and is not asked for. undefined where the author ended it. */
  look(options: { readonly fresh: boolean }): Promise<Survey | undefined>;
  /** The library may be another one now. Told a few times a second at most. */
  readonly onDidAge: vscode.Event<void>;
}

/** Milliseconds: a look that takes longer is not taken again by itself. */
const quick = 1000;

export function createSurveys({ server, connections }: Pick<Services, "server" | "connections">, { library, files }: { readonly library: Library; readonly files: TextFiles }): Surveys {
  const aged = new vscode.EventEmitter<void>();
  let last: { readonly result: SurveyResult; readonly at: Date; readonly took: number } | undefined;
  let age = 0;
  let lookedAt = -1;
  let running: Promise<void> | undefined;
  let telling: NodeJS.Timeout | undefined;

  function grow(): void {
    age += 1;
    telling ??= setTimeout(() => {
      telling = undefined;
      aged.fire();
    }, 500);
  }

  async function ask(): Promise<void> {
    const stop = new AbortController();
    const progress = openLateProgress(l10n.t("Looking at every text of the Text Library"), { stop: () => stop.abort() });
    const [begun, asked, of] = [performance.now(), age, connections.current];
    try {
      const result = await library.survey({ signal: stop.signal });
      if (of !== connections.current) return;
      last = { result, at: new Date(), took: performance.now() - begun };
      lookedAt = asked;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      progress.close();
    }
  }

  const owned = vscode.Disposable.from(aged, server.onNotification(catalogNotification, grow), files.onDidSave(grow), connections.onDidChange(() => {
    last = undefined;
    grow();
  }));
  return {
    async look({ fresh }) {
      if (last === undefined || (lookedAt !== age && (fresh || last.took < quick))) await (running ??= ask().finally(() => (running = undefined)));
      return last && { result: last.result, at: last.at, old: lookedAt !== age };
    },
    onDidAge: aged.event,
    dispose() {
      clearTimeout(telling);
      owned.dispose();
    },
  };
}
