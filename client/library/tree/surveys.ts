/**
 * The language server's survey of every text and language, requested once and kept until the library changes. Filters
 * use it.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { catalogNotification } from "../../../server/protocol.ts";
import type { SurveyResult } from "../../../server/protocol.ts";
import type { Services } from "../../services.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import type { LibraryOf } from "../library.ts";
import { endable } from "../../window/endable.ts";

interface Survey {
  readonly result: SurveyResult;
  readonly at: Date;
  /**
   * The library has changed since this survey was requested. If the survey took long, a new one is made only if the
   * author asks for it.
   */
  readonly old: boolean;
}

export interface Surveys extends vscode.Disposable {
  /**
   * Resolves with the last survey if it is still current, or if a new one would be slow and `fresh` is false. If the
   * author cancels a new survey, resolves with the last one, or with undefined if none of this library is kept.
   */
  look(library: LibraryOf, options: { readonly fresh: boolean }): Promise<Survey | undefined>;
}

/** Milliseconds: a survey that takes longer is not repeated automatically. */
const quick = 1000;

export function createSurveys(
  { server, connections }: Pick<Services, "server" | "connections">,
  files: TextFiles,
): Surveys {
  let last:
    { readonly of: string; readonly result: SurveyResult; readonly at: Date; readonly took: number } | undefined;
  let age = 0;
  let lookedAt = -1;
  let running: { readonly of: string; readonly work: Promise<void> } | undefined;

  function grow(): void {
    age += 1;
  }

  async function ask(library: LibraryOf): Promise<void> {
    const [begun, asked] = [performance.now(), age];
    const result = await endable(l10n.t("Looking at every text of the Text Library"), (signal) =>
      library.survey({ signal }),
    );
    if (result === undefined) return;
    last = { of: library.owner.identity, result, at: new Date(), took: performance.now() - begun };
    lookedAt = asked;
  }

  const owned = vscode.Disposable.from(
    server.onNotification(catalogNotification, grow),
    files.onDidSave(grow),
    connections.onDidChange(() => {
      last = undefined;
      grow();
    }),
  );
  return {
    async look(library, { fresh }) {
      const { identity: of } = library.owner;
      if (last?.of !== of || (lookedAt !== age && (fresh || last.took < quick))) {
        if (running?.of !== of) {
          const mine = { of, work: ask(library).finally(() => running === mine && (running = undefined)) };
          running = mine;
        }
        await running.work;
      }
      return last?.of !== of ? undefined : { result: last.result, at: last.at, old: lookedAt !== age };
    },
    dispose() {
      owned.dispose();
    },
  };
}
