/** Where document 1 leaves something open about forms, Smartforms and PDFs. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof formsChoices, Choice> {}
}

export const formsChoices = {
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
    choice: "null and an empty text are none; false and 0 are values",
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
