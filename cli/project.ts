/** What reads `smartform.json`: loaded only where there is one. */
export { openProject } from "../catalog/index.ts";
