/** The user's own folder for what can be made again: nobody else may write there. */
import { homedir } from "node:os";
import { join } from "node:path";

export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "smartform");
}
