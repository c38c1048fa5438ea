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
    why:
      "Missing translations and {} keep what is stored, empty content is stored as empty, and null is refused, so " +
      "nothing is lost by accident.",
  },
  N33: {
    question: "What do writes of the Text Library return?",
    choice: "object",
    alternatives: ["object", "201", "empty"],
    switchable: ["object", "201", "empty"],
    why: "object: 200 with the stored object; deletes return 204. 201: creates return 201. empty: 200 without a body.",
  },
  N34: {
    question: "May read-only fields be sent back?",
    choice: "ignored",
    alternatives: ["ignored", "400"],
    switchable: ["ignored", "400"],
    why: "A client that sends back what it read must not fail.",
  },
  N35: {
    question: "Are codes and names the same if they differ only in letter case?",
    choice: "same",
    alternatives: ["same", "different"],
    switchable: ["same", "different"],
    why: "The stricter rule shows a clash earlier. Letters may be of any script, and there is no maximum length.",
  },
  N36: {
    question: "How are search results sorted?",
    choice: "by code units of UTF-8, then by id",
    alternatives: ["by language"],
    why: "This order is stable.",
  },
  N37: {
    question: "What happens to a pageSize outside 1 to 100, or a negative page?",
    choice: "clamp",
    alternatives: ["clamp", "400"],
    switchable: ["clamp", "400"],
    why: "A page past the end is empty. A value that is not a whole number is 400 either way (T29).",
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
    question: "Can a reference use the name of a folder that has a code?",
    choice: "no",
    alternatives: ["yes"],
    why: "The code is used instead of the folder name.",
  },
  N44: {
    question: "Does the Text Library accept an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "404"],
    switchable: ["ignored", "404"],
    why: "Any path may begin with an environment, and all environments share one library (T27).",
  },
  N61: {
    question: "How is HTML or rich text printed if a plain text includes it?",
    choice: "with its formatting",
    alternatives: ["with its tags as text"],
    why: "Every text keeps the markup of its own content type, wherever it is included.",
  },
  T22: {
    question: "Does a text have fields that the documents do not list?",
    choice: "none",
    alternatives: ["none", "reviewer"],
    switchable: ["none", "reviewer"],
    why: "reviewer: adds a field of that name. As with every other field, a PUT that leaves it out clears it.",
  },
  T35: {
    question: "Do texts in search results include their translations?",
    choice: "with translations",
    alternatives: ["with translations", "without translations"],
    switchable: ["with translations", "without translations"],
    why: "The shape of an item is not documented.",
  },
  S1: {
    question: "Do references resolve to texts in private folders?",
    choice: "no",
    alternatives: ["yes"],
    why: "They are never visible to a client, so a client's form prints none.",
  },
  S2: {
    question: "Which characters may a text's code have?",
    choice: "the characters of folder codes, else 400",
    alternatives: ["any"],
    why: "The document gives both the same alphabet. .. is a code (T23).",
  },
  S3: {
    question: "What does null in a folder update do?",
    choice: "nothing, as if it were left out",
    alternatives: ["it clears the field"],
    why: "The document says only that an empty code clears it.",
  },
  L1: {
    question: "In which order are folders listed?",
    choice: "top folders first, each level by name",
    alternatives: ["in the order in which they were made"],
    why: "This order is stable.",
  },
  L2: {
    question: "Which folder is the default one?",
    choice: "one that exists from the start, never one that a client creates",
    alternatives: ["the first"],
    why: "The field is returned in listings and never sent.",
  },
  L3: {
    question: "What happens to spaces around a name?",
    choice: "they are kept; a name of only spaces counts as empty",
    alternatives: ["they are trimmed"],
    why: "What a client sends is not changed.",
  },
  L4: {
    question: "What do an empty parentFolderId, and a parentFolderId in an update, do?",
    choice: "an empty one creates a top folder; one in an update does nothing",
    alternatives: ["400"],
    why: "A folder cannot be moved, and a client may send back what it read.",
  },
  L6: {
    question: "Which numbers may contentType be?",
    choice: "any whole number; 0 if it is left out",
    alternatives: ["0, 1 and 2, else 400"],
    why: "It shows how a client handles a type that does not exist yet (T20).",
  },
  L7: {
    question: "In which letter case is defaultLanguage kept?",
    choice: "in lower case, like the languages of translations",
    alternatives: ["as it was sent"],
    why: "Otherwise it would match none of them.",
  },
  L8: {
    question: "What happens if two languages differ only in letter case, or if one is empty?",
    choice: "400",
    alternatives: ["the last one wins"],
    why: "Both would be saved under one name, and one of them would be lost (T18).",
  },
  L9: {
    question: "Which source and updatedAt does a translation from a client get?",
    choice: "0 and the time of the request, even if the content is the same",
    alternatives: ["the source that was sent", "the time when the content last changed"],
    why: "Both are returned and never sent (T19).",
  },
  L10: {
    question: "When does updatedDate of a text change?",
    choice: "with every update",
    alternatives: ["only if something changed"],
    why: "The document only says that it is returned.",
  },
  L11: {
    question: "How does q match?",
    choice: "any part, in any letter case",
    alternatives: ["whole words", "the beginning"],
    why: "The archive's search is described like this.",
  },
  L12: {
    question: "In which letter case must a reference be written to be printed?",
    choice: "exactly as in the folder and the code",
    alternatives: ["any"],
    why: "A reference that only the sandbox prints would be noticed too late.",
  },
  L13: {
    question: "What is printed for a text that lacks the language?",
    choice: "its default language, or the placeholder if it lacks that too",
    alternatives: ["nothing", "the placeholder", "any other language"],
    why:
      "defaultLanguage is the language that is used when a request asks for none. The same holds for an unknown " +
      "languageCode, which is read in any letter case.",
  },
  L14: {
    question: "What is printed for a reference to nothing, or to a text that includes itself?",
    choice: "on screen nothing, in a PDF the placeholder",
    alternatives: ["an error"],
    why: "The document says this of a placeholder without a value.",
  },
} as const satisfies Record<string, Choice>;
