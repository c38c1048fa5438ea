/**
 * Finds what is wrong with a request file: runs every rule about create-form requests (`*.form.json`), or about the
 * operation table, on one file.
 */
import type { Context } from "../context.ts";
import { registry } from "../findings/registry.ts";
import { needsOfSmartform, printContext } from "../needs.ts";
import type { Needs } from "../needs.ts";
import { formInside, silentCall } from "../requests/formInside.ts";
import { flatValues, smartformOf, valueCollisions } from "../requests/request.ts";
import type { Request, ValueCollision } from "../requests/request.ts";
import type { Finding, Fix, FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { newEffort } from "../words/spelling.ts";
import { operationBeginnings, operationFindings, operationFixes } from "./callRequest.ts";
import { collector, withinLimit } from "./limit.ts";

const formRequestRules = registry.filter((rule): rule is FormRequestRule => rule.looksAt === "formRequest");

/**
 * Returns everything that is wrong with one request, ordered by position. Uses only `catalog` and `requestFile` of the
 * context: the request itself contains everything else.
 */
export function requestFindings(request: Request, context: Context): readonly Finding[] {
  if (context.requestFile === undefined) return findingsOf(request, context, formRequestRules);
  const found = operationFindings(request, context.requestFile);
  const inside = formInside(request);
  if (inside === null) return found;
  // Each mistake is reported only once: the rules of the form do not repeat what the rules of the call report.
  const told = spansOf(found);
  const more = findingsOf(
    inside.request,
    context,
    formRequestRules.filter(
      ({ code }) => ofSmartform.has(code) && !(inside.operation === silentCall && code === "form-party-ignored"),
    ),
  ).filter((finding) => !told(finding));
  return [...found, ...more].sort(byPlace);
}

function findingsOf(request: Request, context: Context, those: readonly FormRequestRule[]): readonly Finding[] {
  const scope = newScope(request, context);
  scopes.set(request, { context, revision: context.catalog.revision, scope });
  const found: Finding[] = [];
  for (const rule of those) rule.check(scope, collector(rule, found));
  return withinLimit(found.sort(byPlace));
}

const byPlace = (a: Finding, b: Finding): number => a.start - b.start || a.end - b.end;

/**
 * Rules that check a form against its Smartform. They also apply to the form in a request file for another call that
 * makes a form. There, the rules of that call cover syntax, shape and receivers.
 */
const ofSmartform: ReadonlySet<string> = new Set([
  "form-unknown-smartform",
  "form-environment",
  "form-unknown-value",
  "form-value-shape",
  "form-suffix",
  "form-value-collision",
  "form-unknown-party",
  "form-party-ignored",
  "form-missing-data",
]);

/** Returns a function that says whether any finding of `found` has the same range as a given finding. */
function spansOf(found: readonly Finding[]): (finding: Finding) => boolean {
  const places = new Set(found.map(({ start, end }) => `${start} ${end}`));
  return ({ start, end }) => places.has(`${start} ${end}`);
}

/**
 * Returns ways to repair one finding of `requestFindings`, the most likely first; empty if only the author can know the
 * right one.
 */
export function requestFixes(finding: Finding, request: Request, context: Context): readonly Fix[] {
  if (context.requestFile !== undefined) {
    const inside = ofSmartform.has(finding.code) ? formInside(request) : null;
    return inside === null
      ? operationFixes(finding, request, context.requestFile)
      : fixesOf(finding, inside.request, context);
  }
  return fixesOf(finding, request, context);
}

function fixesOf(finding: Finding, request: Request, context: Context): readonly Fix[] {
  return (
    formRequestRules.find((rule) => rule.code === finding.code)?.fixes?.(finding, requestScope(request, context)) ?? []
  );
}

/**
 * Returns the finding's fixes that the author has to complete, for an editor that moves the cursor to the places that
 * still have to be filled in.
 */
export function requestBeginnings(finding: Finding, request: Request, context: Context): readonly Fix[] {
  if (context.requestFile !== undefined) return operationBeginnings(finding, request, context.requestFile);
  return (
    formRequestRules.find((rule) => rule.code === finding.code)?.begin?.(finding, requestScope(request, context)) ?? []
  );
}

const scopes = new WeakMap<
  Request,
  { readonly context: Context; readonly revision: number; readonly scope: FormRequestScope }
>();

/** Makes a scope once for all fixes of a request, because this reads the whole request. */
function requestScope(request: Request, context: Context): FormRequestScope {
  const { revision } = context.catalog;
  const kept = scopes.get(request);
  if (kept?.context === context && kept.revision === revision) return kept.scope;
  const scope = newScope(request, context);
  scopes.set(request, { context, revision, scope });
  return scope;
}

function newScope(request: Request, context: Context): FormRequestScope {
  const smartform = smartformOf(request, context.catalog);
  const print = printContext(request, context);
  const fields =
    smartform.state === "known" && smartform.value.fields.state === "known"
      ? new Map(smartform.value.fields.value.map((field) => [field.name, field]))
      : null;
  let needs: Needs | null | undefined;
  let names: ReadonlySet<string> | null | undefined;
  let collisions: ReadonlyMap<number, ValueCollision> | undefined;
  const scope: FormRequestScope = {
    request,
    smartform,
    fields,
    context: print,
    values: flatValues(request, smartform),
    collisions: () =>
      (collisions ??= new Map(valueCollisions(scope.values).map((each) => [each.value.property.name.start, each]))),
    needs: () => (needs ??= smartform.state === "known" ? needsOfSmartform(smartform.value, print) : null),
    names: () => (names ??= knownNames(scope)),
    effort: newEffort(),
  };
  return scope;
}

function knownNames({ fields, needs }: FormRequestScope): ReadonlySet<string> | null {
  const printed = needs();
  if (fields === null || printed === null || !printed.complete) return null;
  return new Set([...fields.keys(), ...printed.inputs.keys(), ...printed.sources.keys()]);
}
