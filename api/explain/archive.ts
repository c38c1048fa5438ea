/** Explains refusals by the archive. A status means different things for different calls. */
import * as l10n from "@vscode/l10n";
import type { Meanings } from "./explain.ts";

const notShown = l10n.t(
  "The archive does not show this file to this client in this environment: it may be missing, removed with its document, filed under another environment, or of another company.",
);

export const archiveMeanings: Meanings = {
  "archive.upload": {
    "bad-request": l10n.t(
      "The archive refused the file and stored nothing. Possible reasons: the folder does not exist, the file name or the content is missing, the type is not a number, or there is no document to add this version to.",
    ),
    "not-found": l10n.t(
      "The archive stored nothing: in this environment, it does not show this client the document to which the new version belongs. Search for the document again, or store the file as a new document.",
    ),
    "too-large": l10n.t(
      "The file is too large for the archive, and nothing was stored. The size limit is not documented. Make the file smaller, or store it in the application.",
    ),
  },
  "archive.download": { "not-found": notShown },
  "archive.rollback": {
    "bad-request": l10n.t(
      "The service refused to return to the earlier version. The version may be gone, be the newest already, or belong to another document.",
    ),
    "not-found": l10n.t(
      "The service refused to return to the earlier version, because it does not show the document to this client in this environment.",
    ),
  },
  "archive.delete": {
    "bad-request": `${l10n.t("The service refused the deletion.")} ${notShown}`,
    "not-found": `${l10n.t("The service refused the deletion.")} ${notShown}`,
  },
};
