/**
 * The door of the disk room: files that are private to the user, files that survive a crash, locks between programs,
 * the one reader of files that come from anywhere, and the reader of files that the build packed.
 */
export { jsonFilesIn, removeFile, replaceFile } from "./durableFile.ts";
export { isHeld, tryFileLock, withFileLock } from "./fileLock.ts";
export { openPackedFiles, type PackedFiles } from "./packedFiles.ts";
export { holdFolder } from "./place.ts";
export { makePrivate, privateDatabase, privateFolder } from "./private.ts";
export { readRecord, readRecords } from "./records.ts";
export * from "./regularFile.ts";
export { openSignOfLife } from "./signOfLife.ts";
export { newestFirst, StoreFiles, type Warn } from "./storeFiles.ts";
