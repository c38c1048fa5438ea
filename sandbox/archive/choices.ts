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
    "No paging is documented, so a client must never take a list for complete (T139).",
  ),
  N21: {
    question: "In which format does the archive call its callbacks?",
    choice: "it does not call them; the outbox records the payload and the document's ids",
    alternatives: ["POST with JSON"],
    why: "Neither the format nor the address of the callbacks is documented (T141).",
  },
  N22: switched("How large may an uploaded file be?", ["50 MiB", "5 MiB"], "A larger file is 413 (T142)."),
  N52: switched(
    "Does DELETE remove one version or all of them, and what does it return?",
    ["all versions", "one version"],
    "The document says that it removes a file, and a file in the archive has versions (T136). The response has no " +
      "body.",
  ),
  T131: switched(
    "How is the list of search columns spelled?",
    ["colunms", "columns"],
    "The document spells it colunms; the service may correct that one day.",
  ),
  T134: switched(
    "Which id of a document does an upload have to name to add a version?",
    ["any storedDocumentId", "the newest storedDocumentId", "rootDocumentId"],
    "The document says: id of a stored document. The first version's id is both. Download, rollback and delete " +
      "take a stored id.",
  ),
  R1: switched(
    "Which status does a successful upload return?",
    ["200", "201"],
    "Other calls of the service return 200.",
  ),
  R2: switched(
    "Which status does an upload return if its id is not stored?",
    ["404", "400"],
    "An unknown file id is 404 on download; an unknown folder is 400 on upload.",
  ),
  R3: switched(
    "Which rows does GetAllDocuments return?",
    ["one for every document", "one for every version"],
    "A listed document has documentVersions, so it seems to be the newest of them.",
  ),
  R4: switched(
    "What does documentVersions hold?",
    ["the versions", "their ids", "their number"],
    "Without the versions, a client could not name an earlier one.",
  ),
  R5: switched(
    "Which id does targetFileId of a rollback take?",
    ["any version", "the newest version", "the first version"],
    "It names the document; sourceFileVersionId names the version to return to (T135).",
  ),
  R6: switched(
    "What happens to search1 to search10 if a new version leaves them out?",
    ["empty", "kept"],
    "Each version has its own metadata.",
  ),
  R7: {
    question: "What do Rollback and DELETE return?",
    choice: "200 without a body",
    alternatives: ["204", "the document", "true"],
    why: "No response is documented, and the client reads none.",
  },
  R8: {
    question: "What does a rollback return if it names the newest version, or the ids of two documents?",
    choice: "400",
    alternatives: ["200, and nothing happens"],
    why: "There is nothing to roll back, and 400 says that it failed.",
  },
  R9: {
    question: "Which number does the first version after a rollback get?",
    choice: "the one after the version that was returned to",
    alternatives: ["one that was never used"],
    why: "The newer versions are gone.",
  },
  R10: {
    question: "May an upload name both folderId and folderPath, or, with an id, neither?",
    choice: "both must name the same folder; with an id and neither, the document's folder is used",
    alternatives: ["one wins", "400"],
    why: "A document is never filed anywhere but where the request says.",
  },
  R11: {
    question: "Do all environments share the archive's folders and search columns?",
    choice: "yes",
    alternatives: ["each environment has its own"],
    why: "They are set up for the company. Documents are kept apart by environment.",
  },
  R12: {
    question: "What do columns and folders look like in GetCompanyMetaDataColumns?",
    choice: "{name, title, searchable} and {id, name, path}",
    alternatives: ["only names", "other fields"],
    why: "It is the least that a client needs to fill in an upload.",
  },
  R13: {
    question: "What do a date without a time, an empty foldersIds and an unknown folder mean in a search?",
    choice: "a date is a whole day in UTC; an empty list filters nothing; an unknown folder holds nothing",
    alternatives: ["400", "only midnight", "an empty list finds nothing"],
    why: "None of this is documented. Limits are inclusive.",
  },
  R14: {
    question: "Which date does a listed document have?",
    choice: "createdDate, when the listed version was stored; the list is filtered and sorted by it",
    alternatives: ["the date of the first version"],
    why: "The document mentions dates but names none.",
  },
  R15: {
    question: "Does DELETE return 404 for a file that does not exist?",
    choice: "yes",
    alternatives: ["200", "400"],
    why: "An unknown file id is 404 on download.",
  },
  R17: {
    question: "Which events does the archive write?",
    choice:
      "DocumentArchived and DocumentVersionArchived, both counted by kind of file, and DocumentDownloaded, DocumentRolledBack and DocumentDeleted",
    alternatives: ["others"],
    why: "Source 11 is the archive; the names of its events are not documented.",
  },
  R16: {
    question: "Does the id of the first version download the first or the newest one?",
    choice: "the first",
    alternatives: ["the newest"],
    why: "It is the id of that stored version.",
  },
  R18: switched(
    "Does the company have a licence for the archive?",
    ["yes", "no"],
    "no: every call is 403, as for a token that must not make the call. The status is not documented.",
  ),
  R19: {
    question: "Does a search in a folder include its subfolders?",
    choice: "no",
    alternatives: ["yes"],
    why: "foldersIds names each folder.",
  },
  R20: {
    question: "Which content type does a file of the archive have?",
    choice: "application/pdf if its name ends in .pdf, else application/octet-stream",
    alternatives: ["the type for its file extension"],
    why: "An upload names no type.",
  },
  R21: {
    question:
      "May two documents have the same name, and what happens to a search column that the company has not set up?",
    choice: "yes; the column is kept and shown, but not searched",
    alternatives: ["400"],
    why: "No refusal is documented.",
  },
  R22: {
    question: "Does an upload accept an empty file, or a type other than 0, 1 and 2?",
    choice: "no: 400",
    alternatives: ["yes"],
    why: "An empty file holds nothing to store, and the document lists only three types.",
  },
} as const satisfies Record<string, Choice>;
