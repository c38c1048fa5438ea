/**
 * Lists the versions of an archived document, shows what a rollback will remove, and copies versions before they are
 * removed. Only the versions that the service lists count as known.
 */
import * as l10n from "@vscode/l10n";
import type { File, Request } from "../http/client.ts";
import type { Environment } from "../connection.ts";
import { isApiError } from "../error.ts";
import type { ApiError } from "../error.ts";
import { bareCount, isObject } from "../operations/schema.ts";
import { oneOrMany } from "../oneOrMany.ts";
import type { ListedDocument } from "./search.ts";

export interface Version {
  /** The id of the stored version: with it, the version can be downloaded, rolled back to and deleted. */
  readonly id: string;
  /** From 1; undefined if the service does not say. */
  readonly version: number | undefined;
}

export interface Versions {
  /** By version number, the oldest first; versions without a number come before all others. */
  readonly known: readonly Version[];
  /** How many more versions exist without a known id; undefined if the service does not say. */
  readonly missing: number | undefined;
}

/** Reads the versions of a listed document. It is not documented whether they come as a list, as ids or as a number. */
export function versionsOf({ id, version, documentVersions }: ListedDocument): Versions {
  const unlisted: Version = { id, version: version ?? undefined };
  if (typeof documentVersions === "number") return { known: [unlisted], missing: Math.max(0, documentVersions - 1) };
  if (!Array.isArray(documentVersions)) return { known: [unlisted], missing: undefined };
  const listed = documentVersions as readonly unknown[];
  const ids = listed.map(idIn);
  // Entries that count from 1, upwards or downwards, are version numbers: used as ids, they would lead to other
  // documents.
  if ([ids, ids.toReversed()].some((order) => order.every((entry, index) => entry === String(index + 1)))) {
    return { known: [unlisted], missing: ids.filter((entry) => entry !== String(version)).length };
  }
  // Bare numbers count as ids only if the document's own id is among them; otherwise they may be version numbers.
  const areIds = ids.includes(id);
  const said = listed.flatMap((entry, index): readonly Version[] => {
    const alone = typeof entry === "string" || areIds ? ids[index] : undefined;
    return (
      versionOf(entry) ?? (alone === undefined ? [] : [{ id: alone, version: numberByPlace(ids, unlisted, index) }])
    );
  });
  const own = { id, version: unlisted.version ?? said.find((each) => each.id === id)?.version };
  const known = [...said.filter((each) => each.id !== id), own].toSorted(
    (left, right) => (left.version ?? 0) - (right.version ?? 0),
  );
  return { known, missing: listed.length - said.length };
}

function versionOf(entry: unknown): readonly Version[] | undefined {
  if (!isObject(entry)) return undefined;
  const named = (name: string) => Object.entries(entry).find(([key]) => key.toLowerCase() === name)?.[1];
  const id = idIn(named("id") ?? named("storeddocumentid"));
  return id === undefined ? undefined : [{ id, version: bareCount.safeParse(named("version")).data }];
}

function idIn(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined;
}

/**
 * Returns the version number of the id at `index`. The document's own number shows whether the list counts upwards or
 * downwards. If that is not clear, returns undefined.
 */
function numberByPlace(ids: readonly (string | undefined)[], own: Version, index: number): number | undefined {
  const place = ids.indexOf(own.id);
  const isUpwards = own.version === place + 1;
  const isDownwards = own.version === ids.length - place;
  if (isUpwards === isDownwards) return ids.length === 1 && isUpwards ? 1 : undefined;
  return isUpwards ? index + 1 : ids.length - index;
}

export interface RollbackPlan {
  readonly request: Omit<Request<"archive.rollback">, "environment">;
  readonly backTo: Version;
  /** The known newer versions: they will be gone for good. */
  readonly removes: readonly Version[];
  /** Whether versions without a known id will be gone too; undefined if the service does not say how many there are. */
  readonly removesOthers: boolean | undefined;
}

/**
 * Plans a rollback from the newest version to an earlier one. The two ids are easily swapped, so a plan whose ids are
 * swapped is refused with an explanation. `names` says which version's id is sent as the document's id: pass `first` if
 * the service refused the id of the newest version.
 */
export function planRollback(
  { known, missing }: Versions,
  {
    from,
    backTo,
    names = "newest",
  }: { readonly from: string; readonly backTo: string; readonly names?: "newest" | "first" },
): RollbackPlan | { readonly problem: string } {
  const newest = known.at(-1);
  const target = known.find(({ id }) => id === backTo);
  const source = known.find(({ id }) => id === from);
  if (newest === undefined || target === undefined || source === undefined)
    return {
      problem: l10n.t("The service does not list this version of the document. Search for the document again."),
    };
  if (known.some(({ version }) => version === undefined))
    return {
      problem: l10n.t(
        "The service does not number the versions of this document, so it is not known which ones are newer. Nothing was changed.",
      ),
    };
  if (source.id !== newest.id)
    return {
      problem: l10n.t(
        "Version {0} is not the newest. You can return to an earlier version only from the newest, version {1}. Check whether you swapped the two versions.",
        String(source.version),
        String(newest.version),
      ),
    };
  if (target.id === newest.id)
    return {
      problem: l10n.t(
        "Version {0} is already the newest. Choose an earlier version to return to.",
        String(newest.version),
      ),
    };
  const removes = known.filter(({ version }) => (version ?? 0) > (target.version ?? 0));
  const named = names === "newest" ? newest : (known[0] ?? newest);
  return {
    request: { body: { sourceFileVersionId: target.id, targetFileId: named.id } },
    backTo: target,
    removes,
    removesOthers: missing === undefined ? undefined : missing > 0,
  };
}

/** The caller's function that sends the request for a download. */
export type ArchiveDownload = (
  operation: "archive.download",
  request: Request<"archive.download">,
  options?: { readonly signal?: AbortSignal },
) => Promise<File>;

interface Backup {
  readonly kept: readonly Version[];
  readonly failed: readonly { readonly version: Version; readonly error: ApiError }[];
}

/**
 * Downloads the versions one after the other and passes each to `keep` before requesting the next. A caller that wants
 * to delete versions afterwards may do so only if `failed` is empty. Rejects with the errors of `keep`, and with
 * ApiError `cancelled`.
 */
export async function downloadVersions(
  call: ArchiveDownload,
  versions: readonly Version[],
  {
    environment,
    keep,
    signal,
  }: {
    readonly environment: Environment;
    readonly keep: (version: Version, file: File) => Promise<void>;
    readonly signal?: AbortSignal;
  },
): Promise<Backup> {
  const kept: Version[] = [];
  const failed: { readonly version: Version; readonly error: ApiError }[] = [];
  for (const version of versions) {
    try {
      await keep(version, await call("archive.download", { environment, path: { fileId: version.id } }, { signal }));
      kept.push(version);
    } catch (error) {
      if (!isApiError(error) || error.code === "cancelled") throw error;
      failed.push({ version, error });
    }
  }
  return { kept, failed };
}

export interface Left {
  readonly there: readonly Version[];
  /** Versions that this client can no longer see. */
  readonly gone: readonly Version[];
  /** Versions that could not be checked. */
  readonly unknown: readonly Version[];
}

/**
 * Checks which versions still exist after a rollback or a delete. The answers to these calls do not say which versions
 * were removed, and it is not documented whether a delete removes one version or all.
 */
export async function whatIsLeft(
  call: ArchiveDownload,
  versions: readonly Version[],
  { environment, signal }: { readonly environment: Environment; readonly signal?: AbortSignal },
): Promise<Left> {
  const { kept: there, failed } = await downloadVersions(call, versions, { environment, keep: async () => {}, signal });
  const isGone = ({ error }: Backup["failed"][number]) => error.code === "not-found";
  return {
    there,
    gone: failed.filter(isGone).map(({ version }) => version),
    unknown: failed.filter((each) => !isGone(each)).map(({ version }) => version),
  };
}

/** Returns a sentence for the user, shown before a delete is confirmed. */
export function deleteSentence({ known, missing }: Versions): string {
  return `${l10n.t("It is not known whether the service removes one version or all of them.")} ${knownVersions(known.length, missing)}`;
}

function knownVersions(known: number, missing: number | undefined): string {
  if (missing === undefined)
    return oneOrMany(
      known,
      l10n.t("One version is known. There may be others."),
      l10n.t("{0} versions are known. There may be others.", known),
    );
  if (missing > 0)
    return oneOrMany(
      known,
      l10n.t(
        "One version is known. The service counts {0} more, which you cannot download before the deletion.",
        missing,
      ),
      l10n.t(
        "{0} versions are known. The service counts {1} more, which you cannot download before the deletion.",
        known,
        missing,
      ),
    );
  return oneOrMany(known, l10n.t("One version is known."), l10n.t("{0} versions are known.", known));
}
