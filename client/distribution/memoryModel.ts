/**
 * What is remembered of distributions: before the first try the GUID, and after the answer that it was accepted. So a document goes out once, however
 * often it is sent. Knows no `vscode`.
 */
import type { AnswerOf, DistributionEntry } from "../../api/index.ts";
import type { Store } from "../forms/testForms.ts";
import { openDistributionJournal, type KeptDistribution } from "../requests/distributionJournal.ts";
import type { SendPorts, Sent } from "../requests/sendModel.ts";
import { acceptedOf, keepAccepted } from "./distributionModel.ts";

export interface Memory {
  /** Of the journal: survives a crash. */
  readonly folder: string;
  /** Of what was accepted. */
  readonly store: Store;
  /** Whose service: see `identityOf`. */
  readonly identity: string;
  /** Address of the saved file that it is sent from, where there is one: it can then be sent again after a restart. */
  readonly source?: string | undefined;
  /** Sent again on purpose: under this GUID, without asking. */
  readonly kept?: KeptDistribution | undefined;
  /** What a person wants who sends the very same document once more; undefined: nothing. */
  readonly ask: (kept: KeptDistribution, known: { readonly wasAccepted: boolean }) => Promise<"same" | "new" | undefined>;
}

/** `send` sends with these ports, and what comes of it is remembered. For requests that distribute nothing it changes nothing. */
export async function remembering({ folder, store, identity, source, kept, ask }: Memory, send: (ports: Pick<SendPorts, "journal" | "again">) => Promise<Sent | undefined>): Promise<Sent | undefined> {
  const journal = openDistributionJournal(folder, identity, source === undefined ? {} : { source });
  const acceptedWith = (isIt: (entry: DistributionEntry) => boolean) => acceptedOf(store, identity).find(({ entry }) => isIt(entry));
  let entry: DistributionEntry | undefined;
  try {
    const sent = await send({
      journal: {
        ...journal,
        find: async (digest) => kept ?? await journal.find(digest) ?? acceptedWith((each) => each.digest === digest),
        async keep(now) {
          entry = now;
          await journal.keep(now);
        },
      },
      again: async (found) => (kept === undefined ? ask(found, { wasAccepted: acceptedWith((each) => each.externalCorrelationId === found.entry.externalCorrelationId) !== undefined }) : "same"),
    });
    const answer = sent?.answer as AnswerOf<"distribution.sendOnce"> | undefined;
    if (entry !== undefined && answer) await keepAccepted(store, { identity, entry, answer, at: new Date() });
    return sent;
  } finally {
    // What was accepted once stays known, whatever came of sending it again.
    const guid = entry?.externalCorrelationId;
    if (entry !== undefined && acceptedWith((each) => each.externalCorrelationId === guid)) await journal.clear(entry);
  }
}
