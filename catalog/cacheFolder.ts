/** The user's private folder for files that can be made again: nobody else can read it or write to it. */
import { homedir } from "node:os";
import { join } from "node:path";
import { privateFolder } from "../disk/index.ts";

export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "smartform");
}

/**
 * Creates the folder in which Node caches compiled programs. Call it before Node creates the folder: Node would make it
 * and its parents readable by everybody. Returns undefined if the folder cannot be created: the program then starts
 * without a compile cache.
 */
export function compiledFolder(): string | undefined {
  const folder = join(cacheFolder(), "compiled");
  try {
    privateFolder(cacheFolder());
    privateFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}
