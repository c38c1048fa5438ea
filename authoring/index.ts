/**
 * The door of the authoring room: everything that changes the Text Library, for every program. It depends on no editor
 * and no terminal: it receives the functions that it needs from them as ports.
 */

// The guarded write of a text, and what it sends.
export { createLooks, guardedWrite, lookAgain } from "./guard/guardedWrite.ts";
export type { Look, Looks, Saved, WritePorts, WriteResult } from "./guard/guardedWrite.ts";
export { areComparable, contentsOf, fieldsOf, linesOf, planWrite } from "./guard/writePlan.ts";
export type { Change, LibraryText } from "./guard/writePlan.ts";

// Creating and deleting, with a copy on disk first.
export { createFolder, createKept, deleteFolder, deleteText, findText, recreation } from "./guard/libraryWrites.ts";
export type { CreateResult, FolderChange, NewText } from "./guard/libraryWrites.ts";

// What is written down before a request is sent.
export { closeEntry, isGone, openJournal } from "./guard/journal.ts";
export type { CreateEntry, DiskJournal, Journal, SaveEntry } from "./guard/journal.ts";

// Changes in several steps, which can be undone.
export { bulkOf, defaultLanguageSaid } from "./plans/bulk.ts";
export type { BulkChange } from "./plans/bulk.ts";
export { heldByPlan, openKeptPlans } from "./plans/keptPlans.ts";
export type { Held, KeptPlan, KeptPlans } from "./plans/keptPlans.ts";
export {
  codeWish,
  defaultLanguageWish,
  folderWish,
  hasReferences,
  makePlan,
  moveWish,
  notFindable,
  planDocument,
  planSummary,
  staleReferences,
  textKey,
} from "./plans/plan.ts";
export type { LibraryPlan, References, Wish } from "./plans/plan.ts";
export { differencesOf, onlyPlaces, placesOf, replacePlan, replaceQuestion } from "./plans/replace.ts";
export type { Replacement } from "./plans/replace.ts";
export { canUndo, isUnfinished, planReport, runPlan } from "./plans/runPlan.ts";

// Versions of texts on this computer, and bringing deleted texts back.
export {
  bringBackFolder,
  bringBackText,
  goneFolderWords,
  goneFrom,
  goneWords,
  isFolderThere,
  wholeOf,
} from "./history/bringBack.ts";
export type { BringBackPorts, Gone, GoneFolder, LostWords } from "./history/bringBack.ts";
export { openHistory } from "./history/history.ts";
export type { History } from "./history/history.ts";
export { recording } from "./history/recording.ts";
export type { Recording } from "./history/recording.ts";
export type { Limits, Sighting, Version } from "./history/versions.ts";

// Words about the library.
export { countOf } from "./countOf.ts";
export { contentTypeName, conflictWords, createProblem } from "./words.ts";
