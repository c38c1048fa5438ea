/** Checks every text of the Text Library, see `checkLibraryRequest`. */
import { ProgressType } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import { l10n } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";
import { openBar } from "../bar.ts";
import type { Shown } from "../bar.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { checkLibraryRequest } from "../protocol.ts";
import type { CheckLibraryParams, CheckLibraryResult, Meant } from "../protocol.ts";

export const onCheckLibrary: Handler<CheckLibraryParams & Meant, CheckLibraryResult> = {
  method: checkLibraryRequest,
  otherwise: () => ({ translations: null, texts: 0 }),
  work: inMeantLibrary(async ({ workDoneToken }, { connection, client, isVsCode, library, libraryChecks, signal }) => {
    const bar = openBar({
      title: l10n.t("Checking the Text Library"),
      words: (done, all) => l10n.t("{0} of {1} translations", done, all),
      ...(workDoneToken === undefined ? {} : { asked: attachedProgress(connection, workDoneToken) }),
      ...(!isVsCode() && client().showsProgress ? { create: () => connection.window.createWorkDoneProgress() } : {}),
    });
    const known = translations(library().current);
    const total = known ?? 0;
    const texts = await libraryChecks
      .check({ signal, progress: (done) => bar.progress(Math.min(done, total - 1), total) })
      .finally(bar.close);
    return { translations: known, texts };
  }),
};

/** The number of translations; null unless every text is known. */
function translations(catalog: Catalog): number | null {
  const texts = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
  return texts.state === "known"
    ? texts.value.reduce((sum, { languages }) => sum + (languages.state === "known" ? languages.value.length : 1), 0)
    : null;
}

/** A progress bar that the client attached to its own request. */
function attachedProgress(connection: Connection, token: string | number): Shown {
  const send = (value: object): void => void connection.sendProgress(new ProgressType<object>(), token, value);
  return {
    begin: (title) => send({ kind: "begin", title, percentage: 0 }),
    report: (percentage, message) => send({ kind: "report", percentage, message }),
    done: () => send({ kind: "end" }),
  };
}
