/** What document 1 leaves open about forms, Smartforms and PDFs. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof formsChoices, Choice> {}
}

export const formsChoices = {
  N1: {
    question: "What is the default of privateSecret?",
    choice: "none is kept; that one came with the request is all that is remembered",
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
    question: "Which fields has an entry of active/list?",
    choice: "full",
    alternatives: ["full", "minimal"],
    switchable: ["full", "minimal"],
    why: "full adds folder, dates and archive settings, which the document names as examples.",
  },
  N4: {
    question: "What is an item of Values?",
    choice: "{name, value}",
    alternatives: ["{id, name, type, value}", "nested"],
    why: "The least that carries an answer.",
  },
  N5: {
    question: "Which states has a form?",
    choice: "in progress and submitted",
    alternatives: ["further states"],
    why: "The document shows no other.",
  },
  N6: {
    question: "Which status answers a successful create?",
    choice: "200",
    alternatives: ["200", "201", "204"],
    switchable: ["200", "201", "204"],
    why: "Other calls of the service answer 200. With 204 there is no body, and so no id (T167).",
  },
  N7: {
    question: "Which fields has one Smartform's definition?",
    choice: "full",
    alternatives: ["full", "without pages", "minimal"],
    switchable: ["full", "without pages", "minimal"],
    why:
      "full is id, name, process, tags, folder, default language, fields, parties, steps, and the pages as a catalog " +
      "file has them: a definition is what defines what is printed. minimal is id and name.",
  },
  N8: {
    question: "What is an item of inprogress?",
    choice: "full",
    alternatives: ["full", "other names"],
    switchable: ["full", "other names"],
    why:
      "full is id, dialogDefinitionId, name and currentStep: the document says, with the Smartform and the current " +
      "step.",
  },
  N9: {
    question: "What is an item of processSteps?",
    choice: "{id, name, order, status}",
    alternatives: ["other fields"],
    why: "A summary of each step.",
  },
  N11: {
    question: "How is a webhook called?",
    choice: "POST with JSON, once, without a signature",
    alternatives: ["PUT", "with retries", "form-encoded"],
    why: "The document shows the shape of the payload only.",
  },
  N31: {
    question: "Who is notified when notification is missing, or both channels are absent or false?",
    choice: "nobody",
    alternatives: ["the listed parties"],
    why: "Silence must not reach people.",
  },
  N43: {
    question: "Do delete calls heed an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "heeded"],
    switchable: ["ignored", "heeded"],
    why: "Only create, fields and read calls are said to accept it (T73).",
  },
  N45: {
    question: "When is a webhook of a create request added?",
    choice: "at create",
    alternatives: ["at submit"],
    why: "The response would otherwise promise what is not there.",
  },
  N46: {
    question: "What do dataTableValue and dataTableValues together do?",
    choice: "400",
    alternatives: ["the first wins", "merged"],
    why: "Neither may be lost in silence.",
  },
  N47: {
    question: "Which wins, a nested value or the flat name that it becomes?",
    choice: "the flat name",
    alternatives: ["the nested value"],
    why: "It was written out. Arrays are values and are not flattened.",
  },
  N48: {
    question: "Which status answers a form of another Smartform?",
    choice: "400",
    alternatives: ["400", "404", "409"],
    switchable: ["400", "404", "409"],
    why: "The document says rejected (T67).",
  },
  T77: {
    question: "Does the body of a bulk delete arrive, and what is answered where it does not?",
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
    question: "Does DELETE of a form that is not there answer 404?",
    choice: "yes",
    alternatives: ["200"],
    why: "Form not found in the company is 404.",
  },
  S8: {
    question: "What does a property's value of an object or list look like?",
    choice: "{value} with the JSON as sent",
    alternatives: ["as text"],
    why: "Nothing is lost.",
  },
  S9: {
    question: "Where do orderTableValue and mapValues stand?",
    choice: "under their own name, or inside the field's object",
    alternatives: ["one of the two"],
    why: "The table of shapes names them without an example.",
  },
  S10: {
    question: "Is a party notified that matches none of the Smartform's?",
    choice: "yes, where the request gives an address",
    alternatives: ["no", "400"],
    why: "No refusal is documented.",
  },
  S11: {
    question: "Are listed parties told when submit/pdf completes one step of a multi-step form?",
    choice: "yes",
    alternatives: ["yes", "no"],
    switchable: ["yes", "no"],
    why:
      "The call is said to notify listed parties, whatever the Smartform; what is said not to be sent is the " +
      "notification of a completion. yes: payload.submitted of the item in the outbox is false. no: where no " +
      "completion notification is read as none at all.",
  },
  S12: {
    question: "Is a form that no environment was named for found under an environment?",
    choice: "found",
    alternatives: ["found", "404"],
    switchable: ["found", "404"],
    why: "It belongs to no other environment than the one in the path.",
  },
  S13: {
    question: "Who hears of a form that a person submits?",
    choice: "the Smartform's enabled webhooks",
    alternatives: ["parties too"],
    why: "Only the webhook is said to be called then.",
  },
  S17: {
    question: "What can be done with a Smartform that is not active?",
    choice: "everything; it is only in no list of active ones",
    alternatives: ["no form can be made of it", "404"],
    why: "The document names active Smartforms and says nothing of others; forms that exist must stay readable.",
  },
  F1: {
    question: "What do integration and integrationobject look at?",
    choice: "the process, in any letter case, and a tag, exactly",
    alternatives: ["systems and objects that the Smartform is set up for"],
    why: "An entry has no other fields that they could narrow the list by.",
  },
  F2: {
    question: "Which status answers the delete of one form?",
    choice: "204",
    alternatives: ["204", "200"],
    switchable: ["204", "200"],
    why: "There is nothing to return. Other deletes: N33, R7, D8.",
  },
  F3: {
    question: "What do a bulk delete's answer, and a body that is no list of ids, look like?",
    choice: "200 without a body, and 400",
    alternatives: ["a list of what was deleted", "200"],
    why: "200 is said of ids that are skipped; what holds none cannot be carried out (T77).",
  },
  F4: {
    question: "In which calls may the body name the environment?",
    choice: "in every POST about forms",
    alternatives: ["in those that create"],
    why: "The PDF of an existing form is under an environment too.",
  },
  F5: {
    question: "Does a form stay with the version of the Smartform that it was made of?",
    choice: "yes, and library texts are those of today",
    alternatives: ["the current version prints it"],
    why: "versionKey names the version that ran.",
  },
  F6: {
    question: "In which language are the attachments of the toolbar printed?",
    choice: "each text in its own default language",
    alternatives: ["in languageCode"],
    why: "They are files that were there before somebody asked.",
  },
  F7: {
    question: "What does integrationValues hold?",
    choice: "what answers no field and no editable text",
    alternatives: ["all that was sent"],
    why: "Editable texts are said not to be in this shape; answers to fields stand in Values.",
  },
  F8: {
    question: "What is an uploaded file in a form that is read, and what type has it?",
    choice: "a list of {fileId, name}; application/octet-stream",
    alternatives: ["the file's own type", "base64"],
    why: "The id is what the call for one file asks for.",
  },
  F9: {
    question: "When has a property no value?",
    choice: "null and an empty text are no values; false and 0 are values",
    alternatives: ["only what was never sent"],
    why: "Such a property is 404 (T74).",
  },
  F10: {
    question: "In which language is a party told where the request names none, and what?",
    choice: "the party's in the Smartform; the Smartform's name, whether the form is submitted, and the form's address",
    alternatives: ["the Smartform's default language", "other words"],
    why: "The outbox shows what would be told, and invents no letter.",
  },
  F11: {
    question: "Are uploaded files in what a webhook is told?",
    choice: "no",
    alternatives: ["yes"],
    why: "The shape is that of a form that is read, which leaves them out by default.",
  },
  F12: {
    question: "What does webhookForceRun do without a webhook, and which URLs are the same?",
    choice: "nothing, and those that are written alike",
    alternatives: ["400", "those that lead to one place"],
    why: "It turns on the one that webhook names.",
  },
  F13: {
    question: "What does a textLibraryFolder do that the library lacks?",
    choice: "short references find nothing",
    alternatives: ["400", "404", "the Smartform's folder is taken"],
    why: "It is used instead of the Smartform's, and may be made later.",
  },
  F14: {
    question: "In which order are Smartforms and forms in progress listed?",
    choice: "as they were made",
    alternatives: ["by name"],
    why: "It is stable.",
  },
  F15: {
    question: "What becomes of a party without an address for a channel that was chosen?",
    choice: "it is not told by that channel, and nothing is refused",
    alternatives: ["400"],
    why: "No refusal is documented (T41).",
  },
  F16: {
    question: "Of which names can a value be read?",
    choice: "of fields, and of whatever values named; not of an editable text that a person filled in",
    alternatives: ["of fields alone", "of editable texts too"],
    why: "The call says property; names that match no field are kept.",
  },
  F17: {
    question: "Which pages of a multi-step Smartform does a PDF have?",
    choice: "those of all steps",
    alternatives: ["those of the steps that are done", "those of the current one"],
    why: "It is the PDF of the form.",
  },
  F18: {
    question: "Which Smartforms are listed under an environment?",
    choice: "those that are deployed there, as they are deployed",
    alternatives: ["all"],
    why: "With an environment the version runs that is deployed to it, and any other Smartform is 404.",
  },
} as const satisfies Record<string, Choice>;
