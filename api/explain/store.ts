/** Explains refusals by the document store, by distribution and by the connected viewer archive. */
import * as l10n from "@vscode/l10n";
import type { Meanings } from "./explain.ts";
import { dataRefused, documentNotShown, dxmlRefused, logicMissing } from "./documents.ts";

const data = { "bad-request": dataRefused, "not-found": documentNotShown, "not-acceptable": logicMissing };
const storedNotShown = l10n.t(
  "The document store shows no such document to this client in this environment: it may have been deleted, or belong to another environment or company. Give the job id and the document id together, in this order.",
);
const stored = { "not-found": storedNotShown };
const htmlMissing = l10n.t(
  "The stored document has no HTML. A stored document gets its HTML only when it is stored, and only if the MetaFile has a content template. PDF and MFDX may still work.",
);
const filtersRefused = l10n.t(
  "The document store refused the filters. In a filter, use a column's name from the folder definition, not its display name. If there is more than one filter, give each its Chainer. For the columns of the result, use the display names.",
);
const columnsRefused = `${filtersRefused} ${l10n.t("It may also be that a value does not fit its column. Nothing was changed.")}`;
const notSent = l10n.t("Nothing was distributed.");
const distributed = {
  "bad-request": `${notSent} ${dataRefused}`,
  "not-found": `${notSent} ${documentNotShown}`,
  "not-acceptable": `${notSent} ${logicMissing}`,
};
const distributedOnce = {
  ...distributed,
  conflict: l10n.t(
    "The service refused the GUID, which may belong to another document. The API documents do not describe this answer. Make sure that this document was not sent before; then send it with a new GUID.",
  ),
};
const viewerNotShown = l10n.t(
  "The viewer archive does not give this client access to what was requested. Possible reasons: the connection is not set up for the company, the schema has another name, or the document is of another company or environment.",
);
const viewer = { "not-found": viewerNotShown };

export const storeMeanings: Meanings = {
  "store.create": data,
  "store.createJson": data,
  "store.createDxml": { ...data, "bad-request": dxmlRefused },
  "store.folder": {
    "not-found": l10n.t("The document store has no folder of this name for this client. Letter case may matter."),
  },
  "store.search": { "bad-request": filtersRefused },
  "store.pdf": stored,
  "store.pdfSimplex": stored,
  "store.html": { "not-found": `${htmlMissing} ${storedNotShown}`, "not-acceptable": htmlMissing },
  "store.mfdx": stored,
  "store.mfdxSimplex": stored,
  "store.update": { "bad-request": columnsRefused, "not-found": `${l10n.t("Nothing was changed.")} ${storedNotShown}` },
  "store.updateMany": { "bad-request": columnsRefused },
  "store.delete": { "not-found": `${l10n.t("Nothing was deleted.")} ${storedNotShown}` },
  "distribution.send": distributed,
  "distribution.sendJson": distributed,
  "distribution.sendOnce": distributedOnce,
  "distribution.sendOnceJson": distributedOnce,
  "distribution.setNotificationReady": {
    "not-found": l10n.t(
      "The notification was not marked as ready: the service has no distribution with this correlation id for this client in this environment. Use the CorrelationId that the service returned for the distribution, not the GUID that was sent.",
    ),
  },
  "viewer.schemas": viewer,
  "viewer.search": viewer,
  "viewer.download": viewer,
  "viewer.upload": viewer,
  "viewer.patch": { ...viewer, "bad-request": apartFields },
};

/**
 * Names the fields that the patch would change, so that the author can remove those that cannot be changed, and send
 * the rest again.
 */
function apartFields({ body }: { readonly body?: unknown }): string {
  const paths = Array.isArray(body)
    ? body.flatMap((each: unknown) =>
        typeof each === "object" && each !== null && typeof Reflect.get(each, "path") === "string"
          ? [String(Reflect.get(each, "path"))]
          : [],
      )
    : [];
  const named = paths.length === 0 ? [] : [l10n.t("The patch would change: {0}.", [...new Set(paths)].join(", "))];
  const refused = l10n.t(
    "The viewer archive refused the patch, and nothing was changed. Either a field of the patch identifies documents and cannot be changed, or the patch does not fit the document.",
  );
  return [refused, ...named, l10n.t("Remove the fields that cannot be changed, and send the rest again.")].join(" ");
}
