/** Offers the fixes of findings: those in a range as single actions, or all of them in one action. */
import { requestBeginnings, requestFindings, requestFixes } from "../checks/requestFile.ts";
import { beginnings, findings, fixes, newMemory } from "../checks/text.ts";
import type { Context } from "../context.ts";
import { applyEdits, edit } from "../parse.ts";
import type { Range, TextEdit } from "../range.ts";
import { parseRequest } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import type { Finding, Fix } from "../rules/finding.ts";
import type { Syntax } from "../syntax.ts";
import { fixEverything } from "./fixEverything.ts";
import type { Once, Repairs } from "./fixEverything.ts";

interface CodeAction extends Fix {
  readonly finding: Finding;
}

interface CodeActionOptions {
  /** Whether the caller moves the cursor to the places where the author has to type more. */
  readonly stops?: boolean;
}

/**
 * Returns fixes of the findings that touch the range, borders included, the preferred ones first. `found` has to belong
 * to this very syntax.
 */
export function codeActions(
  syntax: Syntax,
  range: Range,
  found: readonly Finding[],
  context: Context,
  { stops = false }: CodeActionOptions = {},
): readonly CodeAction[] {
  return actionsFor(range, found, (finding) => [
    ...fixes(finding, syntax, context),
    ...(stops ? beginnings(finding, syntax, context) : []),
  ]);
}

/** Does the same as `codeActions` for a request; `found` has to belong to this very request. */
export function codeActionsOfRequest(
  request: Request,
  range: Range,
  found: readonly Finding[],
  context: Context,
  { stops = false }: CodeActionOptions = {},
): readonly CodeAction[] {
  return actionsFor(range, found, (finding) => [
    ...requestFixes(finding, request, context),
    ...(stops ? requestBeginnings(finding, request, context) : []),
  ]);
}

function actionsFor(
  range: Range,
  found: readonly Finding[],
  fixesOf: (finding: Finding) => readonly Fix[],
): readonly CodeAction[] {
  const touched = found.filter((finding) => finding.start <= range.end && range.start <= finding.end);
  const actions = touched.flatMap((finding) => fixesOf(finding).map((fix): CodeAction => ({ ...fix, finding })));
  return [...actions.filter((action) => action.preferred), ...actions.filter((action) => !action.preferred)];
}

/** Selects which findings of a text are reported; findings that are not reported are not repaired either. */
type Told = (found: readonly Finding[], text: string) => readonly Finding[];

/**
 * Returns the edits after which no preferred fix is left. They include fixes that conflict with others at first, and
 * fixes of findings that appear only after another fix.
 */
export function repairs(
  syntax: Syntax,
  found: readonly Finding[],
  context: Context,
  { told = (all) => all }: { readonly told?: Told } = {},
): Repairs {
  const memory = newMemory();
  return fixEverything(syntax, found, {
    fixOnce: (now, foundNow) => allOf(now.text.length, foundNow, (finding) => fixes(finding, now, context)),
    after(now, edits) {
      const read = edit(now, edits);
      return { read, found: told(findings(read, context, { memory }), read.text) };
    },
  });
}

/** Does the same as `repairs` for a request. */
export function repairsOfRequest(
  request: Request,
  found: readonly Finding[],
  context: Context,
  { told = (all) => all }: { readonly told?: Told } = {},
): Repairs {
  return fixEverything(request, found, {
    fixOnce: (now, foundNow) => allOf(now.text.length, foundNow, (finding) => requestFixes(finding, now, context)),
    after(now, edits) {
      const read = parseRequest(applyEdits(now.text, edits));
      return { read, found: told(requestFindings(read, context), read.text) };
    },
  });
}

/** Returns the edits of all preferred fixes, in order and without overlap. */
export function fixAll(
  syntax: Syntax,
  found: readonly Finding[],
  context: Context,
  options: { readonly told?: Told } = {},
): readonly TextEdit[] {
  return repairs(syntax, found, context, options).edits;
}

export function fixAllOfRequest(
  request: Request,
  found: readonly Finding[],
  context: Context,
  options: { readonly told?: Told } = {},
): readonly TextEdit[] {
  return repairsOfRequest(request, found, context, options).edits;
}

function allOf(length: number, found: readonly Finding[], fixesOf: (finding: Finding) => readonly Fix[]): Once {
  let repaired = 0;
  const taken: TextEdit[] = [];
  const replaced = new Uint8Array(length);
  const insertedAt = new Set<number>();
  const isFree = ({ start, end }: Range): boolean => {
    if (start === end) return !insertedAt.has(start) && !(replaced[start - 1] && replaced[start]);
    for (let at = start; at < end; at++) if (replaced[at] || (at > start && insertedAt.has(at))) return false;
    return true;
  };
  for (const finding of found) {
    const edits = fixesOf(finding).find((fix) => fix.preferred)?.edits ?? [];
    if (edits.length === 0 || !edits.every(isFree)) continue;
    repaired += 1;
    for (const edit of edits) {
      taken.push(edit);
      if (edit.start === edit.end) insertedAt.add(edit.start);
      replaced.fill(1, edit.start, edit.end);
    }
  }
  return { edits: taken.sort((a, b) => a.start - b.start || a.end - b.end), repaired };
}
