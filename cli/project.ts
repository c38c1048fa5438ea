/** Reads `smartform.json`; loaded only if that file exists. */
export { openProject } from "../catalog/index.ts";
