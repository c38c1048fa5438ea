/** What the documents leave open about digital signing. */
import type { Choice } from "../base/choice.ts";

const yesNo = { alternatives: ["yes", "no"], switchable: ["yes", "no"] } as const;

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof signingChoices, Choice> {}
}

export const signingChoices = {
  N16: {
    question: "Which fields has a signing order beyond id, files and signatories?",
    choice: "full",
    alternatives: ["full", "minimal"],
    switchable: ["full", "minimal"],
    why: "full adds packageName, status, language, useSignatureOrder, archiveFolderId, createdDate and updatedDate.",
  },
  N17: {
    question: "How do the statuses of orders and signatories change?",
    choice: "forward",
    alternatives: ["forward", "jumps", "backwards"],
    switchable: ["forward", "jumps", "backwards"],
    why:
      "forward: 1 Created, 5 InProgress once somebody opened their page or signed, then 10, 50 or 70; a signatory is " +
      "0 until their turn, 1, 2 once the page was opened, 3 or 4, and 7 when the order ends without them. jumps: " +
      "from 1 to the end. backwards: a reminder takes an order back to 1. Nothing but the control API makes a " +
      "signatory expired, 5, or forwarded, 6, who can sign all the same and without whom no order is completed, and " +
      "nothing else makes an order fail, 99, which ends it and calls nobody.",
  },
  N19: {
    question: "How many orders does GetListOfOrders return?",
    choice: "50",
    alternatives: ["50", "5", "500"],
    switchable: ["50", "5", "500"],
    why: "The most recent matching ones; the number is not shown.",
  },
  N49: {
    question: "Are mails sent although creating an order answers type 1?",
    choice: "no",
    alternatives: ["no", "yes"],
    switchable: ["no", "yes"],
    why: "Nothing was made that could be signed. yes: the provider has mailed before it failed.",
  },
  N50: {
    question: "Do cancelling and deleting an order inform its signatories?",
    choice: "yes",
    ...yesNo,
    why:
      "yes: a note to everybody who was asked and has not signed, of an order that is still open. The webhook for " +
      "cancellation is called either way, and by cancelling alone.",
  },
  N51: {
    question: "Does GetPdfFromProvider take the order's status to 20?",
    choice: "yes",
    ...yesNo,
    why: "The status is called DownloadedFromSigningProvider.",
  },
  T125: {
    question: "Are there statuses that the documents do not list?",
    choice: "none",
    alternatives: ["none", "42"],
    switchable: ["none", "42"],
    why: "42 stands where 5 InProgress or 2 started would stand.",
  },
  G1: {
    question: "What does the company's licence for signing allow?",
    choice: "orders",
    alternatives: ["orders", "no further order", "no orders now", "nothing"],
    switchable: ["orders", "no further order", "no orders now", "nothing"],
    why:
      "no further order: type 2 licence_order_will_exceed_usage. no orders now: type 2 licence_expired. nothing: 403 " +
      "to every call of signing.",
  },
  G2: {
    question: "Does the signing provider work?",
    choice: "yes",
    ...yesNo,
    why: "no: creating answers type 1 something_went_wrong_with_external_provider.",
  },
  G3: {
    question: "Does the signing provider show names, so that firstName and lastName are needed?",
    choice: "yes",
    ...yesNo,
    why: "yes: a signatory without them gets type 1 something_went_wrong_internal, so that clients see it early.",
  },
  G4: {
    question: "Can orders be saved?",
    choice: "yes",
    ...yesNo,
    why: "no: type 1 something_went_wrong_internal, which has several causes (T119).",
  },
  G5: {
    question: "Which personal numbers does the provider reject?",
    choice: "those with less than six digits, or with zeros only",
    alternatives: ["real checks"],
    why: "000000-0000 gets type 1 invalid_personal_number.",
  },
  G6: {
    question: "In which unit are 256 and 8000 characters counted?",
    choice: "characters",
    alternatives: ["characters", "UTF-16 units"],
    switchable: ["characters", "UTF-16 units"],
    why: "An emoji is one character and two units.",
  },
  G7: {
    question: "How do answers hold one order, and lists of them?",
    choice: "bare",
    alternatives: ["bare", "in data"],
    switchable: ["bare", "in data"],
    why: "in data is the shape that creating answers with.",
  },
  G8: {
    question: "What is data of a created order?",
    choice: "order",
    alternatives: ["order", "order and id"],
    switchable: ["order", "order and id"],
    why: "data holds the order and its id: order is the record, which has its id; order and id is {order, id}.",
  },
  G9: {
    question: "What are the files of an order called in answers?",
    choice: "files",
    alternatives: ["files", "signingOrderFiles"],
    switchable: ["files", "signingOrderFiles"],
    why: "An item is {id, name}; requests say signingOrderFiles.",
  },
  G10: {
    question: "In what do signed files and proofs come?",
    choice: "pdf",
    alternatives: ["pdf", "list"],
    switchable: ["pdf", "list"],
    why:
      "pdf: one PDF, several files one behind the other. list: JSON with {name, fileContent} for each. A ZIP file " +
      "would be another possibility.",
  },
  G11: {
    question: "Is a file taken that is no PDF?",
    choice: "no",
    ...yesNo,
    why: "no: 400. PDF files are asked for; only their mark %PDF- is looked for.",
  },
  G12: {
    question: "Can an order be deleted that is still open?",
    choice: "yes",
    ...yesNo,
    why: "no: false, until it was cancelled or has ended.",
  },
  G13: {
    question: "Is cancelledWebhookUrl called when a signatory rejects?",
    choice: "no",
    ...yesNo,
    why: "It is called when an order is cancelled; Rejected is another status.",
  },
  G14: {
    question: "Which dates, sort fields and statuses does GetListOfOrders know?",
    choice: "ISO 8601 on createdDate, the fields of an order, any number",
    alternatives: ["400 for other sort fields"],
    why:
      "A toDate without time includes its day. An unknown sortBy sorts by createdDate; without sortDesc the newest " +
      "come first.",
  },
  G15: {
    question: "Does the provider supply proofs of signatures?",
    choice: "yes",
    ...yesNo,
    why: "no: 404. There is one for every signatory and file, named by the signatory's signatureIds.",
  },
  G16: {
    question: "Does the service keep personal numbers?",
    choice: "no, and never returns them",
    alternatives: ["returns them"],
    why: "What is not stored cannot leak.",
  },
  G17: {
    question: "Are e-mail addresses and webhook addresses checked?",
    choice: "no",
    alternatives: ["400"],
    why: "No such refusal is documented. A webhook that is no http address is never called.",
  },
  G18: {
    question: "What does an archiveFolderId do that the archive does not know?",
    choice: "400",
    alternatives: ["type 1", "ignored"],
    why: "The archive refuses an unknown folder in the same way.",
  },
  G19: {
    question: "In which environment of the archive are signed documents stored?",
    choice: "Development",
    alternatives: ["the folder's"],
    why: "Orders name none, and the archive takes none for Development.",
  },
  G20: {
    question: "What is a missing signingSequence, and whom does a reminder reach before their turn?",
    choice: "NoOrder; everybody who has not signed",
    alternatives: ["Initial; those whose turn it is"],
    why: "The reminder is said to go to every signatory who has not signed.",
  },
  G21: {
    question: "In which language are default texts of an unknown langCode?",
    choice: "English",
    alternatives: ["400"],
    why: "There are texts in English, Swedish and German; no refusal is documented.",
  },
  G22: {
    question: "Is a required text of an order missing where it is empty?",
    choice: "yes: 400",
    alternatives: ["no"],
    why: "Nobody can read an empty message. signUrl is the one that is said to be empty.",
  },
  G23: {
    question: "Which id has a signatory that was sent none, and may two have the same?",
    choice: "the place in the request, from 1; yes",
    alternatives: ["one of the service's", "400"],
    why: "It is the sender's own identifier.",
  },
  G24: {
    question: "What changes an order, for Activities and updatedDate?",
    choice: "its making, its status, and what becomes of a signatory; no reminder",
    alternatives: ["its status alone"],
    why: "The call lists orders that changed, and nothing else.",
  },
  G25: {
    question: "Who can sign when, with useSignatureOrder?",
    choice: "DependsOnInitial once everybody with Initial has signed, all others at once",
    alternatives: ["one after the other as listed"],
    why: "It is what the names of signingSequence say.",
  },
  G26: {
    question: "What do providerType, archiveType and an entry of availableFolders hold?",
    choice: "Sandbox, Sandbox, and {id, path}",
    alternatives: ["numbers", "{id, name}"],
    why: "Their values are not shown.",
  },
  G27: {
    question: "What becomes of signed documents in the archive when their order is deleted?",
    choice: "they stay",
    alternatives: ["they are deleted"],
    why: "The archive has calls of its own.",
  },
  G28: {
    question: "What do cancelling, and a reminder, of an order that is over answer?",
    choice: "false, and nobody is told",
    alternatives: ["true", "409"],
    why: "The body is true or false. Deleting is possible then.",
  },
  G29: {
    question: "For whom is signUrl filled in?",
    choice: "with signNowViaUrl for everybody, with signViaUrl for that signatory, else it stays empty",
    alternatives: ["always for everybody"],
    why: "The service fills it in, says its row; the two switches are what gives a link.",
  },
} as const satisfies Record<string, Choice>;
