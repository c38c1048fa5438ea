/**
 * Progress bars for the long readings that start automatically: the readings of the library, and the reading of the
 * workspace's files.
 */
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import { l10n } from "../language/index.ts";
import { filesDone, openLateBar } from "./bar.ts";
import type { Client } from "./client.ts";
import type { LibraryEvents } from "./library/library.ts";
import type { FilesOptions } from "./workspace/workspaceFiles.ts";

interface ReadingBars {
  readonly ofLibrary: LibraryEvents["progress"];
  readonly ofCatalogFile: LibraryEvents["fileRead"];
  /** The user can cancel this reading. */
  readonly ofFiles: FilesOptions["progress"];
}

export function createReadingBars(
  { window }: Pick<Connection, "window">,
  client: () => Pick<Client, "showsProgress">,
): ReadingBars {
  let ofFile: ReturnType<typeof openLateBar> | undefined;
  return {
    ofCatalogFile(part) {
      ofFile ??= openLateBar({
        title: l10n.t("Reading the Text Library"),
        create: client().showsProgress ? () => window.createWorkDoneProgress() : undefined,
        words: (done) => l10n.t("{0} % read", Math.floor(done)),
      });
      ofFile.progress(part * 100, 100);
      if (part >= 1) ofFile = undefined;
    },
    async ofLibrary(work) {
      const shown = client().showsProgress ? await window.createWorkDoneProgress() : undefined;
      shown?.begin(l10n.t("Reading the Text Library"), 0);
      try {
        return await work(({ texts, total }) =>
          shown?.report(
            total ? Math.min(100, Math.floor((texts / total) * 100)) : 0,
            l10n.t("{0} of {1} texts", texts, total ?? "…"),
          ),
        );
      } finally {
        shown?.done();
      }
    },
    async ofFiles(work) {
      const stop = new AbortController();
      const shown = client().showsProgress ? await window.createWorkDoneProgress() : undefined;
      shown?.begin(l10n.t("Reading the workspace's files"), 0, undefined, true);
      shown?.token.onCancellationRequested(() =>
        stop.abort(
          new ResponseError(
            LSPErrorCodes.RequestFailed,
            l10n.t("Not all files of the workspace were read, because the reading was cancelled."),
          ),
        ),
      );
      try {
        await work({
          signal: stop.signal,
          report: (read, total) => shown?.report(Math.floor((read / total) * 100), filesDone(read, total)),
        });
      } finally {
        shown?.done();
      }
    },
  };
}
