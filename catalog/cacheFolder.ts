/** The user's own folder for what can be made again: nobody else may read it or write there. */
import { homedir } from "node:os";
import { join } from "node:path";
import { privateFolder } from "../disk/index.ts";

export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "smartform");
}

/**
 * The folder in which Node keeps compiled programs, made before Node makes it and what is above it for everybody to
 * read. undefined where it cannot be made: the program then starts without it.
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
