/**
 * Code actions that hide a finding. They write to `smartform.json` or to the baseline that it names, never to a text.
 * No such action is preferred, so "fix all" applies none.
 */
import { CodeActionKind } from "vscode-languageserver";
import type { CodeAction, CodeActionParams, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { emptySettings, findingKey, waysToHide, withOneMore, writeBaseline } from "../../catalog/index.ts";
import { applyEdits, l10n } from "../../language/index.ts";
import type { Finding, TextEdit } from "../../language/index.ts";
import { findingsOf, toDiagnostic } from "./diagnostics.ts";
import { toLspEdits, toRange } from "../places/lines.ts";
import type { Lines } from "../places/lines.ts";
import type { SettingsHome } from "../workspace/settingsHome.ts";
import type { Open, Workspace } from "../workspace/workspace.ts";

interface HideOptions {
  readonly workspace: Workspace;
  /** Whether the client creates files that an edit names. */
  readonly createsFiles: boolean;
  readonly signal: AbortSignal;
}

export async function listHiding(
  open: Open,
  { range, context: { only } }: Pick<CodeActionParams, "range" | "context">,
  { workspace, createsFiles, signal }: HideOptions,
): Promise<readonly CodeAction[]> {
  if (open.document.kind === "settings" || !isWanted(CodeActionKind.QuickFix, only)) return [];
  const asked = toRange(open.document.lines, range);
  const touched = findingsOf(open).filter((finding) => finding.start <= asked.end && asked.start <= finding.end);
  const home = touched.length === 0 ? undefined : await workspace.settingsHome(open.document.uri, { signal });
  if (home === undefined) return [];
  const settings = {
    file: home.file,
    name: home.name,
    lines: home.settings?.lines ?? null,
    ways: home.settings?.ways() ?? waysToHide(emptySettings),
  };
  // One action per code: several findings of one code would offer the same action repeatedly.
  const codes = new Map(touched.toReversed().map((finding) => [finding.code, finding]));
  return [...codes.values()]
    .reverse()
    .flatMap((finding) => [
      ...inSettings(finding, open, settings, createsFiles),
      ...inBaseline(finding, open, home, createsFiles),
    ]);
}

interface Settings extends Pick<SettingsHome, "file" | "name"> {
  /** null if the file does not exist yet. */
  readonly lines: Lines | null;
  readonly ways: ReturnType<typeof waysToHide>;
}

function inSettings(
  finding: Finding,
  open: Open,
  { file, name, lines, ways }: Settings,
  createsFiles: boolean,
): readonly CodeAction[] {
  if (lines === null && !createsFiles) return [];
  return ways(finding.code, name).map(({ where, edits }) => {
    const title =
      where === null ? l10n.t('Hide "{0}" everywhere', finding.code) : l10n.t('Hide "{0}" in {1}', finding.code, where);
    return action(
      title,
      finding,
      open,
      lines === null ? created(file, applyEdits(emptySettings, edits)) : changed(file, lines, edits),
    );
  });
}

function inBaseline(
  finding: Finding,
  open: Open,
  { name, baseline }: SettingsHome,
  createsFiles: boolean,
): readonly CodeAction[] {
  if (finding.moreFollow || baseline === undefined || (baseline.kept === null && !createsFiles)) return [];
  const { file, kept } = baseline;
  const key = findingKey(finding, open.document.syntax.text);
  const edit =
    kept === null
      ? created(file, writeBaseline(new Map([[name, new Map([[key, 1]])]])))
      : changed(file, kept.lines, [withOneMore(kept.lines.text, kept.known, { file: name, key })]);
  return [action(l10n.t('Add this "{0}" to the baseline', finding.code), finding, open, edit)];
}

function action(title: string, finding: Finding, open: Open, edit: WorkspaceEdit): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [toDiagnostic(finding, open)], edit };
}

function changed(file: string, lines: Lines, edits: readonly TextEdit[]): WorkspaceEdit {
  return { changes: { [URI.file(file).toString()]: toLspEdits(lines, edits) } };
}

function created(file: string, text: string): WorkspaceEdit {
  const uri = URI.file(file).toString();
  const start = { line: 0, character: 0 };
  const write: TextDocumentEdit = {
    textDocument: { uri, version: null },
    edits: [{ range: { start, end: start }, newText: text }],
  };
  return { documentChanges: [{ kind: "create", uri, options: { ignoreIfExists: true } }, write] };
}

/** Returns whether the kind is wanted: a wanted kind includes its subkinds, and without a list every kind is wanted. */
export function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((wanted) => wanted === "" || kind === wanted || kind.startsWith(`${wanted}.`));
}
