/**
 * Fields as the documents list them, each tried on the client's schema and on the running sandbox. Each field becomes a
 * test.
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { operationOf } from "../../../api/index.ts";
import type { OperationId, RequestShape } from "../../../api/index.ts";
import { prepare } from "../../../api/http/prepare.ts";
import type { AnyRequest } from "../../../api/http/prepare.ts";
import type { ReadyClient } from "../../../sandbox/index.ts";
import { at, connect } from "../../sandbox/visit.ts";
import type { Answer } from "../../sandbox/visit.ts";
import type { Contract } from "./service.ts";

/** A call as the documents show it; each test changes one field of it. */
export interface Sample {
  readonly operation: OperationId;
  readonly as?: ReadyClient["name"];
  /** Computed in each test, so that it may hold ids of the running sandbox. */
  readonly request: () => AnyRequest | Promise<AnyRequest>;
}

export interface RequestField {
  /** Dotted path in the body, or in the query if the call has no body. */
  readonly field: string;
  /**
   * `always sent`: the service does not require the field, but the client always sends it. Undefined if the documents
   * do not say whether the field is required.
   */
  readonly is?: "required" | "optional" | "always sent";
  /** Accepted values, by their names in the test titles. */
  readonly takes?: Readonly<Record<string, unknown>>;
  readonly refuses?: Readonly<Record<string, unknown>>;
  /** Values that only the client refuses: the service answers as if it had accepted them. */
  readonly keepsIn?: Readonly<Record<string, unknown>>;
}

/** Returns the values, each named by its own JSON. */
export function each(...values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map((value) => [JSON.stringify(value), value]));
}

/**
 * Declares one test for every row that says whether the field is required, and one for every value that a row names.
 */
export function requestFields(
  contract: () => Contract,
  { operation, as = "standard", request }: Sample,
  fields: readonly RequestField[],
): void {
  const part = operationOf(operation).request === undefined ? "query" : "body";

  async function tryOut(
    { field }: RequestField,
    change: { readonly value: unknown } | "nothing there",
    { client, service }: { readonly client: boolean; readonly service: boolean },
  ): Promise<void> {
    const good = await request();
    const changed = structuredClone({ ...(good[part] as object) });
    if (change === "nothing there") remove(changed, field);
    else put(changed, field, change.value);
    const { connection } = contract().as(as);
    const prepared = () => prepare(connection, operation, { ...good, [part]: changed });
    if (client) {
      assert.doesNotThrow(prepared);
      assert.ok(
        isListed(
          z.toJSONSchema(operationOf(operation)[part === "body" ? "request" : "query"] ?? z.never(), {
            io: "input",
            unrepresentable: "any",
          }) as RequestShape,
          field,
        ),
        `${field} is listed`,
      );
    } else
      assert.throws(prepared, {
        code: "invalid-request",
        outcome: "none",
        message: new RegExp(`${part}\\.${field.split(".")[0]}`),
      });
    const { row, url } = prepare(connection, operation, good);
    if (part === "query")
      url.search = new URLSearchParams(
        Object.entries(changed).map(([name, value]) => [name, String(value)]),
      ).toString();
    const answer = await callAs(contract(), as, {
      method: row.method,
      url: url.href,
      body: part === "body" ? changed : undefined,
    });
    assert.equal(answer.status < 300 ? "taken" : answer.status, service ? "taken" : 400, answer.text.slice(0, 300));
  }

  for (const row of fields) {
    const { field, is, takes = {}, refuses = {}, keepsIn = {} } = row;
    if (is)
      it(`${operation} ${field} is ${is}`, () =>
        tryOut(row, "nothing there", { client: is === "optional", service: is !== "required" }));
    for (const [label, value] of Object.entries(takes))
      it(`${operation} ${field} takes ${label}`, () => tryOut(row, { value }, { client: true, service: true }));
    for (const [label, value] of Object.entries(refuses))
      it(`${operation} ${field} refuses ${label}`, () => tryOut(row, { value }, { client: false, service: false }));
    for (const [label, value] of Object.entries(keepsIn))
      it(`${operation} ${field} is never sent with ${label}`, () =>
        tryOut(row, { value }, { client: false, service: true }));
  }
}

/** Whether the client's schema lists the field. The client sends unlisted fields too. */
function isListed(shape: RequestShape, field: string): boolean {
  const [name = "", ...inside] = field.split(".");
  const next = /^\d+$/.test(name) ? shape.items : shape.properties === undefined ? {} : shape.properties[name];
  if (next === undefined) return false;
  return inside.length === 0 || isListed(next.anyOf?.find(({ type }) => type !== "null") ?? next, inside.join("."));
}

const shapes = {
  text: (value: unknown) => typeof value === "string" && value !== "",
  "text, empty too": (value: unknown) => typeof value === "string",
  "text or null": (value: unknown) => value === null || typeof value === "string",
  time: (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  "UTC time": (value: unknown) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value),
  number: (value: unknown) => typeof value === "number",
  integer: (value: unknown) => Number.isInteger(value),
  "true or false": (value: unknown) => typeof value === "boolean",
  object: (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
  list: (value: unknown) => Array.isArray(value) && value.length > 0,
  anything: (value: unknown) => value !== undefined,
} as const;

/** For each shape, a value that a field of this shape never has. */
const wrong: Readonly<Record<keyof typeof shapes, unknown>> = {
  text: { no: "text" },
  "text, empty too": { no: "text" },
  "text or null": { no: "text" },
  time: { no: "time" },
  "UTC time": { no: "time" },
  number: "no number",
  integer: 1.5,
  "true or false": "perhaps",
  object: "no object",
  list: "no list",
  anything: undefined,
};

/** How to get one answer of the sandbox as JSON, and how strictly its fields are tested. */
export interface AnswerSample {
  readonly operation: OperationId;
  /** The unchanged answer. */
  readonly answer: () => Promise<unknown>;
  /** Set if the client's schema leaves the shapes of the fields open, because the documents allow several shapes. */
  readonly isLoose?: true;
}

/**
 * Declares one test for every field. The sandbox returns the field in its documented shape. The client reads the
 * field's name in any letter case. It never accepts a value of another shape: it omits the value, reads it as text, or
 * refuses the answer.
 */
export function answerFields(
  { operation, answer, isLoose }: AnswerSample,
  fields: Readonly<Record<string, keyof typeof shapes>>,
): void {
  for (const [field, shape] of Object.entries(fields)) {
    it(`${operation} answers ${field}: ${shape}`, async () => {
      const given = await answer();
      const value = at(given, field);
      assert.ok(shapes[shape](value), `${field}: ${JSON.stringify(value)}`);
      const parse = (json: unknown): unknown => operationOf(operation).schema?.parse(json);
      assert.deepEqual(toPlain(at(parse(given), field)), value);
      if (isLoose) return;
      const [name = "", ...outside] = field.split(".").toReversed();
      const spelled = structuredClone(given);
      remove(spelled, field);
      put(spelled, [...outside.toReversed(), name.toUpperCase()].join("."), value);
      assert.deepEqual(toPlain(at(parse(spelled), field)), value, "in capitals");
      if (wrong[shape] === undefined) return;
      const broken = structuredClone(given);
      put(broken, field, wrong[shape]);
      const read = operationOf(operation).schema?.safeParse(broken);
      // The client omits a wrong value if no view needs the field; otherwise it refuses the answer.
      if (read?.success === true) assert.notDeepEqual(toPlain(at(read.data, field)), wrong[shape], name);
    });
  }
}

/** Sends exactly this request, bypassing the client. */
export async function callAs(
  contract: Contract,
  as: ReadyClient["name"],
  { method, url, body }: { readonly method: string; readonly url: string; readonly body?: unknown },
): Promise<Answer> {
  const service = connect(contract.ready);
  return service.send(method, url, {
    ...(body === undefined ? {} : { body }),
    headers: { authorization: `Bearer ${await bearerOf(contract, as)}` },
  });
}

/** Makes a call as documented, and resolves with the raw answer, which the client has not read. */
export async function rawAnswer(
  contract: Contract,
  operation: OperationId,
  request: AnyRequest,
  as: ReadyClient["name"] = "standard",
): Promise<unknown> {
  const { row, url, payload } = prepare(contract.as(as).connection, operation, request);
  const answer = await callAs(contract, as, { method: row.method, url: url.href, body: payload });
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
}

const bearers = new WeakMap<Contract, Map<string, Promise<string>>>();

function bearerOf(contract: Contract, as: ReadyClient["name"]): Promise<string> {
  const known = bearers.get(contract) ?? new Map<string, Promise<string>>();
  bearers.set(contract, known);
  const bearer = known.get(as) ?? connect(contract.ready).bearer(as);
  known.set(as, bearer);
  return bearer;
}

/** Converts to plain objects, as in JSON: the client's maps have no prototype. */
function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function put(inside: unknown, field: string, value: unknown): void {
  const [name = "", holder] = placeOf(inside, field);
  Reflect.set(holder, name, value);
}

function remove(inside: unknown, field: string): void {
  const [name = "", holder] = placeOf(inside, field);
  Reflect.deleteProperty(holder, name);
}

function placeOf(inside: unknown, field: string): [name: string | undefined, holder: object] {
  const names = field.split(".");
  const name = names.pop();
  const holder = names.length === 0 ? inside : at(inside, names.join("."));
  assert.ok(typeof holder === "object" && holder !== null, field);
  return [name, holder];
}
