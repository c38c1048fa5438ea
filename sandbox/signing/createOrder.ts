/**
 * Creates signing orders (document 2, "Digital signing"). A valid request is always answered with 200; `type` says
 * whether there is an order.
 */
import { archiveFolders } from "../archive/store.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { recordSigningEvent } from "./events.ts";
import { inviteWhoseTurnItIs, mailOrder } from "./mails.ts";
import { insertOrder, viewOrder } from "./order.ts";
import { readOrderRequest } from "./orderRequest.ts";
import type { OrderRequest } from "./orderRequest.ts";

export const createOrder: Handler = (call) => {
  const { state, company, body, origin } = call;
  const request = readOrderRequest(state, body);
  const { archiveFolderId } = request.content;
  if (archiveFolderId !== undefined && !archiveFolders(state, company).some(({ id }) => id === archiveFolderId))
    throw new Refusal("archive-folder-missing", "archiveFolderId");
  const refused = refusal(call, request);
  if (refused) {
    const toldAllTheSame = refused.type === 1 && state.choice("N49") === "yes";
    if (toldAllTheSame)
      for (const signatory of request.signatories)
        mailOrder(call, { content: request.content }, signatory, { kind: "request" });
    return { json: { data: null, ...refused } };
  }
  const signatories = request.signatories.map(({ personalNumber: _, ...kept }) => kept);
  const order = inviteWhoseTurnItIs(
    call,
    insertOrder(state, { company, content: request.content, files: request.files, signatories }),
  );
  recordSigningEvent(call, "SigningOrderCreated", order);
  const record = viewOrder(state, order, { origin });
  return {
    json: { data: state.choice("G8") === "order" ? record : { order: record, id: order.id }, type: 0, message: null },
  };
};

/**
 * Returns why a valid order is not created; undefined if it can be created. The reason may be the licence, the names,
 * the personal numbers, the provider or the storage.
 */
function refusal(
  { state }: Call,
  { signatories }: OrderRequest,
): { readonly type: 1 | 2; readonly message: string } | undefined {
  const licence = licenceMessage(state.choice("G1"));
  if (licence !== undefined) return { type: 2, message: licence };
  const lacksName = signatories.some(({ firstName, lastName }) => firstName === undefined || lastName === undefined);
  if (lacksName && state.choice("G3") === "yes") return { type: 1, message: "something_went_wrong_internal" };
  if (signatories.some(({ personalNumber }) => personalNumber !== undefined && isRejected(personalNumber)))
    return { type: 1, message: "invalid_personal_number" };
  if (state.choice("G2") === "no") return { type: 1, message: "something_went_wrong_with_external_provider" };
  if (state.choice("G4") === "no") return { type: 1, message: "something_went_wrong_internal" };
  return undefined;
}

/** Returns why the licence does not allow an order; undefined if it does. */
function licenceMessage(allowed: string): string | undefined {
  if (allowed === "no further order") return "licence_order_will_exceed_usage";
  return allowed === "no orders now" ? "licence_expired" : undefined;
}

function isRejected(personalNumber: string): boolean {
  const digits = personalNumber.replace(/\D/g, "");
  return digits.length < 6 || /^0+$/.test(digits);
}

const texts: Readonly<Record<string, { readonly subject: string; readonly message: string }>> = {
  en: { subject: "Documents to sign", message: "Please read and sign the documents." },
  sv: { subject: "Dokument att underteckna", message: "Läs och underteckna dokumenten." },
  de: { subject: "Dokumente zur Unterschrift", message: "Bitte lesen und unterschreiben Sie die Dokumente." },
};

/**
 * Returns the initial data of a new order, in the language that the path names, or in English if there are no texts in
 * that language (G21).
 */
export function initialData(
  { state, path }: Call,
  { languages, folders }: { readonly languages: readonly string[]; readonly folders: readonly object[] },
): Reply {
  const { subject, message } = texts[path["langCode"] ?? "en"] ?? {
    subject: "Documents to sign",
    message: "Please read and sign the documents.",
  };
  const stopped = licenceMessage(state.choice("G1"));
  return {
    json: {
      isCreateNewOrderAvailable: stopped === undefined,
      orderAvailabilityMessage: stopped ?? "",
      emailSigningSubject: subject,
      emailSigningMessage: message,
      providerSigningSubject: subject,
      providerSigningMessage: message,
      providerType: "Sandbox",
      archiveType: "Sandbox",
      availableFolders: folders,
      languages,
    },
  };
}
