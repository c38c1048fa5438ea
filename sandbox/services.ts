/**
 * Every service of the sandbox, and their combined tables. No service imports this file. A service that needs another
 * service imports that service, or receives what it needs.
 */
import type { CatalogFile, OperationId } from "../api/index.ts";
import { archive } from "./archive/service.ts";
import { audit } from "./audit/service.ts";
import type { Call, Handler } from "./base/call.ts";
import type { Choice, ChoiceId } from "./base/choice.ts";
import { commonChoices } from "./base/choices.ts";
import type { RefusalId, RefusalRow } from "./base/refusal.ts";
import { commonRefusals } from "./base/refusals.ts";
import type { Service } from "./base/service.ts";
import type { State } from "./base/state.ts";
import { distribution } from "./distribution/service.ts";
import { documents } from "./documents/service.ts";
import { forms } from "./forms/service.ts";
import { library } from "./library/service.ts";
import { signIn } from "./signIn/service.ts";
import { signing } from "./signing/service.ts";
import { statistics } from "./statistics/service.ts";
import { store } from "./store/service.ts";
import { traffic } from "./traffic/service.ts";
import { viewer } from "./viewer/service.ts";

/** The tables of the services are created in this order. */
const table = [
  signIn,
  library,
  forms,
  traffic,
  audit,
  statistics,
  signing,
  archive,
  documents,
  store,
  distribution,
  viewer,
] as const satisfies readonly Service[];

export const services: readonly Service[] = table;

/** The parts of a service that consist of rows with keys. */
type Part = "handlers" | "exceptions" | "refusals" | "choices";
type Row<Of extends Part> = NonNullable<Required<Service>[Of][keyof Required<Service>[Of]]>;
/** The keys of all rows that the services have in the part `Of`. */
type Names<Of extends Part, Each = (typeof table)[number]> = Each extends { readonly [_ in Of]: infer Rows }
  ? keyof Rows
  : never;

function merged<Of extends Part>(part: Of): Readonly<Record<Names<Of>, Row<Of>>> {
  return Object.assign({}, ...services.map((service) => service[part])) as Readonly<Record<Names<Of>, Row<Of>>>;
}

/** A handler for every row of the operation table. A missing handler is a compile error. */
export const handlers: Readonly<Record<OperationId, Handler>> = merged("handlers");

export const exceptions: Required<Service>["exceptions"] = merged("exceptions");

export const refusals: Readonly<Record<RefusalId, RefusalRow>> = { ...commonRefusals, ...merged("refusals") };

export const choices: Readonly<Record<ChoiceId, Choice>> = {
  ...commonChoices,
  ...merged("choices"),
};

export function isChoiceId(id: string): id is ChoiceId {
  return Object.hasOwn(choices, id);
}

export const schema = services.map(({ schema: tables = "" }) => tables).join("");

export const listeners = services.flatMap(({ listener }) => listener ?? []);

/** Adds a catalog file to a company; throws an Error with the path of the first mismatch. Call it in a transaction. */
export function importCatalog(state: State, company: string, catalog: CatalogFile): void {
  for (const service of services) service.importCatalog?.(state, company, catalog);
}

/** Does the work that is due by the service's clock. Call it in a transaction. */
export function catchUp(call: Pick<Call, "state" | "send">): void {
  for (const service of services) service.catchUp?.(call);
}
