/**
 * Lists everything that a create request sets in motion, in sentences for the person who confirms it (document 2,
 * "Signing order").
 */
import * as l10n from "@vscode/l10n";
import { shownAddress } from "../operations/formRequest.ts";
import { signatory, signingOrderRequest, signingReceivers } from "../operations/signingRequest.ts";
import { spelledAs } from "../operations/schema.ts";
import type { OrderRequest } from "./buildOrder.ts";

/**
 * Returns a sentence about the receivers, then sentences about everybody else whom the order reaches. Property names of
 * the request may be in any letter case. What the request sets in motion cannot be undone.
 */
export function reachOf(given: OrderRequest): readonly string[] {
  const request = spelledAs(Object.keys(signingOrderRequest.shape), given) as OrderRequest;
  const signatories = request.signatories.map((each) => spelledAs(Object.keys(signatory.shape), each) as typeof each);
  const files = request.signingOrderFiles.map(({ name }) => name).join(", ");
  const webhooks = [request.completedWebhookUrl, request.cancelledWebhookUrl].flatMap((url) =>
    url ? [shownAddress(url)] : [],
  );
  const people = signingReceivers({ body: { signatories } });
  const linked = signatories
    .filter(({ signViaUrl }) => request.signNowViaUrl || signViaUrl)
    .map(({ emailAddress }) => emailAddress);
  return [
    l10n.t("These people are asked by email to sign {0}: {1}.", files, people.join(", ")),
    ...(linked.length === 0
      ? []
      : [l10n.t("Anyone who has the link can immediately sign for: {0}.", linked.join(", "))]),
    ...(request.distributeSignedDocumentToAllSignatories
      ? [l10n.t("Once all have signed, every signatory gets the signed documents: {0}.", people.join(", "))]
      : []),
    ...((request.archiveFolderId ?? "") !== ""
      ? [
          l10n.t(
            "The signed documents go into the archive folder {0}, and everybody who is allowed to open that folder sees them.",
            String(request.archiveFolderId),
          ),
        ]
      : []),
    ...(webhooks.length === 0 ? [] : [l10n.t("When the order is over, the service calls {0}.", webhooks.join(", "))]),
  ];
}
