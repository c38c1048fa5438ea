/**
 * Sends every call that a person starts. Asks for consent if the call needs a ticket, shows progress with a cancel
 * button, and says in words why a call failed. Nothing else sends such a call.
 */
import { operationOf } from "../../api/index.ts";
import type { AnswerOf, OperationId, Request } from "../../api/index.ts";
import { send } from "./carryOutModel.ts";
import type { Dialog, Sending } from "./carryOutModel.ts";
import type { Session } from "../connections/session.ts";
import { askConsent } from "./consent.ts";
import { openLateProgress } from "../window/lateProgress.ts";

interface Wish<Id extends OperationId> {
  readonly session: Session;
  readonly operation: Id;
  readonly request: Request<Id>;
  readonly dialog?: Dialog;
  readonly lookUp?: Sending<Id>["lookUp"];
  readonly record?: Sending<Id>["record"];
  /** Cancels the call, as the cancel button of its progress does. */
  readonly signal?: AbortSignal;
}

/**
 * Resolves with undefined if the person gave up before anything was sent, or cancelled a read. Rejects with CallFailed,
 * whose message is for the user.
 */
export async function carryOut<Id extends OperationId>({
  session,
  operation,
  request,
  dialog = {},
  lookUp,
  record,
  signal,
}: Wish<Id>): Promise<{ readonly answer: AnswerOf<Id> } | undefined> {
  const { name } = operationOf(operation);
  const title = capitalised(name);
  const { question = `${title}?`, consequences = [], yes = title, people, filedUnder } = dialog;
  const stop = new AbortController();
  let progress: { readonly close: () => void } | undefined;
  try {
    return await send({
      api: session.api,
      operation,
      request,
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
      consent: () =>
        askConsent({
          ...request,
          session,
          operation,
          question,
          consequences,
          yes,
          ...(people && { people }),
          ...(filedUnder && { filedUnder }),
        }),
      onSent: () => (progress = openLateProgress(`${title}…`, { stop: () => stop.abort() })),
      ...(lookUp && { lookUp }),
      ...(record && { record }),
    });
  } finally {
    progress?.close();
  }
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
