/** The fixes of findings, as actions on a range and all at once. */
import type { Context } from "../context.ts";
import type { Finding, Fix } from "../findings/finding.ts";
import { fixes } from "../findings/index.ts";
import { requestFixes } from "../findings/requests.ts";
import type { Range, TextEdit } from "../range.ts";
import type { Request } from "../requests/request.ts";
import type { Syntax } from "../syntax.ts";
import { fixEverything } from "./fixEverything.ts";

export interface CodeAction extends Fix {
  readonly finding: Finding;
}

/** Fixes of the findings that touch the range, borders included; the preferred ones first. `found` belongs to this very syntax. */
export function codeActions(syntax: Syntax, range: Range, found: readonly Finding[], context: Context): readonly CodeAction[] {
  return actionsFor(range, found, (finding) => fixes(finding, syntax, context));
}

/** The same for a request; `found` belongs to this very one. */
export function codeActionsOfRequest(request: Request, range: Range, found: readonly Finding[], context: Context): readonly CodeAction[] {
  return actionsFor(range, found, (finding) => requestFixes(finding, request, context));
}

function actionsFor(range: Range, found: readonly Finding[], fixesOf: (finding: Finding) => readonly Fix[]): readonly CodeAction[] {
  const touched = found.filter((finding) => finding.start <= range.end && range.start <= finding.end);
  const actions = touched.flatMap((finding) => fixesOf(finding).map((fix): CodeAction => ({ ...fix, finding })));
  return [...actions.filter((action) => action.preferred), ...actions.filter((action) => !action.preferred)];
}

/**
 * The edits of all preferred fixes, in order and without overlap. Those that were in the way of others, or that a fix brought to light, are
 * among them: once they are made there is nothing left to do. `isTold`: whether findings of the kind are told at all.
 */
export function fixAll(syntax: Syntax, found: readonly Finding[], context: Context, { isTold = () => true }: { readonly isTold?: (finding: Finding) => boolean } = {}): readonly TextEdit[] {
  return fixEverything(syntax, found, context, { isTold, fixOnce: (now, told) => allOf(now.text.length, told, (finding) => fixes(finding, now, context)) });
}

/** The preferred fixes of a request that do not get in each other's way. What was in the way is there the next time. */
export function fixAllOfRequest(request: Request, found: readonly Finding[], context: Context): readonly TextEdit[] {
  return allOf(request.text.length, found, (finding) => requestFixes(finding, request, context));
}

function allOf(length: number, found: readonly Finding[], fixesOf: (finding: Finding) => readonly Fix[]): readonly TextEdit[] {
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
    if (!edits.every(isFree)) continue;
    for (const edit of edits) {
      taken.push(edit);
      if (edit.start === edit.end) insertedAt.add(edit.start);
      replaced.fill(1, edit.start, edit.end);
    }
  }
  return taken.sort((a, b) => a.start - b.start || a.end - b.end);
}
