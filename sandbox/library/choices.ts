/** What document 1 leaves open about the Text Library and its printing. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof libraryChoices, Choice> {}
}

export const libraryChoices = {
  N32: {
    question: "What do missing, empty or null translations do?",
    choice: "null is 400",
    alternatives: ["null is 400", "null removes the language", "null keeps"],
    switchable: ["null is 400", "null removes the language", "null keeps"],
    why: "Missing and {} keep, empty content is stored empty, null is refused: nothing is lost by accident.",
  },
  N33: {
    question: "What do writes of the Text Library answer?",
    choice: "object",
    alternatives: ["object", "201", "empty"],
    switchable: ["object", "201", "empty"],
    why: "object: 200 with the stored object, deletes 204. 201: creates answer 201. empty: 200 without a body.",
  },
  N34: {
    question: "May read-only fields be sent back?",
    choice: "ignored",
    alternatives: ["ignored", "400"],
    switchable: ["ignored", "400"],
    why: "A client that echoes what it read must not fail.",
  },
  N35: {
    question: "Are codes and names that differ in letter case the same?",
    choice: "same",
    alternatives: ["same", "different"],
    switchable: ["same", "different"],
    why: "The stricter answer shows a clash earlier. Letters may be of any script; there is no maximum length.",
  },
  N36: {
    question: "How are search results sorted?",
    choice: "by code units of UTF-8, then by id",
    alternatives: ["by language"],
    why: "It is stable.",
  },
  N37: {
    question: "What do a pageSize outside 1 to 100 and a negative page do?",
    choice: "clamp",
    alternatives: ["clamp", "400"],
    switchable: ["clamp", "400"],
    why: "A page past the end is empty; what is no whole number is 400 either way (T29).",
  },
  N39: {
    question: "Do private folders and texts occupy codes and names, and keep a folder from being deleted?",
    choice: "yes",
    alternatives: ["no"],
    why: "Codes are unique in the company, and a company has private folders (T12).",
  },
  N40: {
    question: "Does a reference to a text keep it from being deleted?",
    choice: "no",
    alternatives: ["yes"],
    why: "No such check is documented (T15).",
  },
  N41: {
    question: "Are text changes audited?",
    choice: "an event per change",
    alternatives: ["an event per change", "no event"],
    switchable: ["an event per change", "no event"],
    why: "The table of sources has a number for the Text Library.",
  },
  N42: {
    question: "Does a folder that has a code still answer to its name in references?",
    choice: "no",
    alternatives: ["yes"],
    why: "The code is used instead of the folder name.",
  },
  N44: {
    question: "Does the Text Library accept an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "404"],
    switchable: ["ignored", "404"],
    why: "All paths may be preceded by one, and there is one library for all (T27).",
  },
  N61: {
    question: "How is HTML or rich text printed that a plain text includes?",
    choice: "with its formatting",
    alternatives: ["its tags as they stand"],
    why: "Every text keeps the markup of its own content type, wherever it is put in.",
  },
  T22: {
    question: "Has a text fields that the documents do not list?",
    choice: "none",
    alternatives: ["none", "reviewer"],
    switchable: ["none", "reviewer"],
    why: "reviewer adds a field of that name, which a PUT clears like every other where it is left out.",
  },
  T35: {
    question: "Do texts in search results carry their translations?",
    choice: "with translations",
    alternatives: ["with translations", "without translations"],
    switchable: ["with translations", "without translations"],
    why: "The item's shape is not stated.",
  },
  S1: {
    question: "Do references resolve to texts in private folders?",
    choice: "no",
    alternatives: ["yes"],
    why: "They are never visible to a client, so a form of a client prints none.",
  },
  S2: {
    question: "Which characters may a text's code have?",
    choice: "those of folder codes, else 400",
    alternatives: ["any"],
    why: "The document names the same alphabet for both; .. is a code (T23).",
  },
  S3: {
    question: "What does null in a folder update do?",
    choice: "nothing, as if it were left out",
    alternatives: ["it clears"],
    why: "Only an empty code is said to clear.",
  },
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
    why: "The document only says that it is returned.",
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
