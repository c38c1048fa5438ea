/** Reads `smartform.json`; loaded only if there is one. */
export { openProject } from "../catalog/index.ts";
