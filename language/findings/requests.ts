/** What is wrong with a request file: every rule about create-form requests (`*.form.json`), or about the operation table, on one file. */
import type { Context } from "../context.ts";
import { needsOfSmartform, type Needs } from "../needs.ts";
import { flatValues, printContext, smartformOf, type Request, type ValueCollision, valueCollisions } from "../requests/request.ts";
import type { Finding, Fix, RequestRule, RequestScope } from "./finding.ts";
import { operationFindings, operationFixes } from "./operations.ts";
import { collector, withinLimit } from "./limit.ts";
import { registry } from "./registry.ts";
import { newEffort } from "./spelling.ts";

const requestRules = registry.filter((rule): rule is RequestRule => rule.looksAt === "request");

/** Everything that is wrong with one request, ordered by position. Of the context only the catalog counts: a request says the rest itself. */
export function requestFindings(request: Request, context: Context): readonly Finding[] {
  if (context.requestFile !== undefined) return operationFindings(request, context.requestFile);
  const scope = newScope(request, context);
  scopes.set(request, { context, revision: context.catalog.revision, scope });
  const found: Finding[] = [];
  for (const rule of requestRules) rule.check(scope, collector(rule, found));
  return withinLimit(found.sort((a, b) => a.start - b.start || a.end - b.end));
}

/** Ways to repair one finding of `requestFindings`, the likeliest first; empty where only the author can know. */
export function requestFixes(finding: Finding, request: Request, context: Context): readonly Fix[] {
  if (context.requestFile !== undefined) return operationFixes(finding, request, context.requestFile);
  return requestRules.find((rule) => rule.code === finding.code)?.fixes?.(finding, requestScope(request, context)) ?? [];
}

const scopes = new WeakMap<Request, { readonly context: Context; readonly revision: number; readonly scope: RequestScope }>();

/** Made once for all fixes of a request: it reads the whole of it. */
function requestScope(request: Request, context: Context): RequestScope {
  const { revision } = context.catalog;
  const kept = scopes.get(request);
  if (kept?.context === context && kept.revision === revision) return kept.scope;
  const scope = newScope(request, context);
  scopes.set(request, { context, revision, scope });
  return scope;
}

function newScope(request: Request, context: Context): RequestScope {
  const smartform = smartformOf(request, context.catalog);
  const print = printContext(request, context);
  const fields = smartform.state === "known" && smartform.value.fields.state === "known" ? new Map(smartform.value.fields.value.map((field) => [field.name, field])) : null;
  let needs: Needs | null | undefined;
  let names: ReadonlySet<string> | null | undefined;
  let collisions: ReadonlyMap<number, ValueCollision> | undefined;
  const scope: RequestScope = {
    request, smartform, fields,
    context: print,
    values: flatValues(request, smartform),
    collisions: () => (collisions ??= new Map(valueCollisions(scope.values).map((each) => [each.value.property.name.start, each]))),
    needs: () => (needs ??= smartform.state === "known" ? needsOfSmartform(smartform.value, print) : null),
    names: () => (names ??= namesOf(scope)),
    effort: newEffort(),
  };
  return scope;
}

function namesOf({ fields, needs }: RequestScope): ReadonlySet<string> | null {
  const printed = needs();
  if (fields === null || printed === null || !printed.complete) return null;
  return new Set([...fields.keys(), ...printed.inputs.keys(), ...printed.sources.keys()]);
}
