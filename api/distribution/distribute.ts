/**
 * Distributes a document to its receivers only once, even if answers are lost (T147). It always uses the idempotent
 * call: the GUID is journaled before the first try and reused in every later try.
 */
import { createHash, randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import pRetry from "p-retry";
import type { AnswerOf, BodyOf } from "../http/client.ts";
import type { DocumentsEnvironment } from "../connection.ts";
import { isApiError } from "../error.ts";
import type { ApiError } from "../error.ts";

type OnceBody = BodyOf<"distribution.sendOnce">;

/** A document to distribute, without the GUID. */
export interface Distribution {
  readonly environment: DocumentsEnvironment;
  /** Name or id, for companies that use environment groups. */
  readonly environmentGroup?: string;
  readonly data: "xml" | "json";
  readonly body: Omit<OnceBody, "ExternalCorrelationId">;
}

/** The record of a distribution until its outcome is known. Holds no data of the document. */
export interface DistributionEntry {
  readonly externalCorrelationId: string;
  readonly environment: DocumentsEnvironment;
  /** Empty if no group was named; undefined in records that an earlier version of this program wrote. */
  readonly environmentGroup?: string | undefined;
  readonly metaFile: string;
  readonly document: string;
  /** Hash of everything that is sent. A document with another hash must not go out with this GUID (N54). */
  readonly digest: string;
}

export interface DistributionJournal {
  /** Resolves once the entry would survive a crash. Nothing is sent before that. */
  readonly keep: (entry: DistributionEntry) => Promise<void>;
  /** Called when the outcome is known: the service accepted or refused the document. */
  readonly clear: (entry: DistributionEntry) => Promise<void>;
}

export interface DistributionRequest {
  readonly operation: "distribution.sendOnce" | "distribution.sendOnceJson";
  readonly request: {
    readonly environment: DocumentsEnvironment;
    readonly environmentGroup?: string;
    readonly body: OnceBody;
  };
}

export type DistributionAnswer = AnswerOf<"distribution.sendOnce">;

interface DistributeOptions {
  readonly journal: DistributionJournal;
  /** An entry of an earlier run whose outcome is unknown: the GUID of the entry is reused. */
  readonly entry?: DistributionEntry;
  /** How many tries may follow the first; default 2. */
  readonly retries?: number;
  /**
   * Milliseconds before the second try; default 1000. The waits before later tries are longer. The transport honours a
   * longer wait that the service asks for.
   */
  readonly minTimeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * Sends until the outcome is known or no try is left. `send` makes the call, with a new ticket for each try, and
 * rejects with ApiError. Resolves with null if the data produce no document; nothing was sent to anybody then. Rejects
 * with the last error; if the outcome is unknown, the entry stays in the journal for another run. Throws RangeError if
 * the entry belongs to another document.
 */
export async function distribute(
  send: (request: DistributionRequest) => Promise<DistributionAnswer>,
  distribution: Distribution,
  { journal, entry: earlier, retries = 2, minTimeout = 1000, signal }: DistributeOptions,
): Promise<DistributionAnswer> {
  const entry = earlier ?? newEntry(distribution);
  if (entry.digest !== digestOf(distribution)) throw otherThanSent();
  signal?.throwIfAborted();
  await journal.keep(entry);
  let anyUnknown = earlier !== undefined;
  try {
    const answer = await pRetry(() => send(requestOf(distribution, entry)), {
      retries,
      minTimeout,
      randomize: true,
      signal,
      onFailedAttempt: ({ error }) => {
        anyUnknown ||= !isApiError(error) || error.outcome !== "none";
      },
      shouldRetry: ({ error }) => isApiError(error) && mayPass(error),
    });
    await clear();
    return answer;
  } catch (error) {
    // If even one try had an unknown outcome, the document may be on its way, whatever the last try returned.
    if (!anyUnknown) await clear();
    throw error;
  }

  /**
   * If the entry cannot be removed, as on a full disk, the service's answer still holds. If the document is then sent
   * again, the same GUID keeps it from being delivered twice.
   */
  async function clear(): Promise<void> {
    try {
      await journal.clear(entry);
    } catch {
      return;
    }
  }
}

/** The GUID must never go out with another document (N54). */
export function otherThanSent(): RangeError {
  return new RangeError(
    l10n.t(
      "This distribution differs from the one that was sent under the same GUID. Send this one as a new distribution, or restore what was sent.",
    ),
  );
}

/** Makes an entry with a new GUID. */
export function newEntry(distribution: Distribution): DistributionEntry {
  const {
    environment,
    environmentGroup = "",
    body: { MetaFile, Document },
  } = distribution;
  return {
    externalCorrelationId: randomUUID(),
    environment,
    environmentGroup,
    metaFile: String(MetaFile),
    document: String(Document),
    digest: digestOf(distribution),
  };
}

function requestOf(
  { environment, environmentGroup, data, body }: Distribution,
  { externalCorrelationId }: DistributionEntry,
): DistributionRequest {
  return {
    operation: data === "xml" ? "distribution.sendOnce" : "distribution.sendOnceJson",
    request: {
      environment,
      ...(environmentGroup === undefined ? {} : { environmentGroup }),
      body: { ...body, ExternalCorrelationId: externalCorrelationId },
    },
  };
}

/** Repeating with the same GUID is harmless, so every error that may be temporary is retried. */
function mayPass({ code }: ApiError): boolean {
  return [
    "rate-limited",
    "server-error",
    "unreachable",
    "timeout",
    "truncated",
    "wrong-type",
    "invalid-answer",
  ].includes(code);
}

function digestOf({ environment, environmentGroup, data, body }: Distribution): string {
  const fields = Object.entries(body).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([environment, environmentGroup ?? null, data, fields]))
    .digest("hex");
}
