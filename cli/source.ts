/** The source of a check's answers: a catalog file, or the service. Without a source, every answer is unknown. */
import { cacheFolder, fileCatalog, openCatalogFile, readCatalogFile } from "../catalog/index.ts";
import type { Catalog } from "../language/index.ts";

export interface Source extends AsyncDisposable {
  readonly catalog: Catalog;
  /**
   * Asks the service for the Smartforms that the check needed and that the service does not list. Absent if the service
   * is not the source. Resolves with true if more is known now.
   */
  readonly askUnlisted?: () => Promise<boolean>;
  /**
   * Why the service could not be read completely. What was not read may exist. Absent if the service was read
   * completely, or is not the source.
   */
  readonly incomplete?: string;
}

interface SourceOptions {
  readonly catalogFile?: string;
  readonly live: boolean;
  /** Whether every text will be needed. If so, it is faster to read the whole file at once. */
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
