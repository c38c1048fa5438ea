/** Reads request bodies and queries: a field has the right type, is absent, or is refused with its name. */
import type * as z from "zod";
import { Refusal } from "./refusal.ts";
import type { RefusalId } from "./refusal.ts";
import { isObject } from "../../language/index.ts";
import type { Json, JsonObject } from "../../language/index.ts";

/** Returns the body as an object; refuses anything else, even an empty body. */
export function objectBody(body: unknown): JsonObject {
  if (!isObject(body)) throw new Refusal("body-not-json", "an object is required");
  return body;
}

/** Returns the field's own value; names such as `constructor` are never found on the prototype. */
export function field(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Returns undefined if the field is absent or null. */
export function stringField(body: JsonObject, name: string): string | undefined {
  const value = field(body, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new Refusal("bad-field", `${name} must be a string`);
  return value;
}

/** For a field without a documented type: also accepts a number, and returns it as text. */
export function textOrNumberField(body: JsonObject, name: string): string | undefined {
  const value = field(body, name);
  return typeof value === "number" ? String(value) : stringField(body, name);
}

export function booleanField(body: JsonObject, name: string): boolean | undefined {
  const value = field(body, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw new Refusal("bad-field", `${name} must be true or false`);
  return value;
}

export function mapField(body: JsonObject, name: string): JsonObject | undefined {
  const value = field(body, name);
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new Refusal("bad-field", `${name} must be an object`);
  return value;
}

/** Returns a non-empty string, otherwise refuses. */
export function requiredField(body: JsonObject, name: string, refusal: RefusalId, read = stringField): string {
  const value = read(body, name);
  if (value === undefined || value.trim() === "") throw new Refusal(refusal, name);
  return value;
}

/** Returns a whole number from the query; `fallback` if absent. */
export function numberQuery(query: URLSearchParams, name: string, fallback: number): number {
  const value = query.get(name);
  if (value === null || value === "") return fallback;
  if (!/^-?\d{1,15}$/.test(value)) throw new Refusal("bad-query", `${name} must be a whole number`);
  return Number(value);
}

/** True or false in any letter case. */
export function booleanQuery(query: URLSearchParams, name: string, fallback: boolean): boolean {
  const value = query.get(name);
  if (value === null || value === "") return fallback;
  if (!/^(true|false)$/i.test(value)) throw new Refusal("bad-query", `${name} must be true or false`);
  return value.toLowerCase() === "true";
}

/** Returns the body parsed by a schema of the control API; refuses with the first mismatch. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(objectBody(body));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Refusal("bad-field", `${issue?.path.join(".")}: ${issue?.message}`);
}
