/**
 * Writes a made-up library as a catalog file, together with the index that an earlier run of a server would have left.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openCatalogFile } from "../catalog/index.ts";
import { library } from "./library.ts";

/** Writes the catalog file and the index. A server that is started with the returned `env` uses the index. */
export async function writeLibrary(
  folder: string,
  texts: number,
): Promise<{ readonly file: string; readonly env: Readonly<Record<string, string>> }> {
  const file = join(folder, `catalog-${texts}.json`);
  const cache = join(folder, "cache");
  await writeFile(file, JSON.stringify(library(texts)));
  await (await openCatalogFile(file, { folder: join(cache, "smartform"), uses: true })).keep();
  return { file, env: { XDG_CACHE_HOME: cache } };
}
