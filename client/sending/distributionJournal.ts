/**
 * Distributions whose outcome nobody knows yet: written down before the first try, so that the next one goes out under
 * the same GUID.
 */
import * as z from "zod";
import type { DistributionEntry, DistributionJournal } from "../../api/index.ts";
import { newestFirst, readRecords, removeFile, replaceFile } from "../../disk/index.ts";

/** Holds no data of the document and no receiver. */
const kept = z.object({
  /** Whose service: see `identityOf`. */
  identity: z.string(),
  /** ISO time of this computer, for people. */
  at: z.string(),
  /** Address of the saved file that it was sent from. */
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

/** Of one connection, in a folder of this computer. */
export function openDistributionJournal(
  folder: string,
  identity: string,
  { source }: { readonly source?: string } = {},
): DistributionJournal & {
  /** What was sent with this very content, and ended without a known outcome; the newest. */
  find(digest: string): Promise<KeptDistribution | undefined>;
  /** What was sent under this GUID, and ended without a known outcome. */
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
 * All that ended without a known outcome, of every service, the newest first; and files that cannot be read, which are
 * left alone. Their names are GUIDs.
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

/** A GUID is the same in capitals. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
