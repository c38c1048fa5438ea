/**
 * Where the answers of a check come from: a catalog file, the service itself, or nowhere, which makes every question
 * unknown.
 */
import { cacheFolder, fileCatalog, openCatalogFile, readCatalogFile } from "../catalog/index.ts";
import type { Catalog } from "../language/index.ts";

export interface Source extends AsyncDisposable {
  readonly catalog: Catalog;
  /** Of the service: asks about what was wanted and is not listed. True where more is known now. */
  readonly askUnlisted?: () => Promise<boolean>;
  /**
   * Why the service could not be read completely, so that absence proves nothing; absent where it could, or was not
   * asked.
   */
  readonly incomplete?: string;
}

interface SourceOptions {
  readonly catalogFile?: string;
  readonly live: boolean;
  /** Every text will be asked for: then the file is read faster as a whole. */
  readonly everyText: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Rejects with CatalogError, or with Problem where the environment does not name a service. */
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
