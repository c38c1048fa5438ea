/**
 * Explains refusals by digital signing. A valid create request is never refused: its answer says whether there is an
 * order.
 */
import * as l10n from "@vscode/l10n";
import type { Meanings } from "./explain.ts";

const notShown = l10n.t(
  "The service does not show this signing order to this client: it may be missing, deleted, or of another company.",
);
const noFiles = `${l10n.t("There are no signed files: the order is not completed, or it cannot be found.")} ${notShown}`;
const noProof = `${l10n.t("There is no such proof: nobody has signed yet, the signing provider supplies none, or the order cannot be found.")} ${notShown}`;
const nothingDone = l10n.t("Nothing was changed and nobody was notified.");
const licence = {
  forbidden: l10n.t(
    "This client is not allowed to use digital signing: the company may lack the licence for it. Ask your administrator.",
  ),
};

export const signingMeanings: Meanings = {
  "signing.initialData": licence,
  "signing.initialDataInLanguage": licence,
  "signing.orders.create": {
    ...licence,
    "bad-request": l10n.t(
      "The service refused the order and asked nobody to sign. A required field is missing, the archive folder is unknown, or something is outside its limits: 1 to 10 PDFs; 256 characters in subject and title; 8000 in a message; 64 in a signatory's id, which takes only letters, digits, - and _. How the service counts characters is not documented; an emoji may count as two.",
    ),
    "too-large": l10n.t(
      "The order is too large for the service, and nobody was asked to sign. The size limit is not documented. Send fewer or smaller files.",
    ),
  },
  "signing.orders.list": licence,
  "signing.activities": licence,
  "signing.orders.get": { ...licence, "not-found": notShown },
  "signing.certifiedPdf": { ...licence, "not-found": noFiles },
  "signing.pdfFromProvider": { ...licence, "not-found": noFiles },
  "signing.signatureFile": { ...licence, "not-found": noProof },
  "signing.allSignatureFiles": { ...licence, "not-found": noProof },
  "signing.sendReminders": { ...licence, "not-found": `${l10n.t("Nobody was reminded.")} ${notShown}` },
  "signing.orders.cancel": { ...licence, "not-found": `${nothingDone} ${notShown}` },
  "signing.orders.delete": { ...licence, "not-found": `${nothingDone} ${notShown}` },
};
