/**
 * Sends what a request file says, by the one way of each call: orders of signing carry a mark by which they are found again, distributions go out
 * under a GUID that is written down first, and many stored documents are counted before they are changed. Without VS Code.
 */
import {
  buildOrder, distribute, distributionWarnings, effectOf, findOrder, newEntry, newOrderToken, plannedSentence, reachOf, readOutcome, readStoreRows, withoutNames,
  type AnswerOf, type Api, type Distribution, type DistributionEntry, type DistributionRequest, type DocumentsEnvironment, type OperationId, type OrderRequest, type Request, type RequestFileOperation,
} from "../../api/index.ts";
import type { Dialog } from "../carryOut.ts";
import { CallFailed } from "../carryOutModel.ts";
import { visible } from "../consentModel.ts";
import type { KeptDistribution, openDistributionJournal } from "./distributionJournal.ts";
import type { FilledRequest } from "./requestFileModel.ts";

/** `carryOut`, of one connection. */
export type Carry = <Id extends OperationId>(wish: {
  readonly operation: Id; readonly request: Request<Id>; readonly dialog: Dialog; readonly lookUp?: (signal: AbortSignal) => Promise<string>;
}) => Promise<{ readonly answer: AnswerOf<Id> } | undefined>;

export interface SendPorts {
  readonly carry: Carry;
  /** For what is read before and afterwards. */
  readonly api: Pick<Api, "call">;
  readonly journal: ReturnType<typeof openDistributionJournal>;
  /** Whether what was sent before, and ended without a known outcome, is sent again under the same GUID; undefined: nothing is sent. */
  readonly again: (kept: KeptDistribution) => Promise<"same" | "new" | undefined>;
  /** For the log: what a lost answer is looked for by. */
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Sent {
  readonly answer: unknown;
  /** What was read after an answer that does not say what happened. */
  readonly seen?: string;
}

/** Resolves with undefined where nothing was sent. Rejects with CallFailed, or with an error whose message is for people. */
export async function sendRequest(operation: RequestFileOperation, request: FilledRequest, ports: SendPorts): Promise<Sent | undefined> {
  if (operation === "signing.orders.create") return sendOrder(request, ports);
  if (operation === "distribution.sendOnce" || operation === "distribution.sendOnceJson") return sendDistribution(operation, request, ports);
  const consequences = operation === "store.updateMany" ? [await countMatches(request, ports)] : [];
  return ports.carry({ operation, request: request as Request<typeof operation>, dialog: { consequences: [...consequences, ...effectWords(operation, request)] } });
}

function effectWords(operation: OperationId, request: FilledRequest): readonly string[] {
  switch (effectOf(operation, request)) {
    case "destroy": return ["This cannot be undone."];
    case "configuration": return ["This changes what the whole company shares."];
    case "reaches-people": return ["What reaches people or other systems cannot be taken back."];
    default: return [];
  }
}

async function sendOrder({ files, body: filled }: FilledRequest, { carry, api, note, signal: stopped }: SendPorts): Promise<Sent | undefined> {
  const { signingOrderFiles, ...facts } = filled as OrderRequest;
  const token = newOrderToken();
  const sentAt = new Date();
  const { body, files: placed } = buildOrder({ ...facts, files: signingOrderFiles.map(({ name, fileContent }) => ({ name, bytes: files.get(fileContent) ?? Buffer.from(fileContent, "base64") })) }, { token });
  note(`A signing order is sent that carries the mark [${token}].`);
  const lookUp = async (signal: AbortSignal): Promise<string> => {
    const found = await findOrder((operation, request, options) => api.call(operation, request, options), { token, sentAt }, { signal });
    return found.kind === "found"
      ? `It was looked for by its mark [${token}], and is there: ${found.orders.map(({ id }) => id).join(", ")}. Do not send it again.`
      : `It was looked for by its mark [${token}], and is not among the ${found.listed} newest orders. That proves nothing: look again before you send it again.`;
  };
  const unnamed = withoutNames(body).map(visible);
  const done = await carry({
    operation: "signing.orders.create", request: { body, files: placed }, lookUp,
    dialog: {
      question: `Create the signing order "${visible(facts.packageName)}"?`, yes: "Create the Order",
      consequences: [
        ...reachOf(body).map(visible),
        ...(unnamed.length === 0 ? [] : [`Without a first and a last name: ${unnamed.join(", ")}. Some signing providers need both.`]), "An e-mail cannot be called back.",
      ],
    },
  });
  if (done === undefined || readOutcome(done.answer).kind !== "unknown") return done;
  const seen = await lookUp(stopped).catch((error: unknown) => `Looking for it failed too: ${error instanceof Error ? error.message : String(error)}`);
  return { ...done, seen };
}

/** The person gave up in the dialog: nothing was sent. */
class GivenUp extends Error {}

async function sendDistribution(operation: DistributionRequest["operation"], request: FilledRequest, { carry, journal, again }: SendPorts): Promise<Sent | undefined> {
  const { ExternalCorrelationId: guid, ...body } = withFiles(request) as Partial<DistributionRequest["request"]["body"]> & Distribution["body"];
  const { environment, environmentGroup } = request;
  const distribution: Distribution = { environment: environment as DocumentsEnvironment, ...(environmentGroup === undefined ? {} : { environmentGroup }), data: operation === "distribution.sendOnce" ? "xml" : "json", body };
  const fresh: DistributionEntry = { ...newEntry(distribution), ...(guid === undefined ? {} : { externalCorrelationId: guid }) };
  const kept = await journal.find(fresh.digest);
  const choice = kept === undefined || kept.entry.externalCorrelationId === guid ? "same" : await again(kept);
  if (choice === undefined) return undefined;
  const isAgain = kept !== undefined && choice === "same";
  const entry = isAgain ? kept.entry : fresh;
  let failed: CallFailed | undefined;
  const send = async ({ operation: id, request: once }: DistributionRequest): Promise<AnswerOf<"distribution.sendOnce">> => {
    const dialog: Dialog = {
      question: `Distribute "${visible(body.Document)}" of the MetaFile "${visible(body.MetaFile)}"?`, yes: "Distribute",
      consequences: [...distributionWarnings(body), ...(isAgain ? ["It goes out under the same GUID as before: whoever has it already does not get it twice."] : [])],
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
  return failed.outcome !== "unknown" ? failed : new CallFailed(`${failed.message} Send the same request again: it goes out under the same GUID, and reaches nobody twice.`, failed.cause);
}

/** Rows that are counted before many documents are changed. */
const counted = 1000;

async function countMatches(request: FilledRequest, { api, signal }: SendPorts): Promise<string> {
  const { WhereConditions } = request.body as Request<"store.updateMany">["body"];
  const { rows, unread } = readStoreRows(await api.call("store.search", { environment: request.environment as DocumentsEnvironment, body: { Top: counted, WhereConditions } }, { signal }));
  const found = rows.length + unread;
  const sample = rows.slice(0, 5).map(({ jobId, docId }) => `${jobId ?? "?"}/${docId ?? "?"}`).join(", ");
  return `${plannedSentence({ found, atLeast: found >= counted })}${sample === "" ? "" : ` Among them: ${sample}.`}`;
}
