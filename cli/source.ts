/**
 * The source of a check's answers: a catalog file, the service itself, or neither, which makes every answer unknown.
 */
import { cacheFolder, fileCatalog, openCatalogFile, readCatalogFile } from "../catalog/index.ts";
import type { Catalog } from "../language/index.ts";

export interface Source extends AsyncDisposable {
  readonly catalog: Catalog;
  /** Only for the service: asks about what was needed and is not listed. Resolves with true if more is known now. */
  readonly askUnlisted?: () => Promise<boolean>;
  /**
   * Why the service could not be read completely, so that absence proves nothing; absent if it could, or was not asked.
   */
  readonly incomplete?: string;
}

interface SourceOptions {
  readonly catalogFile?: string;
  readonly live: boolean;
  /** Whether every text will be needed: then reading the file as a whole is faster. */
  readonly everyText: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Rejects with CatalogError, or with Problem if the environment does not name a service. */
export async function openSource({
  catalogFile,
  live,
  everyText,
  environment,
  signal,
}: SourceOptions): Promise<Source> {
  if (live) return (await import("./service.ts")).readService(environment, signal);
  if (catalogFile === undefined || everyText) {
    const catalog = fileCatalog(catalogFile === undefined ? {} : await readCatalogFile(catalogFile, { signal }));
    return { catalog, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const { catalog, keep } = await openCatalogFile(catalogFile, { folder: cacheFolder(), signal });
  return { catalog, [Symbol.asyncDispose]: async () => void (await keep()) };
}
