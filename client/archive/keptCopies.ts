/**
 * Copies, on this computer, of versions that are about to be removed: each removal has its own folder, which only the
 * user's own account can read. Does not import `vscode`.
 */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { downloadVersions } from "../../api/index.ts";
import type { ArchiveDownload, Version } from "../../api/index.ts";
import { privateFolder } from "../../disk/index.ts";
import { messageOf } from "../../language/index.ts";
import { safeFileName } from "../window/fileName.ts";
import { versionInWords } from "../records/archiveDocumentModel.ts";
import type { Place, StoredVersion } from "../records/archiveDocumentModel.ts";
import { copyName } from "./destroyModel.ts";

interface Kept {
  /** The folder with the copies of this removal. */
  readonly folder: string;
}

interface Keeping {
  readonly place: Place;
  readonly at: Date;
  readonly signal: AbortSignal;
  /**
   * Whether `root` is a folder of this extension; such a folder is made private. A folder that the person chose keeps
   * its permissions.
   */
  readonly isOwn: boolean;
}

/**
 * Downloads all given versions into a new folder under `root`. If one cannot be kept, removes the folder and rejects
 * with a message that names the version. Versions may be removed from the archive only after this has resolved (T135,
 * T136).
 */
export async function keepCopies(
  call: ArchiveDownload,
  versions: readonly StoredVersion[],
  root: string,
  { place, at, signal, isOwn }: Keeping,
): Promise<Kept> {
  const folder = join(
    root,
    `${at.toISOString().replaceAll(":", "-").slice(0, 23)} ${safeFileName(place.connection)} ${place.environment}`,
  );
  if (isOwn) privateFolder(root);
  privateFolder(folder);
  try {
    const {
      failed: [failed],
    } = await downloadVersions(call, versions, {
      environment: place.environment,
      signal,
      keep: ({ id }, { bytes }) => {
        const version = versions.find((each) => each.id === id);
        if (version === undefined) throw new Error(l10n.t("The service sent a version that was not requested."));
        return writeFile(join(folder, copyName(version, safeFileName(version.fileName))), bytes, {
          mode: 0o600,
          flag: "wx",
        }).catch((error: unknown) => {
          throw new Error(notCopied(version, messageOf(error)), { cause: error });
        });
      },
    });
    if (failed !== undefined) throw new Error(notCopied(failed.version, failed.error.message));
    return { folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const notCopied = (version: Version, why: string): string =>
  l10n.t("Nothing was removed, because {0} could not be copied first. {1}", versionInWords(version), why);

interface KeptCopy {
  /** Name of the copy's folder: the time, connection and environment of the removal. */
  readonly when: string;
  readonly name: string;
  readonly path: string;
}

/** Newest first. */
export async function listCopies(root: string): Promise<readonly KeptCopy[]> {
  const copies: KeptCopy[] = [];
  for (const when of (await namesIn(root)).toSorted().toReversed()) {
    for (const name of (await namesIn(join(root, when))).toSorted())
      copies.push({ when, name, path: join(root, when, name) });
  }
  return copies;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

export async function forgetCopies(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
