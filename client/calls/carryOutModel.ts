/**
 * Sends one call that a person started, and does not repeat it if it fails. Adds a ticket if the call needs one, and
 * describes the outcome of a failed call in words. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { messageOf } from "../../language/index.ts";
import { explain, isApiError, isRead, needsTicket, operationOf } from "../../api/index.ts";
import type { AnswerOf, Api, ApiError, CallOptions, OperationId, Outcome, Request, Ticket } from "../../api/index.ts";

/** The call failed. `outcome` says what is known of its effect; the message is a complete text for the user. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  override readonly cause: ApiError;
  readonly outcome: Outcome;

  constructor(message: string, cause: ApiError) {
    super(message, { cause });
    this.cause = cause;
    this.outcome = cause.outcome;
  }
}

/** The words of the dialog; defaults come from the operation table. */
export interface Dialog {
  /** `Cancel the signing order "Lease"?` */
  readonly question?: string;
  readonly consequences?: readonly string[];
  /** Everybody whom the call reaches, read just before the dialog. */
  readonly people?: readonly string[];
  readonly yes?: string;
  /**
   * Environments of the things that the call reaches, if the call itself names none. For Production, the person must
   * type its name.
   */
  readonly filedUnder?: readonly string[];
}

export interface Sending<Id extends OperationId> {
  readonly api: Api;
  readonly operation: Id;
  readonly request: Request<Id>;
  /** Called only if the transport refuses the call without a ticket; undefined means that the person declined. */
  readonly consent: () => Promise<Ticket | undefined>;
  /**
   * Called if the outcome is unknown: reads from the service, and returns a sentence about what is there. If this
   * reading fails, the failure is reported, not thrown.
   */
  readonly lookUp?: (signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
  /**
   * Writes down what must be on disk before the call is sent; runs after consent. If it rejects, the call is not sent.
   */
  readonly record?: () => Promise<void>;
  /** Called when the call is sent: progress is shown only from then on, not while the person reads the dialog. */
  readonly onSent?: () => void;
}

/** Resolves with undefined if nothing was sent or a read was cancelled. Rejects with CallFailed. */
export async function send<Id extends OperationId>(
  sending: Sending<Id>,
): Promise<{ readonly answer: AnswerOf<Id> } | undefined> {
  const { api, operation, request, consent, lookUp, signal, record, onSent } = sending;
  const isAsked = needsTicket(operation, request);
  const ticket = isAsked ? await consent() : undefined;
  if (isAsked && ticket === undefined) return undefined;
  if (signal.aborted) return undefined;
  await record?.();
  onSent?.();
  const call = api.call as (id: Id, request: Request<Id>, options: CallOptions<Id>) => Promise<AnswerOf<Id>>;
  try {
    return { answer: await call(operation, request, { signal, ...(ticket && { ticket }) } as CallOptions<Id>) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (signal.aborted && error.code === "cancelled" && (isRead(operation) || error.outcome === "none"))
      return undefined;
    throw new CallFailed(await failureWords(error, request, lookUp), error);
  }
}

/** Milliseconds for the check that follows a failed call. */
const looking = 30_000;

async function failureWords(
  error: ApiError,
  request: {
    readonly environment?: string;
    readonly environmentGroup?: string;
    readonly path?: Readonly<Record<string, string>> | undefined;
    readonly body?: unknown;
  },
  lookUp: Sending<OperationId>["lookUp"],
): Promise<string> {
  const { environment, environmentGroup, path, body } = request;
  const words = explain(error, {
    ...(environment && { environment }),
    ...(environmentGroup && { environmentGroup }),
    ...(path && { path }),
    body,
  });
  if (error.outcome !== "unknown")
    return words === error.message || error.operation === "token"
      ? error.message
      : l10n.t("Could not {0}. {1}", operationOf(error.operation).name, words);
  if (lookUp === undefined) return error.message;
  const seen = await lookUp(AbortSignal.timeout(looking)).catch((failure: unknown) =>
    l10n.t("The current state could not be checked either: {0}", messageOf(failure)),
  );
  return `${error.message} ${seen}`;
}
