/** What the documents leave open about digital signing. */
import type { Choice } from "../base/choice.ts";

const yesNo = { alternatives: ["yes", "no"], switchable: ["yes", "no"] } as const;

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof signingChoices, Choice> {}
}

export const signingChoices = {
  N16: {
    question: "Which fields does a signing order have besides id, files and signatories?",
    choice: "full",
    alternatives: ["full", "minimal"],
    switchable: ["full", "minimal"],
    why: "full: packageName, status, language, useSignatureOrder, archiveFolderId, createdDate and updatedDate too.",
  },
  N17: {
    question: "How do the statuses of orders and signatories change?",
    choice: "forward",
    alternatives: ["forward", "jumps", "backwards"],
    switchable: ["forward", "jumps", "backwards"],
    why:
      "forward: an order is 1 Created, 5 InProgress once somebody has opened their page or signed, then 10, 50 or " +
      "70. A signatory is 0 until their turn, then 1, 2 once the page has been opened, 3 or 4, and 7 if the order " +
      "ends without them. jumps: from 1 straight to the end. backwards: a reminder returns an order to 1. Only the " +
      "control API makes a signatory expired (5) or forwarded (6); they can still sign, and the order is not " +
      "completed without them. Only the control API makes an order fail (99), which ends it without a webhook or an email.",
  },
  N19: {
    question: "How many orders does GetListOfOrders return?",
    choice: "50",
    alternatives: ["50", "5", "500"],
    switchable: ["50", "5", "500"],
    why: "They are the most recent matching orders; the number is not documented.",
  },
  N49: {
    question: "Are emails sent even if creating an order returns type 1?",
    choice: "no",
    alternatives: ["no", "yes"],
    switchable: ["no", "yes"],
    why: "Nothing was created that could be signed. yes: the provider sent the emails before it failed.",
  },
  N50: {
    question: "Are signatories informed when an order is cancelled or deleted?",
    choice: "yes",
    ...yesNo,
    why:
      "yes: if the order is still open, everybody who was asked and has not signed gets a note. The cancellation " +
      "webhook is called either way, but only for cancelling.",
  },
  N51: {
    question: "Does GetPdfFromProvider set the order's status to 20?",
    choice: "yes",
    ...yesNo,
    why: "The status is called DownloadedFromSigningProvider.",
  },
  T125: {
    question: "Are there statuses that the documents do not list?",
    choice: "none",
    alternatives: ["none", "42"],
    switchable: ["none", "42"],
    why: "42: takes the place of 5 InProgress and of 2 started.",
  },
  G1: {
    question: "What does the company's licence for signing allow?",
    choice: "orders",
    alternatives: ["orders", "no further order", "no orders now", "nothing"],
    switchable: ["orders", "no further order", "no orders now", "nothing"],
    why:
      "no further order: type 2 licence_order_will_exceed_usage. no orders now: type 2 licence_expired. nothing: " +
      "every call of signing is 403.",
  },
  G2: {
    question: "Does the signing provider work?",
    choice: "yes",
    ...yesNo,
    why: "no: creating an order returns type 1 something_went_wrong_with_external_provider.",
  },
  G3: {
    question: "Does the signing provider show names, so that firstName and lastName are required?",
    choice: "yes",
    ...yesNo,
    why:
      "yes: an order with a signatory who lacks them gets type 1 something_went_wrong_internal, so clients notice " +
      "early.",
  },
  G4: {
    question: "Can orders be saved?",
    choice: "yes",
    ...yesNo,
    why: "no: type 1 something_went_wrong_internal, which has several causes (T119).",
  },
  G5: {
    question: "Which personal numbers does the provider reject?",
    choice: "those with fewer than six digits, or with only zeros",
    alternatives: ["real checks"],
    why: "000000-0000 gets type 1 invalid_personal_number.",
  },
  G6: {
    question: "In which unit are 256 and 8000 characters counted?",
    choice: "characters",
    alternatives: ["characters", "UTF-16 units"],
    switchable: ["characters", "UTF-16 units"],
    why: "An emoji is one character and two UTF-16 units.",
  },
  G7: {
    question: "How do responses wrap a single order, and lists of orders?",
    choice: "bare",
    alternatives: ["bare", "in data"],
    switchable: ["bare", "in data"],
    why: "in data: the shape of the response to creating an order.",
  },
  G8: {
    question: "What does data hold when an order is created?",
    choice: "order",
    alternatives: ["order", "order and id"],
    switchable: ["order", "order and id"],
    why:
      "The document says that data holds the order and its id. order: the record, which has its id. order and id: " +
      "{order, id}.",
  },
  G9: {
    question: "What are the files of an order called in responses?",
    choice: "files",
    alternatives: ["files", "signingOrderFiles"],
    switchable: ["files", "signingOrderFiles"],
    why: "An item is {id, name}; requests say signingOrderFiles.",
  },
  G10: {
    question: "In which format are signed files and proofs returned?",
    choice: "pdf",
    alternatives: ["pdf", "list"],
    switchable: ["pdf", "list"],
    why:
      "pdf: one PDF with all files in sequence. list: JSON with {name, fileContent} for each. A ZIP file would be " +
      "another possibility.",
  },
  G11: {
    question: "Is a file that is not a PDF accepted?",
    choice: "no",
    ...yesNo,
    why: "no: 400. The document asks for PDF files; only their mark %PDF- is checked.",
  },
  G12: {
    question: "Can an open order be deleted?",
    choice: "yes",
    ...yesNo,
    why: "no: false, until the order is cancelled or has ended.",
  },
  G13: {
    question: "Is cancelledWebhookUrl called when a signatory rejects?",
    choice: "no",
    ...yesNo,
    why: "It is called when an order is cancelled; Rejected is a different status.",
  },
  G14: {
    question: "Which dates, sort fields and statuses does GetListOfOrders accept?",
    choice: "ISO 8601 for createdDate, the fields of an order, any number",
    alternatives: ["400 for other sort fields"],
    why:
      "A toDate without a time includes its day. An unknown sortBy sorts by createdDate; without sortDesc the " +
      "newest come first.",
  },
  G15: {
    question: "Does the provider supply proofs of signatures?",
    choice: "yes",
    ...yesNo,
    why: "no: 404. yes: there is one for every signatory and file, named by the signatory's signatureIds.",
  },
  G16: {
    question: "Does the service keep personal numbers?",
    choice: "no, and never returns them",
    alternatives: ["returns them"],
    why: "What is not stored cannot leak.",
  },
  G17: {
    question: "Are email addresses and webhook addresses checked?",
    choice: "no",
    alternatives: ["400"],
    why: "No such refusal is documented. A webhook that is not an http address is never called.",
  },
  G18: {
    question: "What happens if the archive has no folder with the archiveFolderId?",
    choice: "400",
    alternatives: ["type 1", "ignored"],
    why: "The archive refuses an unknown folder in the same way.",
  },
  G19: {
    question: "In which environment of the archive are signed documents stored?",
    choice: "Development",
    alternatives: ["the folder's"],
    why: "Orders name no environment, and the archive reads none as Development.",
  },
  G20: {
    question: "What does a missing signingSequence mean, and who gets a reminder while others must sign first?",
    choice: "NoOrder; everybody who has not signed",
    alternatives: ["Initial; those whose turn it is"],
    why: "The document says that the reminder goes to every signatory who has not signed.",
  },
  G21: {
    question: "In which language are the default texts for an unknown langCode?",
    choice: "English",
    alternatives: ["400"],
    why: "There are texts in English, Swedish and German; no refusal is documented.",
  },
  G22: {
    question: "Does an empty required text of an order count as missing?",
    choice: "yes: 400",
    alternatives: ["no"],
    why: "Nobody can read an empty message. Only signUrl is documented as empty.",
  },
  G23: {
    question: "Which id does a signatory get if the request gives none, and may two have the same id?",
    choice: "the place in the request, from 1; yes",
    alternatives: ["one that the service generates", "400"],
    why: "It is the sender's own identifier.",
  },
  G24: {
    question: "What counts as a change of an order, for Activities and updatedDate?",
    choice: "its creation, a new status, and a change of a signatory, but not a reminder",
    alternatives: ["only its status"],
    why: "The call lists orders that changed, and nothing else.",
  },
  G25: {
    question: "With useSignatureOrder, who can sign when?",
    choice: "DependsOnInitial once everybody with Initial has signed, all others at once",
    alternatives: ["one after the other, as listed"],
    why: "The names of signingSequence say so.",
  },
  G26: {
    question: "What do providerType, archiveType and an entry of availableFolders hold?",
    choice: "Sandbox, Sandbox, and {id, path}",
    alternatives: ["numbers", "{id, name}"],
    why: "Their values are not documented.",
  },
  G27: {
    question: "What happens to signed documents in the archive when their order is deleted?",
    choice: "they stay",
    alternatives: ["they are deleted"],
    why: "The archive has its own calls for that.",
  },
  G28: {
    question: "What do cancelling an order that is over, and reminding its signatories, return?",
    choice: "false, and nobody is notified",
    alternatives: ["true", "409"],
    why: "The body is true or false. Such an order can be deleted.",
  },
  G29: {
    question: "For whom is signUrl filled in?",
    choice: "for everybody with signNowViaUrl, for one signatory with signViaUrl; otherwise it stays empty",
    alternatives: ["always for everybody"],
    why: "Its row in the document says that the service fills it in, and these two switches ask for a link.",
  },
} as const satisfies Record<string, Choice>;
