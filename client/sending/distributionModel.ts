/**
 * Which requests can be distributed, what is stored about accepted distributions, and how they are described. Does not
 * import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { AnswerOf, BodyOf, DistributionEntry, Request, RequestFileOperation } from "../../api/index.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";
import { visible } from "../../language/index.ts";
import type { KeptState } from "../window/keptState.ts";
import type { KeptDistribution } from "./distributionJournal.ts";
import type { FilledRequest } from "./requestFiles.ts";

export type DistributionOperation = "distribution.sendOnce" | "distribution.sendOnceJson";

/** The fields that a data call and a distribution share; the callback fields of a data call are left out. */
const shared = [
  "MetaFile",
  "Document",
  "DataAsBase64",
  "UserName",
  "AttributeStoreKey",
  "Source",
  "Attachments",
] as const satisfies readonly (keyof BodyOf<"distribution.sendOnce">)[];

/** Operations that send no GUID. Nothing prevents them from distributing a document twice. */
type PlainOperation = "distribution.send" | "distribution.sendJson";

export function isPlain(operation: RequestFileOperation): operation is PlainOperation {
  return operation === "distribution.send" || operation === "distribution.sendJson";
}

/**
 * Returns the distribution of a request's document, always by the call that can be repeated safely (T147). Throws an
 * error for the user if the request has no document.
 */
export function asDistribution(
  operation: RequestFileOperation,
  request: FilledRequest,
): { readonly operation: DistributionOperation; readonly request: FilledRequest } {
  if (operation === "distribution.sendOnce" || operation === "distribution.sendOnceJson") return { operation, request };
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  if (
    ["MetaFile", "Document", "DataAsBase64"].some(
      (name) => typeof body[name] !== "string" && (name === "DataAsBase64" || typeof body[name] !== "number"),
    )
  ) {
    throw new Error(
      l10n.t(
        "This request has no document with data that could be distributed: it needs MetaFile, Document and DataAsBase64. Nothing was sent.",
      ),
    );
  }
  const { environment, environmentGroup, files } = request;
  const names: readonly string[] = isPlain(operation) ? [...shared, "Id"] : shared;
  const kept = Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
  const where = {
    ...(environment === undefined ? {} : { environment }),
    ...(environmentGroup === undefined ? {} : { environmentGroup }),
  };
  return {
    operation: operation.endsWith("Json") ? "distribution.sendOnceJson" : "distribution.sendOnce",
    request: { ...where, body: kept, files },
  };
}

/** Ids and states only; nothing of the document's data or receivers. */
const accepted = z.object({
  /** The service that the distribution was sent to: see `identityOf`. */
  identity: z.string(),
  /** ISO time by this computer's clock. */
  at: z.string(),
  /** If the distribution was sent without a GUID, `digest` is empty too, so that the entry matches no document. */
  entry: z.object({
    externalCorrelationId: z.string().optional(),
    environment: z.string(),
    environmentGroup: z.string().optional(),
    metaFile: z.string(),
    document: z.string(),
    digest: z.string(),
  }),
  correlationId: z.string(),
  /** How the service distributes the document, according to its answer. */
  way: z.string().optional(),
  jobId: z.string().optional(),
  docId: z.string().optional(),
  notification: z.enum(["ready", "unknown"]).optional(),
});

type AcceptedEntry = Omit<DistributionEntry, "externalCorrelationId"> & {
  readonly externalCorrelationId?: string | undefined;
};
export type AcceptedDistribution = Omit<z.output<typeof accepted>, "entry"> & { readonly entry: AcceptedEntry };

const key = "distribution.accepted";

/** How many distributions are remembered; the oldest are dropped first. */
const most = 100;

/** The distributions of one service, newest first. */
export function acceptedOf(store: KeptState, identity: string): readonly AcceptedDistribution[] {
  return all(store).filter((each) => each.identity === identity);
}

/** Resolves when the entry is written. A GUID that was accepted before still has only one entry. */
export async function keepAccepted(
  store: KeptState,
  {
    identity,
    entry,
    answer,
    at,
  }: {
    readonly identity: string;
    readonly entry: AcceptedEntry;
    readonly answer: NonNullable<AnswerOf<"distribution.send">>;
    readonly at: Date;
  },
): Promise<void> {
  const { CorrelationId, Distribution, JobId, DocId } = answer;
  const one: AcceptedDistribution = {
    identity,
    at: at.toISOString(),
    entry,
    correlationId: CorrelationId,
    ...(Distribution ? { way: Distribution } : {}),
    ...(JobId === null || JobId === undefined || DocId === null || DocId === undefined
      ? {}
      : { jobId: String(JobId), docId: String(DocId) }),
  };
  const others = all(store).filter(
    ({ entry: { externalCorrelationId } }) =>
      externalCorrelationId === undefined || externalCorrelationId !== entry.externalCorrelationId,
  );
  await store.update(key, [one, ...others].slice(0, most));
}

/**
 * Returns the request that marks a distribution's notification as ready, in the environment and group of the
 * distribution. `chosen`: the group in use. It is used for entries of earlier versions, which do not name the group.
 */
export function releaseOf(
  { correlationId, entry: { environment, environmentGroup } }: Pick<AcceptedDistribution, "correlationId" | "entry">,
  chosen: string | undefined,
): Request<"distribution.setNotificationReady"> {
  return { environment, ...inGroup(environmentGroup ?? chosen), path: { correlationId } };
}

export async function markNotification(
  store: KeptState,
  correlationId: string,
  notification: "ready" | "unknown",
): Promise<void> {
  await store.update(
    key,
    all(store).map((each) => (each.correlationId === correlationId ? { ...each, notification } : each)),
  );
}

function all(store: KeptState): readonly AcceptedDistribution[] {
  return (z.array(accepted).safeParse(store.get(key) ?? []).data ?? []) as readonly AcceptedDistribution[];
}

export function entryWords({
  document,
  metaFile,
  environment,
}: Pick<DistributionEntry, "document" | "metaFile" | "environment">): string {
  return l10n.t(
    "{0} of {1} in {2}",
    visible(document),
    visible(metaFile),
    environment === "Production" ? "PRODUCTION" : visible(environment),
  );
}

interface DistributionRow {
  readonly icon: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function unfinishedRow({ at, entry }: KeptDistribution): DistributionRow {
  return {
    icon: "question",
    label: entryWords(entry),
    description: l10n.t("sent {0}", new Date(at).toLocaleString()),
    detail: l10n.t(
      "The service did not say whether the document went out. You can send it again under the id {0}; nobody gets it twice.",
      entry.externalCorrelationId,
    ),
  };
}

function acceptedWords(at: string, notification: AcceptedDistribution["notification"]): string {
  const time = new Date(at).toLocaleString();
  switch (notification) {
    case undefined:
      return l10n.t("accepted {0}", time);
    case "ready":
      return l10n.t("accepted {0}, notification marked as ready", time);
    case "unknown":
      return l10n.t("accepted {0}; it is not known whether its notification was marked as ready", time);
  }
}

/** Returns a row that makes clear that "accepted" does not mean "delivered" (T148). */
export function acceptedRow({ at, entry, correlationId, way, notification }: AcceptedDistribution): DistributionRow {
  return {
    icon: "send",
    label: entryWords(entry),
    description: acceptedWords(at, notification),
    detail: [
      l10n.t("The service does not report here whether the document arrived."),
      ...(way === undefined ? [] : [l10n.t("Distribution method: {0}.", visible(way))]),
      ...(entry.externalCorrelationId === undefined ? [l10n.t("Sent without a GUID.")] : []),
      l10n.t("Correlation id {0}.", visible(correlationId)),
    ].join(" "),
  };
}
