/** What the documents leave open about the archive. */
import type { Choice } from "../base/choice.ts";

function switched<const Alternatives extends readonly [string, ...string[]]>(
  question: string,
  alternatives: Alternatives,
  why: string,
) {
  return { question, choice: alternatives[0], alternatives, switchable: alternatives, why };
}

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof archiveChoices, Choice> {}
}

export const archiveChoices = {
  N20: switched(
    "How many documents does GetAllDocuments return?",
    ["all", "the first 100"],
    "No paging is shown, so that a client never takes a list for all of them (T139).",
  ),
  N21: {
    question: "In which format are the archive's callbacks called?",
    choice: "not at all: the outbox notes the payload and the document's ids",
    alternatives: ["POST with JSON"],
    why: "The format is not shown, nor where the callbacks lead (T141).",
  },
  N22: switched("How large may an uploaded file be?", ["50 MiB", "5 MiB"], "A larger one is 413 (T142)."),
  N52: switched(
    "Does DELETE remove one version or all, and what does it answer?",
    ["all versions", "one version"],
    "Removes a file, says the document, and a file in the archive has versions (T136). The answer has no body.",
  ),
  T131: switched(
    "How is the list of search columns spelled?",
    ["colunms", "columns"],
    "The document's own spelling, and the one that somebody may mend it to.",
  ),
  T134: switched(
    "Which id of a document is accepted to add a version?",
    ["any storedDocumentId", "the newest storedDocumentId", "rootDocumentId"],
    "Id of a stored document, says the document; the first version's is both. Download, rollback and delete take a stored id.",
  ),
  R1: switched("Which status answers an upload?", ["200", "201"], "Other calls of the service answer 200."),
  R2: switched(
    "Which status answers an upload with an id that is not stored?",
    ["404", "400"],
    "An unknown file id is 404 on download; an unknown folder is 400 on upload.",
  ),
  R3: switched(
    "Which rows does GetAllDocuments have?",
    ["one for every document", "one for every version"],
    "A listed document has documentVersions, so that it seems to be the newest of them.",
  ),
  R4: switched(
    "What is in documentVersions?",
    ["the versions", "their ids", "their number"],
    "Without it nobody could name an earlier version.",
  ),
  R5: switched(
    "Which id is targetFileId of a rollback?",
    ["any version", "the newest version", "the first version"],
    "It names the document; sourceFileVersionId names the version to return to (T135).",
  ),
  R6: switched(
    "What becomes of search1 to search10 that a new version leaves out?",
    ["empty", "kept"],
    "A version has metadata of its own.",
  ),
  R7: {
    question: "What do Rollback and DELETE answer?",
    choice: "200 without a body",
    alternatives: ["204", "the document", "true"],
    why: "Nothing is shown, and the client reads nothing.",
  },
  R8: {
    question: "What do a rollback to the newest version, and one with ids of two documents?",
    choice: "400",
    alternatives: ["200, and nothing happens"],
    why: "There is nothing to roll back, and 400 says that it failed.",
  },
  R9: {
    question: "Which number has the first version after a rollback?",
    choice: "the next after the version returned to",
    alternatives: ["one that was never used"],
    why: "The newer versions are gone.",
  },
  R10: {
    question: "May folderId and folderPath be sent together, and neither with an id?",
    choice: "together they must name one folder; with an id the document's folder is meant",
    alternatives: ["one wins", "400"],
    why: "Nothing is filed elsewhere than said.",
  },
  R11: {
    question: "Are archive folders and search columns those of all environments?",
    choice: "yes",
    alternatives: ["each environment has its own"],
    why: "They are set up for the company; documents are kept apart.",
  },
  R12: {
    question: "What is a column, and what a folder, of GetCompanyMetaDataColumns?",
    choice: "{name, title, searchable} and {id, name, path}",
    alternatives: ["names alone", "other fields"],
    why: "The least that lets somebody fill in an upload.",
  },
  R13: {
    question: "What do a mere day, an empty foldersIds and an unknown folder do in a search?",
    choice: "a day is whole, in UTC; an empty list is no filter; an unknown folder holds nothing",
    alternatives: ["400", "midnight alone", "an empty list finds nothing"],
    why: "Nothing of this is shown. Limits are inclusive.",
  },
  R14: {
    question: "Which date has a listed document?",
    choice: "createdDate, when the listed version was stored; by it the list is filtered and sorted",
    alternatives: ["that of the first version"],
    why: "The document says dates and names none.",
  },
  R15: {
    question: "Does DELETE of a file that is not there answer 404?",
    choice: "yes",
    alternatives: ["200", "400"],
    why: "An unknown file id is 404 on download.",
  },
  R17: {
    question: "Which events does the archive write?",
    choice:
      "DocumentArchived and DocumentVersionArchived, which are counted by the kind of file, DocumentDownloaded, DocumentRolledBack, DocumentDeleted",
    alternatives: ["others"],
    why: "Source 11 is the archive; names of its events are not shown.",
  },
  R16: {
    question: "Does the id of the first version download the first or the newest one?",
    choice: "the first",
    alternatives: ["the newest"],
    why: "It is the id of that stored version.",
  },
  R18: switched(
    "Has the company the licence for the archive?",
    ["yes", "no"],
    "no: 403 to every call, as for a token that may not make the call; the status is not shown.",
  ),
  R19: {
    question: "Does a folder of a search mean its subfolders too?",
    choice: "no",
    alternatives: ["yes"],
    why: "foldersIds names each.",
  },
  R20: {
    question: "In which type does a file of the archive come?",
    choice: "application/pdf where its name ends in .pdf, else application/octet-stream",
    alternatives: ["the type of every ending"],
    why: "An upload names no type.",
  },
  R21: {
    question:
      "May two documents have the same name, and what becomes of a search column that the company has not set up?",
    choice: "yes; it is kept, shown, and not searched",
    alternatives: ["400"],
    why: "No refusal is documented.",
  },
  R22: {
    question: "Is an empty file taken, or a type other than 0, 1 and 2?",
    choice: "no: 400",
    alternatives: ["yes"],
    why: "There is nothing to store; of type three numbers are listed.",
  },
} as const satisfies Record<string, Choice>;
