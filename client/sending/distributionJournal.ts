/**
 * Distributions whose outcome is unknown: written down before the first attempt, so that the next attempt uses the same
 * GUID.
 */
import * as z from "zod";
import type { DistributionEntry, DistributionJournal } from "../../api/index.ts";
import { newestFirst, readRecords, removeFile, replaceFile } from "../../disk/index.ts";

/** Holds no data of the document and no receiver. */
const kept = z.object({
  /** The service that the distribution was sent to: see `identityOf`. */
  identity: z.string(),
  /** ISO time of sending by this computer's clock, shown to the user. */
  at: z.string(),
  /** URI of the saved request file that was sent. */
  source: z.string().optional(),
  entry: z.object({
    externalCorrelationId: z.guid(),
    environment: z.string(),
    environmentGroup: z.string().optional(),
    metaFile: z.string(),
    document: z.string(),
    digest: z.string(),
  }),
});

export interface KeptDistribution {
  readonly at: string;
  readonly source?: string | undefined;
  readonly entry: DistributionEntry;
}

/** Opens the journal of one connection, in a folder on this computer. */
export function openDistributionJournal(
  folder: string,
  identity: string,
  { source }: { readonly source?: string } = {},
): DistributionJournal & {
  /** Finds the newest distribution that has exactly this content and an unknown outcome. */
  find(digest: string): Promise<KeptDistribution | undefined>;
  /** Finds the distribution that has this GUID and an unknown outcome. */
  under(guid: string): Promise<KeptDistribution | undefined>;
} {
  const nameOf = ({ externalCorrelationId }: DistributionEntry): string => `${externalCorrelationId}.json`;
  return {
    async keep(entry) {
      await replaceFile(
        folder,
        nameOf(entry),
        JSON.stringify({ identity, at: new Date().toISOString(), source, entry }),
      );
    },
    async clear(entry) {
      await removeFile(folder, nameOf(entry));
    },
    async find(digest) {
      return (await unfinishedIn(folder)).unfinished.find(
        (each) => each.identity === identity && each.entry.digest === digest,
      );
    },
    async under(guid) {
      return (await unfinishedIn(folder)).unfinished.find(
        (each) => each.identity === identity && isSame(each.entry.externalCorrelationId, guid),
      );
    },
  };
}

/**
 * Returns the distributions that have an unknown outcome, for all services, newest first. Also returns the files that
 * cannot be read; they are left alone. Each file is named after the GUID of its distribution.
 */
export async function unfinishedIn(folder: string): Promise<{
  readonly unfinished: readonly (KeptDistribution & { readonly identity: string })[];
  readonly unreadable: readonly string[];
}> {
  const { records, unreadable } = await readRecords(folder, (value) => kept.safeParse(value).data);
  const unfinished = newestFirst(records, ({ at }) => at);
  return {
    unfinished: unfinished.map((record) => ({ ...record, entry: record.entry as DistributionEntry })),
    unreadable,
  };
}

/** GUIDs ignore letter case. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
