/** The door of the language room: what a placeholder means. Pure: no IO, no async, no globals of Node or the DOM. */
export * from "./answer.ts";
export * from "./range.ts";
export type * from "./catalog.ts";
export type * from "./syntax.ts";
export type * from "./context.ts";
export * from "./expand.ts";
export type * from "./findings/finding.ts";
export { applyEdits, edit, parse, placeholderAt } from "./parse.ts";
export * from "./folders.ts";
export * from "./resolve.ts";
export * from "./sampleValues.ts";
export * from "./textName.ts";
export { checkLibrary, findings, fixes, libraryFindings, newMemory, rules } from "./findings/index.ts";
export type { LibraryFindings, Memory } from "./findings/index.ts";
