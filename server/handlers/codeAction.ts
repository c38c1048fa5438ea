/**
 * textDocument/codeAction: the fixes of findings that the range touches, all preferred fixes at once (`source.fixAll`),
 * and refactorings.
 */
import { CodeActionKind, CodeActionRequest, CodeActionTriggerKind } from "vscode-languageserver";
import type { CodeAction as LspAction, CodeActionParams, Command, WorkspaceEdit } from "vscode-languageserver";
import { codeActions, codeActionsOfRequest, creations, l10n, refactorings } from "../../language/index.ts";
import type { Finding, Refactoring, TextEdit } from "../../language/index.ts";
import { isWritten } from "../places/address.ts";
import { findingsOf, toDiagnostic } from "../findings/diagnostics.ts";
import { requestOf } from "../workspace/documents.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { isWanted, listHiding } from "../findings/hideFinding.ts";
import type { Library } from "../library/library.ts";
import { toLspEdits, toRange, toSnippetEdits } from "../places/lines.ts";
import { workCommand } from "../protocol.ts";
import type { WorkParams } from "../protocol.ts";
import { repairsOf } from "../findings/repairs.ts";
import type { Open } from "../workspace/workspace.ts";

const refactoringKinds = [
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorInline,
  CodeActionKind.RefactorRewrite,
] as const;
const actionKinds = [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll, ...refactoringKinds];

export const onCodeAction: Handler<CodeActionParams, LspAction[]> = {
  method: CodeActionRequest.type,
  otherwise: () => [],
  capability: () => ({ codeActionProvider: { codeActionKinds: actionKinds } }),
  work: inDocument(async (open, params, { client, library, workspace, signal }) => [
    ...listActions(open, params, {
      ...creating(library()),
      disabled: client().disabledActions,
      stops: client().snippetEdits,
    }),
    ...(await listHiding(open, params, { workspace: workspace(), createsFiles: client().createsFiles, signal })),
  ]),
};

interface ActionOptions {
  /** Whether the client can create texts on the service, with `workCommand`. */
  readonly creates: boolean;
  /** The owner of the library that the server read when it offered the action; absent if the client makes no calls. */
  readonly owner?: WorkParams["owner"];
  /** Whether the client shows disabled actions with their reason. */
  readonly disabled: boolean;
  /** Whether the client supports tab stops for what is left to type. */
  readonly stops: boolean;
}

/**
 * Limits in code units and in findings. Beyond these limits, collecting all fixes would delay the light bulb, so they
 * are collected only for an explicit request.
 */
const [longestForAll, mostForAll] = [256 * 1024, 300];

/**
 * Checks the document again: it may have changed since its diagnostics were shown, and every action must fit the
 * current text.
 */
function listActions(
  open: Open,
  { range, context: { only, triggerKind } }: Pick<CodeActionParams, "range" | "context">,
  options: ActionOptions,
): LspAction[] {
  // The editor cannot change a document that the server writes.
  if (isWritten(open.document.uri)) return [];
  const asked = { range: toRange(open.document.lines, range), found: findingsOf(open) };
  if (open.document.kind === "settings") return isWanted(CodeActionKind.QuickFix, only) ? otherWords(open, asked) : [];
  // A client that requests actions automatically, with every move of the cursor, does not show source actions.
  const looks =
    triggerKind !== CodeActionTriggerKind.Automatic &&
    open.document.lines.text.length <= longestForAll &&
    asked.found.length <= mostForAll;
  const wantsAll = isWanted(CodeActionKind.SourceFixAll, only) && (only !== undefined || looks);
  return [
    ...(isWanted(CodeActionKind.QuickFix, only)
      ? [...quickFixes(open, asked, options), ...(options.creates ? createMissing(open, asked, options) : [])]
      : []),
    ...(wantsAll ? everyFix(open, asked) : []),
    ...(refactoringKinds.some((kind) => isWanted(kind, only))
      ? listRefactorings(open, asked, options).filter(({ kind }) => isWanted(kind ?? "", only))
      : []),
  ];
}

interface Asked {
  readonly range: { readonly start: number; readonly end: number };
  readonly found: readonly Finding[];
}

function quickFixes(open: Open, { range, found }: Asked, options: Pick<ActionOptions, "stops">): readonly LspAction[] {
  const request = requestOf(open.document);
  const actions =
    request === null
      ? codeActions(open.document.syntax, range, found, open.context, options)
      : codeActionsOfRequest(request, range, found, open.context, options);
  return actions.map(({ title, edits, preferred, finding }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, open)],
    ...(preferred ? { isPreferred: true } : {}),
    edit:
      options.stops && edits.some(({ stops }) => stops !== undefined)
        ? withStops(edits, open)
        : toWorkspaceEdit(edits, open),
  }));
}

function createMissing(open: Open, { range, found }: Asked, options: ActionOptions): readonly LspAction[] {
  if (open.document.kind !== "text") return [];
  return creations(open.document.syntax, range, found, open.context).map(({ title, finding, work }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, open)],
    command: toCommand(title, work, open, options),
  }));
}

/** Replaces a word of `smartform.json` with the one that was probably meant. */
function otherWords(open: Open, { range, found }: Asked): LspAction[] {
  return found
    .filter((finding) => finding.start <= range.end && range.start <= finding.end)
    .flatMap((finding) =>
      (finding.data as readonly string[]).map((word) => ({
        title: l10n.t('Use "{0}"', word),
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(finding, open)],
        edit: toWorkspaceEdit([{ start: finding.start, end: finding.end, newText: JSON.stringify(word) }], open),
      })),
    );
}

function everyFix(open: Open, { found }: Asked): readonly LspAction[] {
  const { edits } = repairsOf(open, found);
  return edits.length === 0
    ? []
    : [
        {
          title: l10n.t("Repair everything that has one clear fix"),
          kind: CodeActionKind.SourceFixAll,
          edit: toWorkspaceEdit(edits, open),
        },
      ];
}

function listRefactorings(open: Open, { range }: Asked, options: ActionOptions): readonly LspAction[] {
  if (open.document.kind !== "text") return [];
  return refactorings(open.document.syntax, range, open.context, options).flatMap((refactoring) =>
    toAction(refactoring, open, options),
  );
}

function toAction(
  { kind, title, edits, disabled, work }: Refactoring,
  open: Open,
  options: ActionOptions,
): readonly LspAction[] {
  if (disabled !== undefined) return options.disabled ? [{ title, kind, disabled: { reason: disabled } }] : [];
  if (work === undefined) return [{ title, kind, edit: toWorkspaceEdit(edits, open) }];
  return [{ title, kind, command: toCommand(title, work, open, options) }];
}

function toCommand(
  title: string,
  work: WorkParams["work"],
  { document: { uri, version } }: Open,
  { owner }: ActionOptions,
): Command {
  const params: WorkParams = { ...(owner && { owner }), uri, version, work };
  return { title, command: workCommand, arguments: [params] };
}

function toWorkspaceEdit(edits: readonly TextEdit[], open: Open): WorkspaceEdit {
  return { changes: { [open.document.uri]: toLspEdits(open.document.lines, edits) } };
}

function withStops(edits: readonly TextEdit[], { document: { uri, version, lines } }: Open): WorkspaceEdit {
  return { documentChanges: [{ textDocument: { uri, version }, edits: toSnippetEdits(lines, edits) }] };
}

function creating({ connection: name, owner }: Library): Pick<ActionOptions, "creates" | "owner"> {
  return { creates: name !== undefined, ...(name !== undefined && owner !== undefined && { owner: { name, owner } }) };
}
