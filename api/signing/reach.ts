/** Everything that a create request sets in motion, in sentences for whoever confirms it (document 2, "Signing order"). */
import { signingReceivers } from "../operations/signingRequest.ts";
import type { OrderRequest } from "./buildOrder.ts";

/** Receivers, then who else gets the documents. Nothing of it can be called back. */
export function reachOf(request: OrderRequest): readonly string[] {
  const files = request.signingOrderFiles.map(({ name }) => name).join(", ");
  const webhooks = [request.completedWebhookUrl, request.cancelledWebhookUrl].filter(Boolean);
  const people = signingReceivers({ body: { signatories: request.signatories } });
  const linked = request.signatories.filter(({ signViaUrl }) => request.signNowViaUrl || signViaUrl).map(({ emailAddress }) => emailAddress);
  return [
    `Asked by e-mail to sign ${files}: ${people.join(", ")}.`,
    ...(linked.length === 0 ? [] : [`Whoever has the link can sign at once for: ${linked.join(", ")}.`]),
    ...(request.distributeSignedDocumentToAllSignatories ? [`Once all have signed, every signatory gets the signed documents: ${people.join(", ")}.`] : []),
    ...(request.archiveFolderId ? [`The signed documents go into the archive folder ${request.archiveFolderId}, where everybody who may open it sees them.`] : []),
    ...(webhooks.length === 0 ? [] : [`Called when the order is over: ${webhooks.join(", ")}.`]),
  ];
}
