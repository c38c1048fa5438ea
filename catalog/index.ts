/**
 * The door of the catalog room: the service's library in the form that the language room queries, and the settings of a
 * workspace's files.
 */
export type { Call } from "./call.ts";
export * from "./baseline.ts";
export * from "./cacheFolder.ts";
export { openCatalogFile } from "./catalogIndex.ts";
export type { OpenedCatalog } from "./catalogIndex.ts";
export { fileCatalog } from "./fileCatalog.ts";
export * from "./hide.ts";
export * from "./live.ts";
export * from "./namedFile.ts";
export * from "./nearest.ts";
export * from "./place.ts";
export * from "./project.ts";
export { CatalogError, readCatalogFile } from "./readCatalogFile.ts";
export * from "./regularFile.ts";
export * from "./sample.ts";
export * from "./settingsFile.ts";
export { placeOfSetting } from "./settingsPlace.ts";
