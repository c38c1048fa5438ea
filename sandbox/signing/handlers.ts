/** The handlers of digital signing's operations. */
import type { Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { createOrder } from "./createOrder.ts";
import { cancelOrder, deleteOrder, sendReminders } from "./life.ts";
import { activities, listOrders, readInitialData, readOrder } from "./readOrders.ts";
import { allSignatureFiles, certifiedPdf, pdfFromProvider, signatureFile } from "./signedFiles.ts";

/** Refuses a company without the licence before anything is read (G1). */
function licensed(handle: Handler): Handler {
  return (call) => {
    if (call.state.choice("G1") === "nothing") throw new Refusal("no-signing-licence");
    return handle(call);
  };
}

export const signingHandlers = {
  "signing.initialData": licensed(readInitialData),
  "signing.initialDataInLanguage": licensed(readInitialData),
  "signing.orders.create": licensed(createOrder),
  "signing.orders.list": licensed(listOrders),
  "signing.orders.get": licensed(readOrder),
  "signing.activities": licensed(activities),
  "signing.certifiedPdf": licensed(certifiedPdf),
  "signing.pdfFromProvider": licensed(pdfFromProvider),
  "signing.signatureFile": licensed(signatureFile),
  "signing.allSignatureFiles": licensed(allSignatureFiles),
  "signing.sendReminders": licensed(sendReminders),
  "signing.orders.cancel": licensed(cancelOrder),
  "signing.orders.delete": licensed(deleteOrder),
} as const satisfies Record<string, Handler>;
