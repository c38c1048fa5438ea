/**
 * Finds what is wrong with a request file of the operation table (`*.signing.json` and the like): runs every rule about
 * such files on one file.
 */
import { registry } from "../findings/registry.ts";
import type { JsonNode } from "../requests/json.ts";
import { innerShape, itemShape, plainShape, readOperation } from "../requests/operationRequest.ts";
import type { OperationRequest, Unlisted } from "../requests/operationRequest.ts";
import type { OperationMistake, RequestFile, Shape } from "../requests/operations.ts";
import { property } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import { propertyNames } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope, Finding, Fix, MissingProperty, WrongValue } from "../rules/finding.ts";
import { meant } from "../rules/requestObjects.ts";
import { newEffort } from "../words/spelling.ts";
import { collector, withinLimit } from "./limit.ts";

const callRequestRules = registry.filter((rule): rule is CallRequestRule => rule.looksAt === "callRequest");

/** Ordered by position. */
export function operationFindings(request: Request, file: RequestFile): readonly Finding[] {
  const scope = newScope(request, file);
  scopes.set(request, { file, scope });
  const found: Finding[] = [];
  for (const rule of callRequestRules) rule.check(scope, collector(rule, found));
  return withinLimit(found.sort((a, b) => a.start - b.start || a.end - b.end));
}

export function operationFixes(finding: Finding, request: Request, file: RequestFile): readonly Fix[] {
  return callRequestRules.find((rule) => rule.code === finding.code)?.fixes?.(finding, scopeOf(request, file)) ?? [];
}

export function operationBeginnings(finding: Finding, request: Request, file: RequestFile): readonly Fix[] {
  return callRequestRules.find((rule) => rule.code === finding.code)?.begin?.(finding, scopeOf(request, file)) ?? [];
}

function scopeOf(request: Request, file: RequestFile): CallRequestScope {
  const kept = scopes.get(request);
  const scope = kept?.file === file ? kept.scope : newScope(request, file);
  scopes.set(request, { file, scope });
  return scope;
}

/**
 * Scopes by request: each is made once for all fixes of the request, because making a scope reads the whole request.
 */
const scopes = new WeakMap<Request, { readonly file: RequestFile; readonly scope: CallRequestScope }>();

function newScope(request: Request, file: RequestFile): CallRequestScope {
  const read = readOperation(request, file);
  let mistakes: ReturnType<CallRequestScope["mistakes"]> | undefined;
  return { request, file, read, mistakes: () => (mistakes ??= placed(read, file)), effort: newEffort() };
}

function placed(read: OperationRequest, file: RequestFile): ReturnType<CallRequestScope["mistakes"]> {
  const { operation, request } = read;
  if (operation === null || read.isTooDeep || request.root === null)
    return { values: [], missing: [], refused: new Set() };
  const all = file.mistakes(operation.id, read.value);
  const unlisted = Map.groupBy(read.unlisted, ({ node }) => node);
  return {
    values: all.flatMap((each) => wrongValue(each, read)),
    missing: request.problems.length > 0 ? [] : all.flatMap((each) => missingProperty(each, read, unlisted)),
    refused: new Set(all.flatMap(({ path, kind }) => (kind === "unknown-property" ? [JSON.stringify(path)] : []))),
  };
}

function wrongValue({ path, kind, message }: OperationMistake, read: OperationRequest): readonly WrongValue[] {
  const at = kind === "value" ? placeOf(path, read) : null;
  // A value that is still being written is already reported as invalid JSON.
  if (at === null || (at.node.kind === "plain" && at.node.value === undefined)) return [];
  return [{ path, message, ...at }];
}

/** Returns nothing if the object has an unlisted name that may be a misspelling of the missing one. */
function missingProperty(
  { path, kind, message }: OperationMistake,
  read: OperationRequest,
  unlisted: ReadonlyMap<JsonNode, readonly Unlisted[]>,
): readonly MissingProperty[] {
  const name = path.at(-1);
  const at = kind === "missing-property" ? placeOf(path.slice(0, -1), read) : null;
  if (at?.node.kind !== "object" || typeof name !== "string" || property(at.node, name) !== undefined) return [];
  const { node } = at;
  const isMeant = (unlisted.get(node) ?? []).some((each) => {
    const words = meant(each.property.name.text, { node, properties: propertyNames(each.shape) });
    // If one of several names is required, the author may have meant a name other than the reported one.
    return words.includes(name) || (message !== "" && words.length > 0);
  });
  return isMeant ? [] : [{ node, name, shape: at.shape && innerShape(at.shape, name), message }];
}

/** Returns the value at the path, with its shape; null if there is none. */
function placeOf(
  path: readonly (string | number)[],
  { request, operation }: OperationRequest,
): { readonly node: JsonNode; readonly shape: Shape | undefined } | null {
  let node: JsonNode | null | undefined = request.root;
  let shape: Shape | undefined = operation?.shape;
  for (const step of path) {
    node =
      typeof step === "number" ? (node?.kind === "list" ? node.items[step] : undefined) : property(node, step)?.value;
    const plain = shape && plainShape(shape);
    shape = plain && (typeof step === "number" ? itemShape(plain) : innerShape(plain, step));
    if (node === null || node === undefined) return null;
  }
  return node ? { node, shape: shape && plainShape(shape) } : null;
}
