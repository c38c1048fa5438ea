/** Writes an audit event from outside (document 2, "Audit event (written)"). A stored event can never be removed. */
import type { Handler } from "../base/call.ts";
import {
  booleanField,
  field,
  mapField,
  objectBody,
  requiredField,
  stringField,
  textOrNumberField,
} from "../base/read.ts";
import type { Json, JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { insertAuditEvent } from "./store.ts";

export const writeEvent: Handler = ({ state, company, body }) => {
  const request = objectBody(body);
  const customer = requiredField(request, "customerId", "audit-customer", textOrNumberField);
  const logName = requiredField(request, "logName", "audit-name", textOrNumberField);
  const user = requiredField(request, "user", "audit-user", textOrNumberField);
  const source = numberField(state, request, "source", 16);
  const level = numberField(state, request, "level", 3);
  const eventId = field(request, "eventId");
  if (eventId !== undefined && eventId !== null && typeof eventId !== "number" && typeof eventId !== "string")
    throw new Refusal("audit-value", "eventId");
  const logDateUtc = stringField(request, "logDateUtc");
  if (logDateUtc !== undefined && Number.isNaN(Date.parse(logDateUtc))) throw new Refusal("audit-value", "logDateUtc");
  const text = Object.fromEntries(
    ["environmentId", "opCode", "category", "keywords", "computer"].flatMap((name) => {
      // The documents give these fields no type (A9).
      const value = textOrNumberField(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const gdpr = booleanField(request, "gdpr") ?? false;
  const description = mapField(request, "description");
  checkCustomer(state, company, customer);
  // The event is not stored, but the answer is the same as if it had been stored (T98).
  if (!description || namesCompany(state, description)) return { status: 200 };
  insertAuditEvent(state, {
    company,
    logName,
    source,
    level,
    createdAt: state.now(),
    record: {
      user,
      gdpr,
      category: "",
      ...text,
      description: withCompany(state, company, description),
      ...(eventId === undefined || eventId === null ? {} : { eventId }),
      ...(logDateUtc === undefined ? {} : { logDateUtc }),
    },
  });
  return { status: 200 };
};

/** Accepts the company's id, or its name as in the ready line (T108, A1). */
function checkCustomer(state: State, company: string, customer: string): void {
  const own = state.one("SELECT 1 FROM company WHERE id = ? AND ? IN (id, name)", company, customer);
  if (!own && state.choice("A1") !== "stored") throw new Refusal("audit-foreign");
}

function namesCompany(state: State, description: JsonObject): boolean {
  return Object.keys(description).some(
    (name) => name === "Company" || (state.choice("A4") === "in any letter case" && name.toLowerCase() === "company"),
  );
}

/** Adds the company's name. What is read back therefore differs from what was sent (T99, A3). */
function withCompany(state: State, company: string, description: JsonObject): JsonObject {
  const name = state.one<{ name: string }>("SELECT name FROM company WHERE id = ?", company)?.name ?? "";
  const how = state.choice("A3");
  if (how === "as a value of its own") return { Company: name, ...description };
  const [first, ...others] = Object.entries(description);
  if (!first) return description;
  const behind = typeof first[1] === "string" ? first[1] : JSON.stringify(first[1]);
  return Object.fromEntries([[first[0], `${name}${how === "with a space" ? " " : ""}${behind}`], ...others] satisfies [
    string,
    Json,
  ][]);
}

function numberField(state: State, request: JsonObject, name: "source" | "level", highest: number): number {
  const value = field(request, name);
  if (value === undefined || value === null) throw new Refusal(`audit-${name}`);
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Refusal("audit-value", name);
  if ((value < 1 || value > highest) && state.choice("N53") === "400") throw new Refusal("audit-value", name);
  return value;
}
