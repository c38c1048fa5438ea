/** Where document 1 leaves something open about the Text Library, and about what is printed of it. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof libraryChoices, Choice> {}
}

export const libraryChoices = {
  L1: {
    question: "In which order are folders listed?",
    choice: "top folders first, each level by name",
    alternatives: ["as they were made"],
    why: "It is stable.",
  },
  L2: {
    question: "Which folder is the default one?",
    choice: "one that was there; none that a client makes",
    alternatives: ["the first"],
    why: "The field is returned in listings and never sent.",
  },
  L3: {
    question: "What becomes of spaces around a name?",
    choice: "they stay; a name of spaces alone is empty",
    alternatives: ["they are cut off"],
    why: "Nothing is changed that was sent.",
  },
  L4: {
    question: "What do an empty parentFolderId, and any parentFolderId of an update, do?",
    choice: "the empty one makes a top folder, the other one nothing",
    alternatives: ["400"],
    why: "A folder cannot be moved, and a client may echo what it read.",
  },
  L6: {
    question: "Which numbers may contentType be?",
    choice: "any whole one, and 0 where it is left out",
    alternatives: ["0, 1 and 2, else 400"],
    why: "A client finds out what it makes of a type of tomorrow (T20).",
  },
  L7: {
    question: "In which letter case is defaultLanguage kept?",
    choice: "in lower case, as the languages of translations are",
    alternatives: ["as it was sent"],
    why: "Otherwise it would name none of them.",
  },
  L8: {
    question: "What do two languages do that differ in letter case only, or an empty one?",
    choice: "400",
    alternatives: ["the last one wins"],
    why: "Both would be saved under one name, and one of them be lost (T18).",
  },
  L9: {
    question: "Which source and updatedAt has a translation that a client sends?",
    choice: "0, and the time of the request, though its content be the same",
    alternatives: ["the source that was sent", "the time of the last other content"],
    why: "Both are returned and not sent (T19).",
  },
  L10: {
    question: "When does updatedDate of a text change?",
    choice: "with every update",
    alternatives: ["where something became different"],
    why: "The document says no more than that it is returned.",
  },
  L11: {
    question: "How does q match?",
    choice: "any part, in any letter case",
    alternatives: ["whole words", "the beginning"],
    why: "The archive's search is described so.",
  },
  L12: {
    question: "In which letter case must a reference be written to be printed?",
    choice: "exactly that of folder and code",
    alternatives: ["any"],
    why: "A reference that only the sandbox prints would be noticed too late.",
  },
  L13: {
    question: "What is printed of a text that lacks the language?",
    choice: "its default language, and where it lacks that too, the placeholder",
    alternatives: ["nothing", "the placeholder", "any other language"],
    why:
      "defaultLanguage is the one that is used when none is asked for. The same holds for an unknown languageCode, " +
      "which is read in any letter case.",
  },
  L14: {
    question: "What is printed for a reference to nothing, or to a text that includes itself?",
    choice: "on screen nothing, in a PDF the placeholder",
    alternatives: ["an error"],
    why: "So it is said of a placeholder without a value.",
  },
} as const satisfies Record<string, Choice>;
