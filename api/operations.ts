/** The operation table, which clients, sandbox, dialogs, schemas, docs and tests all read. */
import * as z from "zod";
import { archiveOperations } from "./operations/archive.ts";
import { auditOperations } from "./operations/audit.ts";
import { distributionOperations } from "./operations/distribution.ts";
import { environmentsIn } from "./operations/formRequest.ts";
import { formOperations } from "./operations/forms.ts";
import { outputsOperations } from "./operations/outputs.ts";
import { pdfOperations } from "./operations/pdfs.ts";
import { sessionsOperations } from "./operations/sessions.ts";
import { signingOperations } from "./operations/signing.ts";
import { statisticsOperations } from "./operations/statistics.ts";
import { storeOperations } from "./operations/store.ts";
import { textLibraryOperations } from "./operations/textLibrary.ts";
import type { Effect, Operation, TicketedEffect } from "./operation.ts";

export const operations = {
  ...formOperations,
  ...pdfOperations,
  ...textLibraryOperations,
  ...auditOperations,
  ...statisticsOperations,
  ...signingOperations,
  ...archiveOperations,
  ...sessionsOperations,
  ...outputsOperations,
  ...storeOperations,
  ...distributionOperations,
};

export type OperationId = keyof typeof operations;

/** Returns the row of an operation, typed to include the fields that only some rows have. */
export function operationOf(id: OperationId): Operation {
  return operations[id];
}

/** True for the ids of the table; an id from another process is only a string. */
export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

type Payload = { readonly query?: unknown; readonly body?: unknown };
type Destined = Payload & { readonly environment?: string | undefined };

/** Returns the effect of this very call. */
export function effectOf(id: OperationId, request: Payload): Effect {
  const { effect } = operationOf(id);
  return typeof effect === "function" ? effect(request) : effect;
}

/** Returns the environment in the address of a call, or else the one in the body; undefined if neither names one. */
export function environmentNamed(id: OperationId, request: Destined): string | undefined {
  return environmentsNamed(id, request)[0];
}

/** Returns the environments that a call names; the one in the address comes first. */
function environmentsNamed(id: OperationId, { environment, body }: Destined): readonly string[] {
  const named = environment === undefined ? [] : [environment];
  return operationOf(id).environment === "optional-prefix" ? [...named, ...environmentsIn(body)] : named;
}

const ticketed: readonly Effect[] = ["configuration", "destroy", "reaches-people"] satisfies readonly TicketedEffect[];

/**
 * Whether the call creates a form in Production. Such a form is real for the company, even if nobody is notified: it
 * appears among customers' data, and statistics count it.
 */
export function makesInProduction(id: OperationId, request: Destined): boolean {
  return (
    operationOf(id).environment === "optional-prefix" &&
    !isRead(id) &&
    environmentsNamed(id, request).some((name) => name.toLowerCase() === "production")
  );
}

/** Whether the transport refuses this very call without a ticket. */
export function needsTicket(id: OperationId, request: Destined): boolean {
  return ticketed.includes(effectOf(id, request)) || makesInProduction(id, request);
}

/** Whether everything in the body of a read is optional: if so, a missing body means the same as an empty one. */
export function mayGoWithout({ effect, request }: Operation): boolean {
  return (
    effect === "read-by-post" &&
    (request instanceof z.ZodObject || request instanceof z.ZodDefault) &&
    request.safeParse({}).success
  );
}

/** Returns everybody whom this very call reaches, as text for a dialog; empty if it reaches nobody. */
export function receiversOf(id: OperationId, request: Payload): readonly string[] {
  return operationOf(id).receivers?.(request) ?? [];
}

/**
 * True if the call changes nothing, be it a GET or a POST: only such calls may come from a language server, a preview
 * or a refresh.
 */
export function isRead(id: string): id is ReadOperationId {
  if (!isOperationId(id)) return false;
  const { effect } = operationOf(id);
  return effect === "read" || effect === "read-by-post";
}

export type ReadOperationId = {
  [Id in OperationId]: (typeof operations)[Id]["effect"] extends "read" | "read-by-post" ? Id : never;
}[OperationId];

/** The ids of all reads. */
export const readOperations: readonly ReadOperationId[] = Object.keys(operations).filter(isRead);
