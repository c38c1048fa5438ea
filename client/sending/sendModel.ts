/**
 * Sends the content of a request file, in the same way as the rest of the client: signing orders as the signing view
 * makes them, distributions under a GUID that is written down first, and bulk changes of stored documents after
 * counting them. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import {
  distribute,
  distributionWarnings,
  effectOf,
  environmentNamed,
  makesInProduction,
  newEntry,
  operationOf,
  otherThanSent,
  plannedSentence,
  readStoreRows,
} from "../../api/index.ts";
import type {
  AnswerOf,
  Api,
  Distribution,
  DistributionEntry,
  DistributionRequest,
  DocumentsEnvironment,
  OperationId,
  OrderFacts,
  OrderRequest,
  Request,
  RequestFileOperation,
} from "../../api/index.ts";
import type { Dialog } from "../calls/carryOutModel.ts";
import { CallFailed } from "../calls/carryOutModel.ts";
import type { Listing } from "../records/listingModel.ts";
import { inProduction } from "../records/formRequestModel.ts";
import type { TestForm } from "../records/testForms.ts";
import { visible } from "../../language/index.ts";
import type { KeptDistribution, openDistributionJournal } from "./distributionJournal.ts";
import type { FilledRequest } from "./requestFiles.ts";

/** `carryOut` for one connection. */
export type Carry = <Id extends OperationId>(wish: {
  readonly operation: Id;
  readonly request: Request<Id>;
  readonly dialog: Dialog;
  readonly lookUp?: (signal: AbortSignal) => Promise<string>;
  readonly record?: () => Promise<void>;
}) => Promise<{ readonly answer: AnswerOf<Id> } | undefined>;

export interface SendPorts {
  readonly carry: Carry;
  /** The only way in which a signing order is made; it reports the outcome to the user itself. */
  readonly order: (facts: OrderFacts) => Promise<void>;
  /** Prepares the entry for a form in the list of test forms. */
  readonly listForm: (request: FilledRequest) => Listing;
  /** Counts the documents before a call changes many of them. */
  readonly api: Pick<Api, "call">;
  readonly journal: ReturnType<typeof openDistributionJournal>;
  /**
   * Asks about a document that was already sent: whether to send it again under the same GUID or under a new one. If it
   * resolves with undefined, nothing is sent.
   */
  readonly again: (kept: KeptDistribution) => Promise<"same" | "new" | undefined>;
  readonly signal: AbortSignal;
}

export interface Sent {
  readonly answer: unknown;
  /** The form that was made, if its id is not in the answer. */
  readonly made?: TestForm;
}

/**
 * Resolves with undefined if nothing was sent, or if the outcome has already been reported. Rejects with CallFailed, or
 * with an error whose message is for the user.
 */
export async function sendRequest(
  operation: RequestFileOperation,
  request: FilledRequest,
  ports: SendPorts,
): Promise<Sent | undefined> {
  if (operation === "signing.orders.create") {
    await ports.order(orderFacts(request));
    return undefined;
  }
  if (operation === "distribution.sendOnce" || operation === "distribution.sendOnceJson")
    return sendDistribution(operation, request, ports);
  if (operation === "pdf.createForm" || operation === "pdf.submitForm") return sendForm(operation, request, ports);
  if (operation === "distribution.send" || operation === "distribution.sendJson")
    return ports.carry({ operation, request: request as Request<typeof operation>, dialog: plainDialog(request) });
  const consequences = operation === "store.updateMany" ? [await countMatches(request, ports)] : [];
  return ports.carry({
    operation,
    request: request as Request<typeof operation>,
    dialog: { consequences: [...consequences, ...effectWords(operation, request)] },
  });
}

/** The answer is a PDF without an id, so the form can be found again only by the marker that is sent with it. */
async function sendForm(
  operation: "pdf.createForm" | "pdf.submitForm",
  request: FilledRequest,
  { carry, listForm }: SendPorts,
): Promise<Sent | undefined> {
  const listing = listForm(request);
  try {
    const sent = await carry({
      operation,
      request: listing.marked(request) as Request<typeof operation>,
      dialog: { consequences: effectWords(operation, request) },
      record: listing.sending,
      lookUp: async () =>
        l10n.t(
          'The Test Forms view lists the form as one that may exist. To look for the form on the service, use "Find Form Whose Id Is Not Known…" in that view.',
        ),
    });
    if (sent !== undefined) return { ...sent, made: await listing.made() };
    await listing.refused();
    return undefined;
  } catch (error) {
    await (error instanceof CallFailed && error.outcome === "none" ? listing.refused() : listing.lost());
    throw error;
  }
}

/**
 * Adds the connection's environment if the request names none in its address or body. The service refuses a request
 * with two different environments.
 */
export function inEnvironmentOf(
  { environment }: { readonly environment: string | undefined },
  operation: OperationId,
  request: FilledRequest,
): FilledRequest {
  if (
    environment === undefined ||
    operationOf(operation).environment === "none" ||
    environmentNamed(operation, request) !== undefined
  )
    return request;
  return { ...request, environment };
}

/**
 * Returns the client that may make the call. Rejects, before the person is asked anything, if the call needs a client
 * of type Audit and the connection has none.
 */
export async function clientFor<Client>(
  operation: OperationId,
  { standard, audit }: { readonly standard: Client; readonly audit: () => Promise<Client> },
): Promise<Client> {
  return operationOf(operation).scope === "api.audit" ? audit() : standard;
}

function effectWords(operation: OperationId, request: FilledRequest): readonly string[] {
  return [...harmWords(operation, request), ...(makesInProduction(operation, request) ? [inProduction()] : [])];
}

/** What the call removes, or lets the service remove later, according to the API documents. */
function removalWords(operation: OperationId): readonly string[] {
  switch (operation) {
    case "archive.rollback":
      return [l10n.t("All versions that are newer than the chosen one are removed.")];
    case "documents.dxml.retain":
      return [l10n.t("On the new date, the service deletes the session.")];
    default:
      return [];
  }
}

function harmWords(operation: OperationId, request: FilledRequest): readonly string[] {
  switch (effectOf(operation, request)) {
    case "destroy":
      return [...removalWords(operation), l10n.t("This cannot be undone.")];
    case "configuration":
      return [l10n.t("This changes what the whole company shares.")];
    case "reaches-people":
      return [l10n.t("What reaches people or other systems cannot be taken back.")];
    default:
      return [];
  }
}

/** Returns the order with the bytes of its files, which are in `files` or are base64 in the request. */
function orderFacts({ files, body }: FilledRequest): OrderFacts {
  const { signingOrderFiles, ...facts } = body as OrderRequest;
  return {
    ...facts,
    files: signingOrderFiles.map(({ name, fileContent, ...unlisted }) => ({
      name,
      bytes: files.get(fileContent) ?? Buffer.from(fileContent, "base64"),
      unlisted,
    })),
  };
}

function distributionQuestion({
  Document,
  MetaFile,
}: Pick<Distribution["body"], "Document" | "MetaFile">): Required<Pick<Dialog, "question" | "yes">> {
  return {
    question: l10n.t('Distribute "{0}" of the MetaFile "{1}"?', visible(String(Document)), visible(String(MetaFile))),
    yes: l10n.t("Distribute"),
  };
}

/**
 * This call has no GUID that could prevent a second distribution, so nothing is written down before the call is sent.
 */
function plainDialog(request: FilledRequest): Dialog {
  const body = withFiles(request) as Distribution["body"];
  return {
    ...distributionQuestion(body),
    consequences: [
      ...distributionWarnings(body),
      l10n.t(
        "This call has no GUID: if you send it again, the document is distributed a second time. Use distribution.sendOnce to avoid that.",
      ),
    ],
  };
}

/** The person cancelled the dialog, so nothing was sent. */
class GivenUp extends Error {}

async function sendDistribution(
  operation: DistributionRequest["operation"],
  request: FilledRequest,
  { carry, journal, again }: SendPorts,
): Promise<Sent | undefined> {
  const { ExternalCorrelationId: guid, ...body } = withFiles(request) as Partial<
    DistributionRequest["request"]["body"]
  > &
    Distribution["body"];
  const { environment, environmentGroup } = request;
  const distribution: Distribution = {
    environment: environment as DocumentsEnvironment,
    ...(environmentGroup === undefined ? {} : { environmentGroup }),
    data: operation === "distribution.sendOnce" ? "xml" : "json",
    body,
  };
  const fresh: DistributionEntry = {
    ...newEntry(distribution),
    ...(guid === undefined ? {} : { externalCorrelationId: guid }),
  };
  const former = guid === undefined ? undefined : await journal.under(guid);
  if (former !== undefined && former.entry.digest !== fresh.digest) throw otherThanSent();
  const kept = former ?? (await journal.find(fresh.digest));
  const choice = kept === undefined || kept.entry.externalCorrelationId === guid ? "same" : await again(kept);
  if (choice === undefined) return undefined;
  const isAgain = kept !== undefined && choice === "same";
  const entry = isAgain ? kept.entry : fresh;
  let failed: CallFailed | undefined;
  const send = async ({
    operation: id,
    request: once,
  }: DistributionRequest): Promise<AnswerOf<"distribution.sendOnce">> => {
    const dialog: Dialog = {
      ...distributionQuestion(body),
      consequences: [
        ...distributionWarnings(body),
        isAgain
          ? l10n.t(
              "The document goes out under the same GUID as before, so people who already have it do not get it twice.",
            )
          : l10n.t(
              "The document goes out under a GUID. If you send the document again with the same GUID, nobody gets it twice. To send it without a GUID, use the call distribution.send in a request file.",
            ),
      ],
    };
    try {
      const done = await carry({ operation: id, request: once, dialog });
      if (done === undefined) throw new GivenUp();
      return done.answer;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      failed = error;
      throw error.cause;
    }
  };
  try {
    // The person has to agree to every attempt, so nothing is retried automatically.
    return { answer: await distribute(send, distribution, { journal, entry, retries: 0 }) };
  } catch (error) {
    if (!isAgain && (error instanceof GivenUp || failed?.outcome === "none")) await journal.clear(entry);
    if (error instanceof GivenUp) return undefined;
    throw failed === undefined ? error : againWords(failed);
  }
}

/** Puts the files into the body, because the GUID is bound to the whole document. */
function withFiles({ body, files }: FilledRequest): unknown {
  const inPlace: unknown = JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const bytes = typeof value === "string" ? files.get(value) : undefined;
    return bytes === undefined ? value : Buffer.from(bytes).toString("base64");
  });
  return inPlace;
}

function againWords(failed: CallFailed): CallFailed {
  return failed.outcome !== "unknown"
    ? failed
    : new CallFailed(
        l10n.t(
          "{0} Send the same request again: it goes out under the same GUID, and nobody gets it twice.",
          failed.message,
        ),
        failed.cause,
      );
}

/** Before many documents are changed, at most this many rows are counted. */
const counted = 1000;

/** Counts in the same environment group in which the documents are changed; another group has other documents. */
async function countMatches(
  { environment, environmentGroup, body }: FilledRequest,
  { api, signal }: SendPorts,
): Promise<string> {
  const { WhereConditions } = body as Request<"store.updateMany">["body"];
  const group = environmentGroup === undefined ? {} : { environmentGroup };
  const { rows, unread } = readStoreRows(
    await api.call(
      "store.search",
      { environment: environment as DocumentsEnvironment, ...group, body: { Top: counted, WhereConditions } },
      { signal },
    ),
  );
  const found = rows.length + unread;
  const sample = rows
    .slice(0, 5)
    .map(({ jobId, docId }) => `${jobId ?? "?"}/${docId ?? "?"}`)
    .join(", ");
  return [
    plannedSentence({ found, atLeast: found >= counted }),
    ...(sample === "" ? [] : [l10n.t("Among them: {0}.", sample)]),
  ].join(" ");
}
