/**
 * Sends what a request file says, by the one way of each call: orders of signing as the signing view makes them,
 * distributions go out under a GUID that is written down first, and many stored documents are counted before they are
 * changed. Without VS Code.
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

/** `carryOut`, of one connection. */
export type Carry = <Id extends OperationId>(wish: {
  readonly operation: Id;
  readonly request: Request<Id>;
  readonly dialog: Dialog;
  readonly lookUp?: (signal: AbortSignal) => Promise<string>;
  readonly record?: () => Promise<void>;
}) => Promise<{ readonly answer: AnswerOf<Id> } | undefined>;

export interface SendPorts {
  readonly carry: Carry;
  /** The one way in which an order of signing is made; it says itself what came of it. */
  readonly order: (facts: OrderFacts) => Promise<void>;
  /** A form that is made stands in the list of test forms before it leaves. */
  readonly listForm: (request: FilledRequest) => Listing;
  /** For what is read before and afterwards. */
  readonly api: Pick<Api, "call">;
  readonly journal: ReturnType<typeof openDistributionJournal>;
  /**
   * Whether what was sent before, and ended without a known outcome, is sent again under the same GUID; undefined:
   * nothing is sent.
   */
  readonly again: (kept: KeptDistribution) => Promise<"same" | "new" | undefined>;
  readonly signal: AbortSignal;
}

export interface Sent {
  readonly answer: unknown;
  /** Where a form was made of whose id the answer says nothing. */
  readonly made?: TestForm;
}

/**
 * Resolves with undefined where nothing was sent, or where everything about it was said. Rejects with CallFailed, or
 * with an error whose message is for people.
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

/** The answer is a PDF and no id: the mark, which goes out with the form, is what finds it again. */
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
      lookUp: async () => l10n.t("If the form was made, it stands in Test Forms, where Find Form looks for it."),
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
 * In the environment of the connection, where the request names none itself, in its address or in its body: named
 * twice, differently, the service refuses it.
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
 * The one of a connection's two clients that may make the call. `audit` rejects where there is none, before anybody is
 * asked.
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

function harmWords(operation: OperationId, request: FilledRequest): readonly string[] {
  switch (effectOf(operation, request)) {
    case "destroy":
      return [l10n.t("This cannot be undone.")];
    case "configuration":
      return [l10n.t("This changes what the whole company shares.")];
    case "reaches-people":
      return [l10n.t("What reaches people or other systems cannot be taken back.")];
    default:
      return [];
  }
}

/** The order with the bytes of its files, from wherever they came. */
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

/** Nothing keeps this call from distributing twice, so that nothing is written down of it before it leaves. */
function plainDialog(request: FilledRequest): Dialog {
  const body = withFiles(request) as Distribution["body"];
  return {
    ...distributionQuestion(body),
    consequences: [
      ...distributionWarnings(body),
      l10n.t(
        "This call has no GUID: sent a second time, it distributes a second time. distribution.sendOnce does not.",
      ),
    ],
  };
}

/** The person gave up in the dialog: nothing was sent. */
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
          ? l10n.t("It goes out under the same GUID as before, so nobody who has it already gets it twice.")
          : l10n.t(
              "It goes out under a GUID: sent again with it, it reaches nobody twice. The call without one, distribution.send, is sent from a request file.",
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
    // A person agrees to each try: none is made by itself.
    return { answer: await distribute(send, distribution, { journal, entry, retries: 0 }) };
  } catch (error) {
    if (!isAgain && (error instanceof GivenUp || failed?.outcome === "none")) await journal.clear(entry);
    if (error instanceof GivenUp) return undefined;
    throw failed === undefined ? error : againWords(failed);
  }
}

/** What the GUID is bound to is the whole document, so that its files stand in the body. */
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
          "{0} Send the same request again: it goes out under the same GUID, and reaches nobody twice.",
          failed.message,
        ),
        failed.cause,
      );
}

/** Rows that are counted before many documents are changed. */
const counted = 1000;

/** In the very place where they are changed: another environment group has other documents. */
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
