/** Explains refusals by the document editor: for editing sessions, outputs and lookups. */
import * as l10n from "@vscode/l10n";
import type { Asked, Meanings } from "./explain.ts";

/**
 * Applies to every call: an environment may require its own scope, and it is not documented whether 401 or 403 reports
 * a missing scope (T88).
 */
export function environmentRefused({ environment }: Asked): string {
  return environment === undefined
    ? l10n.t(
        "The environment of the document editor may require a separate scope that this client does not have, or the client may have no access to the environment at all. Signing in again does not change that. Ask your administrator for a client that has the environment's scope, or choose another environment.",
      )
    : l10n.t(
        "The environment {0} of the document editor may require a separate scope that this client does not have, or the client may have no access to the environment at all. Signing in again does not change that. Ask your administrator for a client that has the environment's scope, or choose another environment.",
        environment,
      );
}

export const logicMissing = l10n.t(
  "The document cannot be created, because the MetaFile lacks logic for it. The owner of the MetaFile has to add the logic; changing the data does not help.",
);
const templateMissing = l10n.t(
  "It may also be that the MetaFile has no content template for the document. HTML needs one; other outputs may still work.",
);
export const documentNotShown = l10n.t(
  "The service shows no such MetaFile, or no such document in it, to this client. Check both names and the environment.",
);
export const dataRefused = l10n.t(
  "The service refused the data. They must be UTF-8 text, sent as base64: XML with the root element Data and a declaration that says utf-8, or JSON for the JSON calls. The request needs a MetaFile and a document, and each attachment needs its document or its file.",
);
const sessionNotShown = l10n.t(
  "The service shows no such session to this client in this environment: it may have expired or been deleted, or it may belong to another environment or company. What was written in it may be lost, because a session is kept only until its retention date.",
);
export const dxmlRefused = l10n.t(
  "The service refused the DXML. Send it whole, as base64, exactly as it was downloaded.",
);

const data = { "bad-request": dataRefused, "not-found": documentNotShown, "not-acceptable": logicMissing };
const html = {
  "bad-request": dataRefused,
  "not-found": `${documentNotShown} ${templateMissing}`,
  "not-acceptable": `${logicMissing} ${templateMissing}`,
};
const session = {
  "not-found": sessionNotShown,
  "not-acceptable": logicMissing,
  conflict: l10n.t(
    "The session is not in a state that allows this: its editing may have ended. Read its status again.",
  ),
};
const metaFile = {
  "not-found": documentNotShown,
  "bad-request": l10n.t(
    "The service refused the request. The format of filters is not documented. Try again without a filter.",
  ),
};

export const documentsMeanings: Meanings = {
  "documents.sessions.create": data,
  "documents.sessions.createJson": data,
  "documents.sessions.status": session,
  "documents.sessions.statuses": { "bad-request": l10n.t("The service accepts 1 to 50 session ids at a time.") },
  "documents.sessions.list": {
    "bad-request": l10n.t(
      "The service refused the filter: statuses are Draft, OK, Discarded and Deleted. The time format is not documented: try UTC, such as 2026-01-31T12:00:00Z.",
    ),
  },
  "documents.sessions.discard": session,
  "documents.sessions.jwt": session,
  "documents.dxml.get": session,
  "documents.dxml.delete": session,
  "documents.dxml.retain": {
    ...session,
    "bad-request": l10n.t("The service refused the date. Write a day and a time in UTC, such as 2026-01-31T12:00:00Z."),
  },
  "documents.attachments.find": {
    "bad-request": l10n.t("The service refused the search. Give the maximum number of hits."),
  },
  "documents.metaFiles.keywords": metaFile,
  "documents.metaFiles.texts": metaFile,
  "documents.metaFiles.onlineDocuments": metaFile,
  "documents.pdf.create": data,
  "documents.pdf.createJson": data,
  "documents.pdf.createSimplex": data,
  "documents.pdf.createSimplexJson": data,
  "documents.pdf.preview": data,
  "documents.pdf.previewJson": data,
  "documents.mfdx.create": data,
  "documents.mfdx.createJson": data,
  "documents.mfdx.createSimplex": data,
  "documents.mfdx.createSimplexJson": data,
  "documents.html.create": html,
  "documents.html.createJson": html,
  "documents.xml.create": data,
  "documents.xml.createJson": data,
  "documents.pdf.fromSession": session,
  "documents.pdf.fromSessionSimplex": session,
  "documents.html.fromSession": {
    "not-found": `${sessionNotShown} ${templateMissing}`,
    "not-acceptable": `${logicMissing} ${templateMissing}`,
  },
  "documents.xml.fromSession": session,
  "documents.pdf.fromDxml": { ...data, "bad-request": dxmlRefused },
  "documents.pdf.fromDxmlSimplex": { ...data, "bad-request": dxmlRefused },
  "documents.html.fromDxml": { ...html, "bad-request": dxmlRefused },
};
