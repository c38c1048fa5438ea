/**
 * Remembers distributions: stores the GUID before the first attempt, and the acceptance after the answer. This way a
 * document is distributed once, however often it is sent. Does not import `vscode`.
 */
import { messageOf } from "../../language/index.ts";
import type { AnswerOf, BodyOf, DistributionEntry, RequestFileOperation } from "../../api/index.ts";
import type { KeptState } from "../window/keptState.ts";
import type { Warn } from "../../disk/index.ts";
import { isSame, openDistributionJournal } from "./distributionJournal.ts";
import type { KeptDistribution } from "./distributionJournal.ts";
import type { FilledRequest } from "./requestFiles.ts";
import type { SendPorts, Sent } from "./sendModel.ts";
import { acceptedOf, isPlain, keepAccepted } from "./distributionModel.ts";

export interface Memory {
  /** Folder of the journal, which survives a crash. */
  readonly folder: string;
  /** Holds the accepted distributions. */
  readonly store: KeptState;
  /** The service that the document is sent to: see `identityOf`. */
  readonly identity: string;
  /**
   * URI of the saved file that the document is sent from, if there is one. The document can then be sent again after a
   * restart.
   */
  readonly source?: string | undefined;
  /** The distribution that the person chose to send again. It is sent under its GUID, and `ask` is not called. */
  readonly kept?: KeptDistribution | undefined;
  /** Asks what to do if the same document was sent before. If it resolves with undefined, nothing is sent. */
  readonly ask: (
    kept: KeptDistribution,
    known: { readonly wasAccepted: boolean },
  ) => Promise<"same" | "new" | undefined>;
  readonly warn: Warn;
}

/** The request to send; it may be a distribution without a GUID. */
interface Wish {
  readonly operation: RequestFileOperation;
  readonly request: Pick<FilledRequest, "environment" | "environmentGroup" | "body">;
}

/** Calls `send` with the ports `journal` and `again`, and remembers the distribution if the request is one. */
export async function remembering(
  { folder, store, identity, source, kept, ask, warn }: Memory,
  send: (ports: Pick<SendPorts, "journal" | "again">) => Promise<Sent | undefined>,
  wish?: Wish,
): Promise<Sent | undefined> {
  const journal = openDistributionJournal(folder, identity, source === undefined ? {} : { source });
  const acceptedWith = (isIt: (entry: DistributionEntry) => boolean) =>
    acceptedOf(store, identity)
      .flatMap((one) =>
        one.entry.externalCorrelationId === undefined
          ? []
          : [{ ...one, entry: { ...one.entry, externalCorrelationId: one.entry.externalCorrelationId } }],
      )
      .find(({ entry }) => isIt(entry));
  let entry: DistributionEntry | undefined;
  /**
   * If the record cannot be removed, this warns but does not fail, because the service's answer is valid. Even if the
   * document is sent again under its GUID, nobody gets it twice.
   */
  async function clear(known: DistributionEntry): Promise<void> {
    try {
      await journal.clear(known);
    } catch (error) {
      warn(
        `The distribution ${known.externalCorrelationId} is still listed as unfinished, because its record could not be removed: ${messageOf(error)}`,
      );
    }
  }
  /**
   * The service accepted the distribution, whatever happens to its record. If the distribution cannot be listed as
   * accepted, it stays listed as unfinished, so that the next attempt uses its GUID.
   */
  async function remember(
    accepted: DistributionEntry,
    answer: NonNullable<AnswerOf<"distribution.sendOnce">>,
  ): Promise<void> {
    try {
      await keepAccepted(store, { identity, entry: accepted, answer, at: new Date() });
    } catch (error) {
      warn(
        `The service accepted the distribution ${accepted.externalCorrelationId}, which could not be written down: ${messageOf(error)}`,
      );
      await journal
        .keep(accepted)
        .catch((reason: unknown) => warn(`Nor is it listed as unfinished: ${String(reason)}`));
    }
  }
  /** A distribution without a GUID is listed like the others, so that its notification can be marked as ready. */
  async function rememberPlain({ request }: Wish, answer: NonNullable<AnswerOf<"distribution.send">>): Promise<void> {
    const { MetaFile: metaFile, Document: document } = request.body as BodyOf<"distribution.send">;
    try {
      await keepAccepted(store, {
        identity,
        entry: {
          environment: request.environment as DistributionEntry["environment"],
          environmentGroup: request.environmentGroup ?? "",
          metaFile: String(metaFile),
          document: String(document),
          digest: "",
        },
        answer,
        at: new Date(),
      });
    } catch (error) {
      warn(`The service accepted a distribution, which could not be written down: ${messageOf(error)}`);
    }
  }
  try {
    const sent = await send({
      journal: {
        ...journal,
        clear,
        find: async (digest) => kept ?? (await journal.find(digest)) ?? acceptedWith((each) => each.digest === digest),
        under: async (guid) =>
          (await journal.under(guid)) ?? acceptedWith((each) => isSame(each.externalCorrelationId, guid)),
        async keep(now) {
          entry = now;
          await journal.keep(now);
        },
      },
      again: async (found) =>
        kept === undefined
          ? ask(found, {
              wasAccepted:
                acceptedWith((each) => each.externalCorrelationId === found.entry.externalCorrelationId) !== undefined,
            })
          : "same",
    });
    const answer = sent?.answer as AnswerOf<"distribution.sendOnce"> | undefined;
    if (entry !== undefined && answer) await remember(entry, answer);
    else if (wish !== undefined && isPlain(wish.operation) && answer) await rememberPlain(wish, answer);
    return sent;
  } finally {
    // What was accepted once stays accepted, whatever the outcome of sending it again.
    const guid = entry?.externalCorrelationId;
    if (entry !== undefined && acceptedWith((each) => each.externalCorrelationId === guid)) await clear(entry);
  }
}
