/** Explains refusals of the archive. A status means different things for different calls. */
import * as l10n from "@vscode/l10n";
import type { Meanings } from "./explain.ts";

const notShown = l10n.t(
  "The archive does not show this file to this client in this environment: it may be missing, removed with its document, filed under another environment, or of another company.",
);

export const archiveMeanings: Meanings = {
  "archive.upload": {
    "bad-request": l10n.t(
      "The archive refused the file and stored nothing: most often its folder does not exist. Or the file name or the content is missing, the type is no number, or the document that it should be a version of is not there.",
    ),
    "not-found": l10n.t(
      "The archive stored nothing: the document that this should be a new version of is not shown to this client in this environment. Search for it again, or store the file as a new document.",
    ),
    "too-large": l10n.t(
      "The archive finds the file too large and stored nothing. How large a file may be is not documented: make it smaller, or store it in the application.",
    ),
  },
  "archive.download": { "not-found": notShown },
  "archive.rollback": {
    "bad-request": l10n.t(
      "The rollback failed and nothing was removed: the version may be gone, be the newest already, or belong to another document.",
    ),
    "not-found": l10n.t(
      "The rollback failed and nothing was removed: the document is not shown to this client in this environment.",
    ),
  },
  "archive.delete": {
    "bad-request": `${l10n.t("Nothing was removed.")} ${notShown}`,
    "not-found": `${l10n.t("Nothing was removed.")} ${notShown}`,
  },
};
