/**
 * What a request file may hold, as plain data for editors, and what the service would refuse in it. All of it comes
 * from the operation table.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { documentsEnvironments, environmentIn, environments } from "../connection.ts";
import { effectOf, mayGoWithout, operationOf, receiversOf } from "../operations.ts";
import type { Effect, Operation } from "../operation.ts";
import { isRequestFileKind, isRequestFileOperation, requestFileOperations } from "./kinds.ts";
import type { RequestFileOperation } from "./kinds.ts";
import { meaningOf } from "./meanings.ts";
import { mistakesIn } from "./mistakes.ts";
import type { RequestMistake } from "./mistakes.ts";

/** The part of JSON Schema that describes shapes. */
export interface RequestShape {
  readonly type?: string | readonly string[];
  /** What the property means, in words for the user. */
  readonly description?: string;
  readonly properties?: Readonly<Record<string, RequestShape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | RequestShape;
  readonly items?: RequestShape;
  readonly anyOf?: readonly RequestShape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** `password`: a secret, which belongs in no file. `uri`: an address that the service will call. */
  readonly format?: string;
  /** `base64`: the request file may name a file instead of holding its bytes. */
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

/** One operation as a request file holds it. */
interface RequestFileShape {
  readonly id: string;
  /** For example "create the signing order". */
  readonly name: string;
  /** Document and section. */
  readonly section: string;
  /** The shape of the whole file: operation, environment, path, query, body. */
  readonly shape: RequestShape;
}

/** Returns the operations of a kind of file, in the order in which they are offered; empty for an unknown kind. */
export function operationsOfRequestFile(kind: string): readonly RequestFileShape[] {
  return isRequestFileKind(kind) ? requestFileOperations[kind].map(describe) : [];
}

/**
 * Returns every mistake in the content of a file. `request` is its JSON, with text in place of files and secrets. The
 * list is empty for an operation that no file can hold.
 */
export function mistakesOfRequest(operation: string, request: unknown): readonly RequestMistake[] {
  return isRequestFileOperation(operation) ? mistakesIn(schemaOf(operation), request) : [];
}

/** Returns the effect of sending the file, and its receivers. */
export function reachOfRequest(
  operation: string,
  { query, body }: { readonly query?: unknown; readonly body?: unknown },
): { readonly effect: Effect; readonly receivers: readonly string[] } {
  if (!isRequestFileOperation(operation)) return { effect: "read", receivers: [] };
  return { effect: effectOf(operation, { query, body }), receivers: receiversOf(operation, { query, body }) };
}

/** Shapes without their descriptions, because the descriptions depend on the current language. */
const shapes = new Map<RequestFileOperation, RequestShape>();

function describe(id: RequestFileOperation): RequestFileShape {
  const shape =
    shapes.get(id) ?? (z.toJSONSchema(schemaOf(id), { io: "input", unrepresentable: "any" }) as RequestShape);
  shapes.set(id, shape);
  const { name, section } = operationOf(id);
  return { id, name, section, shape: withMeanings(shape, id, []) };
}

function withMeanings(shape: RequestShape, operation: string, path: readonly string[]): RequestShape {
  const { properties, items, anyOf } = shape;
  const meaning = shape.description ?? meaningOf(operation, path);
  return {
    ...shape,
    ...(meaning === undefined ? {} : { description: meaning }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, withMeanings(inner, operation, [...path, name])]),
          ),
        }),
    ...(items === undefined ? {} : { items: withMeanings(items, operation, path) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => withMeanings(each, operation, path)) }),
  };
}

const schemas = new Map<RequestFileOperation, z.ZodType>();

/** Returns the schema of the whole file. */
function schemaOf(id: RequestFileOperation): z.ZodType {
  const schema = schemas.get(id) ?? fileSchema(id, operationOf(id));
  schemas.set(id, schema);
  return schema;
}

function fileSchema(id: RequestFileOperation, row: Operation): z.ZodType {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const query = row.query?.safeParse({}).success ? row.query.optional() : row.query;
  return z.strictObject({
    operation: z.literal(id).optional(),
    ...(row.environment === "none" ? {} : { environment: environmentOf(row).optional() }),
    ...(row.environment === "prefix" ? { environmentGroup: z.string().min(1).optional() } : {}),
    ...(names.length === 0
      ? {}
      : { path: z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().min(1)]))) }),
    ...(query === undefined ? {} : { query }),
    ...(row.request === undefined
      ? {}
      : { body: mayGoWithout(row) ? row.request.optional() : withoutGuid(id, row.request) }),
  });
}

/** Returns the schema of the environment's name. Only the forms API accepts the name in any letter case. */
function environmentOf(row: Operation): z.ZodType {
  const names: readonly string[] = row.environment === "prefix" ? documentsEnvironments : environments;
  if (row.environment !== "optional-prefix") return z.enum(names);
  return z
    .string()
    .refine((name) => environmentIn(name) !== undefined, { error: () => l10n.t("expected {0}", names.join(", ")) })
    .meta({ enum: [...names] });
}

/**
 * Makes `ExternalCorrelationId` optional. This GUID protects against sending twice: if the file names no GUID, one is
 * chosen and stored when the file is sent.
 */
function withoutGuid(id: RequestFileOperation, request: z.ZodType): z.ZodType {
  const isDistribution = id === "distribution.sendOnce" || id === "distribution.sendOnceJson";
  return isDistribution && request instanceof z.ZodObject
    ? request.safeExtend({ ExternalCorrelationId: z.guid().optional() })
    : request;
}
