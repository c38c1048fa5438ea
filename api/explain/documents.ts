/** Explains refusals of the document editor: of editing sessions, outputs and lookups. */
import * as l10n from "@vscode/l10n";
import type { Asked, Meanings } from "./explain.ts";

/**
 * Applies to every call: an environment may require its own scope, and which of the two statuses reports that is not
 * documented (T88).
 */
export function environmentRefused({ environment }: Asked): string {
  return environment === undefined
    ? l10n.t(
        "The environment of the document editor may demand a scope of its own that this client does not have, or the client has no access to it at all. Signing in again does not change that. Ask your administrator for a client that has the environment's scope, or choose another environment.",
      )
    : l10n.t(
        "The environment {0} of the document editor may demand a scope of its own that this client does not have, or the client has no access to it at all. Signing in again does not change that. Ask your administrator for a client that has the environment's scope, or choose another environment.",
        environment,
      );
}

export const logicMissing = l10n.t(
  "The document cannot be made, because the MetaFile lacks logic for it. The owner of the MetaFile has to add it; other data do not help.",
);
const templateMissing = l10n.t(
  "Or the MetaFile has no content template for the document, which HTML needs: other outputs may still work.",
);
export const documentNotShown = l10n.t(
  "The service shows no such MetaFile, or no such document in it, to this client. Check both names and the environment.",
);
export const dataRefused = l10n.t(
  "The service refused the data. They are base64 of UTF-8: XML with a declaration that says utf-8 and the root element Data, or JSON on the calls for JSON. MetaFile and document are named, and an attachment has its document or its file.",
);
const sessionNotShown = l10n.t(
  "The service shows no such session to this client in this environment: its time may be up, it may have been deleted, or it belongs to another environment or company. What was written in it may be lost; its date of validity said until when it is kept.",
);
export const dxmlRefused = l10n.t("The service refused the DXML: it is sent whole, as base64, as it was downloaded.");

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
    "The service refused the question as it was asked. The shape of a filter is not documented: ask without one.",
  ),
};

export const documentsMeanings: Meanings = {
  "documents.sessions.create": data,
  "documents.sessions.createJson": data,
  "documents.sessions.status": session,
  "documents.sessions.statuses": { "bad-request": l10n.t("The service takes 1 to 50 ids of sessions at a time.") },
  "documents.sessions.list": {
    "bad-request": l10n.t(
      "The service refused the filter: statuses are Draft, OK, Discarded and Deleted. How times are written is not documented: try one in UTC, such as 2026-01-31T12:00:00Z.",
    ),
  },
  "documents.sessions.discard": session,
  "documents.sessions.jwt": session,
  "documents.dxml.get": session,
  "documents.dxml.delete": session,
  "documents.dxml.retain": {
    ...session,
    "bad-request": l10n.t(
      "The service refused the date. It is a day with its time in UTC, as in 2026-01-31T12:00:00Z.",
    ),
  },
  "documents.attachments.find": {
    "bad-request": l10n.t("The service refused the search: the largest number of hits has to be said."),
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
