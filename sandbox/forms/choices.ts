/** What document 1 leaves open about forms, Smartforms and PDFs. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof formsChoices, Choice> {}
}

export const formsChoices = {
  N1: {
    question: "What is the default of privateSecret?",
    choice: "no secret is kept, only whether the request had one",
    alternatives: ["a fixed value"],
    why: "A secret that is not stored cannot leak.",
  },
  N2: {
    question: "What shape do image values have?",
    choice: "any JSON value, kept as it is",
    alternatives: ["data URL", "object"],
    why: "Clients pass their own JSON through.",
  },
  N3: {
    question: "Which fields does an entry of active/list have?",
    choice: "full",
    alternatives: ["full", "minimal"],
    switchable: ["full", "minimal"],
    why: "full: folder, dates and archive settings too, which the document names as examples.",
  },
  N4: {
    question: "What does an item of Values look like?",
    choice: "{name, value}",
    alternatives: ["{id, name, type, value}", "nested"],
    why: "It is the least that holds an answer.",
  },
  N5: {
    question: "Which states can a form have?",
    choice: "in progress and submitted",
    alternatives: ["further states"],
    why: "The document shows no others.",
  },
  N6: {
    question: "Which status does a successful create return?",
    choice: "200",
    alternatives: ["200", "201", "204"],
    switchable: ["200", "201", "204"],
    why: "Other calls of the service return 200. A 204 has no body, and so no id (T167).",
  },
  N7: {
    question: "Which fields does the definition of a Smartform have?",
    choice: "full",
    alternatives: ["full", "without pages", "minimal"],
    switchable: ["full", "without pages", "minimal"],
    why:
      "full: id, name, process, tags, folder, default language, fields, parties, steps, and pages as in a catalog " +
      "file, because a definition decides what is printed. minimal: id and name.",
  },
  N8: {
    question: "What does an item of inprogress look like?",
    choice: "full",
    alternatives: ["full", "other names"],
    switchable: ["full", "other names"],
    why:
      "full: id, dialogDefinitionId, name and currentStep, because the document says: with the Smartform and the " +
      "current step.",
  },
  N9: {
    question: "What does an item of processSteps look like?",
    choice: "{id, name, order, status}",
    alternatives: ["other fields"],
    why: "It summarises each step.",
  },
  N11: {
    question: "How is a webhook called?",
    choice: "POST with JSON, once, without a signature",
    alternatives: ["PUT", "with retries", "form-encoded"],
    why: "The document shows only the shape of the payload.",
  },
  N31: {
    question: "Who is notified when notification is missing, or both channels are absent or false?",
    choice: "nobody",
    alternatives: ["the listed parties"],
    why: "A request that says nothing must not reach people.",
  },
  N43: {
    question: "Do delete calls observe an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "heeded"],
    switchable: ["ignored", "heeded"],
    why: "The document says only of create, fields and read calls that they accept it (T73).",
  },
  N45: {
    question: "When is a webhook of a create request added?",
    choice: "at create",
    alternatives: ["at submit"],
    why: "Otherwise the response would promise something that does not exist.",
  },
  N46: {
    question: "What happens if a request has both dataTableValue and dataTableValues?",
    choice: "400",
    alternatives: ["the first wins", "merged"],
    why: "Neither may be dropped silently.",
  },
  N47: {
    question: "Which wins, a nested value or the flat name that it would become?",
    choice: "the flat name",
    alternatives: ["the nested value"],
    why: "The flat name was written explicitly. Arrays are values and are not flattened.",
  },
  N48: {
    question: "Which status is returned for a form of another Smartform?",
    choice: "400",
    alternatives: ["400", "404", "409"],
    switchable: ["400", "404", "409"],
    why: "The document says only that it is rejected (T67).",
  },
  T77: {
    question: "Does the body of a bulk delete arrive, and what is returned if it does not?",
    choice: "arrives",
    alternatives: ["arrives", "dropped, 200", "dropped, 400"],
    switchable: ["arrives", "dropped, 200", "dropped, 400"],
    why: "Some proxies drop the body of a DELETE.",
  },
  S6: {
    question: "How long does a bulk delete take?",
    choice: "2000 ms of the service's clock",
    alternatives: ["at once", "longer"],
    why: "Forms may take a moment to disappear (T75).",
  },
  S7: {
    question: "Does DELETE return 404 for a form that does not exist?",
    choice: "yes",
    alternatives: ["200"],
    why: "The document gives 404 for a form that is not found in the company.",
  },
  S8: {
    question: "What does the value of a property look like if it is an object or a list?",
    choice: "{value} with the JSON as sent",
    alternatives: ["as text"],
    why: "Nothing is lost.",
  },
  S9: {
    question: "Where can orderTableValue and mapValues be?",
    choice: "under their own name, or inside the field's object",
    alternatives: ["one of the two"],
    why: "The table of shapes names them without an example.",
  },
  S10: {
    question: "Is a party notified if it matches no party of the Smartform?",
    choice: "yes, if the request gives an address",
    alternatives: ["no", "400"],
    why: "No refusal is documented.",
  },
  S11: {
    question: "Are listed parties notified when submit/pdf completes one step of a multi-step form?",
    choice: "yes",
    alternatives: ["yes", "no"],
    switchable: ["yes", "no"],
    why:
      "The document says that the call notifies listed parties, whatever the Smartform, and that no completion " +
      "notification is sent. yes: payload.submitted of the item in the outbox is false. no: no completion " +
      "notification is read as no notification at all.",
  },
  S12: {
    question: "Is a form that was made without an environment found under an environment?",
    choice: "found",
    alternatives: ["found", "404"],
    switchable: ["found", "404"],
    why: "It belongs to no environment other than the one in the path.",
  },
  S13: {
    question: "Who is notified of a form that a person submits?",
    choice: "the Smartform's enabled webhooks",
    alternatives: ["parties too"],
    why: "The document says only that the webhook is called then.",
  },
  S17: {
    question: "What can be done with a Smartform that is not active?",
    choice: "everything; it is only missing from lists of active Smartforms",
    alternatives: ["no form can be made from it", "404"],
    why: "The document says nothing about Smartforms that are not active, and existing forms must stay readable.",
  },
  F1: {
    question: "What do integration and integrationobject filter by?",
    choice: "the process, in any letter case, and a tag, exactly",
    alternatives: ["systems and objects that the Smartform is set up for"],
    why: "An entry has no other fields that they could narrow the list by.",
  },
  F2: {
    question: "Which status does the delete of one form return?",
    choice: "204",
    alternatives: ["204", "200"],
    switchable: ["204", "200"],
    why: "There is nothing to return. N33, R7 and D8 cover other deletes.",
  },
  F3: {
    question: "What does a bulk delete return, and what if its body is not a list of ids?",
    choice: "200 without a body, and 400",
    alternatives: ["a list of what was deleted", "200"],
    why: "The document gives 200 for ids that are skipped. A body without ids cannot be carried out (T77).",
  },
  F4: {
    question: "In which calls may the body name the environment?",
    choice: "in every POST about forms",
    alternatives: ["in those that create"],
    why: "The PDF of an existing form belongs to an environment too.",
  },
  F5: {
    question: "Does a form keep the version of the Smartform that it was made from?",
    choice: "yes, but it prints the current library texts",
    alternatives: ["the current version prints it"],
    why: "versionKey names the version that ran.",
  },
  F6: {
    question: "In which language are the attachments of the toolbar printed?",
    choice: "each text in its own default language",
    alternatives: ["in languageCode"],
    why: "They are files that existed before the request.",
  },
  F7: {
    question: "What does integrationValues hold?",
    choice: "values that belong to no field and no editable text",
    alternatives: ["everything that was sent"],
    why: "The document says that this shape has no editable texts. Answers to fields are in Values.",
  },
  F8: {
    question: "How is an uploaded file shown in a form that is read, and which content type does it have?",
    choice: "a list of {fileId, name}; application/octet-stream",
    alternatives: ["the file's own type", "base64"],
    why: "The call for one file needs the id.",
  },
  F9: {
    question: "When does a property have no value?",
    choice: "if it is null or an empty text; false and 0 are values",
    alternatives: ["only if it was never sent"],
    why: "Such a property is 404 (T74).",
  },
  F10: {
    question: "Which language does a notification have if the request names none, and what does it say?",
    choice:
      "the party's language in the Smartform; it says the Smartform's name, whether the form is submitted, and the form's address",
    alternatives: ["the Smartform's default language", "other words"],
    why: "The outbox shows what a notification would say, without inventing a letter.",
  },
  F11: {
    question: "Does a webhook's payload include uploaded files?",
    choice: "no",
    alternatives: ["yes"],
    why: "The payload has the shape of a form that is read, which leaves them out by default.",
  },
  F12: {
    question: "What does webhookForceRun do without a webhook, and which URLs count as the same?",
    choice: "nothing; URLs that are spelled alike",
    alternatives: ["400", "URLs that lead to the same place"],
    why: "It turns on the URL that webhook names.",
  },
  F13: {
    question: "What happens if textLibraryFolder names a folder that the library lacks?",
    choice: "short references find nothing",
    alternatives: ["400", "404", "the Smartform's folder is used"],
    why: "It replaces the Smartform's folder, and may be created later.",
  },
  F14: {
    question: "In which order are Smartforms and forms in progress listed?",
    choice: "in the order in which they were made",
    alternatives: ["by name"],
    why: "This order is stable.",
  },
  F15: {
    question: "What happens if a party has no address for a channel that was chosen?",
    choice: "the party is not notified on that channel, and nothing is refused",
    alternatives: ["400"],
    why: "No refusal is documented (T41).",
  },
  F16: {
    question: "For which names can a value be read?",
    choice: "for fields and for all names in values, but not for an editable text that a person filled in",
    alternatives: ["only for fields", "for editable texts too"],
    why: "The call speaks of a property, and names that match no field are kept.",
  },
  F17: {
    question: "Which pages of a multi-step Smartform does a PDF have?",
    choice: "those of all steps",
    alternatives: ["those of the steps that are done", "those of the current one"],
    why: "It is the PDF of the form.",
  },
  F18: {
    question: "Which Smartforms are listed under an environment?",
    choice: "those that are deployed there, in the deployed version",
    alternatives: ["all"],
    why: "A call with an environment runs the version that is deployed to it, and any other Smartform is 404.",
  },
} as const satisfies Record<string, Choice>;
