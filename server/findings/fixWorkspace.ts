/**
 * The command `smartform.fixAll`: applies every preferred fix in every file of the workspace as one edit, after the
 * author confirms. It leaves library texts and hidden findings alone, and reports what it did not repair.
 */
import type { TextEdit as LspEdit, WorkspaceEdit } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { l10n, oneOrMany, said } from "../../language/index.ts";
import type { Repairs } from "../../language/index.ts";
import { pathOf } from "../places/address.ts";
import type { Client } from "../client.ts";
import { findingsOf } from "./diagnostics.ts";
import { toLspEdits } from "../places/lines.ts";
import type { ConfirmFixAllParams, ConfirmFixAllResult } from "../protocol.ts";
import { repairsOf } from "./repairs.ts";
import type { Open, Workspace } from "../workspace/workspace.ts";
import { newTurn } from "../turn.ts";

interface FixOptions {
  readonly workspace: Workspace;
  readonly client: Pick<Client, "documentChanges" | "changeAnnotations">;
  /** Returns the owner of the library that findings currently come from. */
  readonly owner: () => string | undefined;
  readonly confirm: (question: ConfirmFixAllParams) => Promise<ConfirmFixAllResult>;
  /** Resolves with undefined if the editor applied the edit, otherwise with the editor's reason, which may be empty. */
  readonly apply: (edit: WorkspaceEdit) => Promise<string | undefined>;
  readonly progress: (done: number, total: number) => void;
  /** Reports what was done. */
  readonly say: (message: string) => void;
  readonly signal: AbortSignal;
}

interface FileRepairs extends Pick<Repairs, "edits" | "repaired"> {
  readonly path: string;
  readonly open: Open;
  /** null for a file that is not open in an editor. */
  readonly version: number | null;
}

/** Milliseconds of work before other requests get their turn. */
const slice = 8;

export async function fixWorkspace({
  workspace,
  client,
  confirm,
  owner,
  apply,
  progress,
  say,
  signal,
}: FixOptions): Promise<void> {
  const whose = owner();
  const { changes, files, left } = await lookAtAll(workspace, { progress, signal });
  if (changes.length === 0)
    return say(left === 0 ? nothingToRepair(files) : said(l10n.t("Nothing was repaired."), unrepaired(left)));
  const uris = changes.map(({ open }) => open.document.uri);
  const wish = await confirm({ findings: sum(changes), files: changes.length, left, uris });
  if (wish === null) return;
  const current = await unchanged(changes, workspace, signal);
  const changed = changes.length - current.length;
  const meanwhile =
    changed === 0
      ? ""
      : oneOrMany(
          changed,
          l10n.t("1 file has changed since it was checked, and was left as it is."),
          l10n.t("{0} files have changed since they were checked, and were left as they are.", changed),
        );
  if (current.length === 0) return say(said(l10n.t("Nothing was repaired."), meanwhile));
  // The edits come from findings of the previous library, so they would not match the new one.
  if (owner() !== whose)
    return say(l10n.t("Nothing was repaired, because the window has switched to another library. Try again."));
  const problem = await apply(toWorkspaceEdit(current, { ...client, confirmed: wish === "all" }));
  if (problem !== undefined)
    return say(
      problem === ""
        ? l10n.t("Nothing was repaired, because the editor did not accept the changes.")
        : l10n.t("Nothing was repaired, because the editor did not accept the changes ({0}).", problem),
    );
  const done = wish === "all" ? l10n.t("Repaired {0}.", about(current)) : l10n.t("Repaired what you chose.");
  say(said(done, left === 0 ? "" : unrepaired(left), meanwhile));
}

async function lookAtAll(
  workspace: Workspace,
  { progress, signal }: Pick<FixOptions, "progress" | "signal">,
): Promise<{ readonly changes: readonly FileRepairs[]; readonly files: number; readonly left: number }> {
  const all = await workspace.files.paths({ signal });
  const wanted = new Set(all);
  const paths = [
    ...new Set([
      ...workspace
        .uris()
        .flatMap((uri) => pathOf(uri) ?? [])
        .filter((path) => wanted.has(path)),
      ...all,
    ]),
  ];
  const changes: FileRepairs[] = [];
  let files = 0;
  let left = 0;
  const turn = newTurn({}, slice);
  for (const [done, path] of paths.entries()) {
    signal.throwIfAborted();
    progress(done, paths.length);
    const open = await lookAt(path, workspace, signal);
    if (open !== undefined) {
      files += 1;
      const repaired =
        open.document.kind === "settings"
          ? { edits: [], repaired: 0, left: findingsOf(open) }
          : repairsOf(open, findingsOf(open));
      left += repaired.left.length;
      if (repaired.edits.length > 0)
        changes.push({
          path,
          open,
          version: versionOf(path, workspace),
          edits: repaired.edits,
          repaired: repaired.repaired,
        });
    }
    if (turn.isOver()) await turn.pass();
  }
  progress(paths.length, paths.length);
  return { changes, files, left };
}

async function lookAt(path: string, workspace: Workspace, signal: AbortSignal): Promise<Open | undefined> {
  const kind = await workspace.kindOf(path);
  return kind === undefined || kind === "sample" ? undefined : workspace.look(path, { signal });
}

function versionOf(path: string, workspace: Workspace): number | null {
  return workspace.now(URI.file(path).toString())?.document.version ?? null;
}

/**
 * Returns the changes whose text is still the same: the confirmation may take minutes, and the edits would break a text
 * that has changed since.
 */
async function unchanged(
  changes: readonly FileRepairs[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly FileRepairs[]> {
  const current: FileRepairs[] = [];
  for (const change of changes) {
    const now = await lookAt(change.path, workspace, signal);
    if (now?.document.syntax.text === change.open.document.syntax.text)
      current.push({ ...change, version: versionOf(change.path, workspace) });
  }
  return current;
}

function toWorkspaceEdit(
  changes: readonly FileRepairs[],
  client: FixOptions["client"] & { readonly confirmed: boolean },
): WorkspaceEdit {
  const editsOf = ({ open, edits }: FileRepairs): LspEdit[] => toLspEdits(open.document.lines, edits);
  if (!client.documentChanges)
    return { changes: Object.fromEntries(changes.map((change) => [change.open.document.uri, editsOf(change)])) };
  const annotationId = "repairs";
  return {
    documentChanges: changes.map((change) => ({
      textDocument: { uri: change.open.document.uri, version: change.version },
      edits: editsOf(change).map((edit) => (client.changeAnnotations ? { ...edit, annotationId } : edit)),
    })),
    ...(client.changeAnnotations
      ? {
          changeAnnotations: {
            [annotationId]: { label: l10n.t("Repairs: {0}", about(changes)), needsConfirmation: !client.confirmed },
          },
        }
      : {}),
  };
}

function about(changes: readonly FileRepairs[]): string {
  const repaired = sum(changes);
  const inFiles = oneOrMany(changes.length, l10n.t("1 file"), l10n.t("{0} files", changes.length));
  return oneOrMany(repaired, l10n.t("1 finding in {0}", inFiles), l10n.t("{0} findings in {1}", repaired, inFiles));
}

function sum(changes: readonly FileRepairs[]): number {
  return changes.reduce((total, { repaired }) => total + repaired, 0);
}

function unrepaired(left: number): string {
  return oneOrMany(left, l10n.t("1 finding has no clear fix."), l10n.t("{0} findings have no clear fix.", left));
}

function nothingToRepair(files: number): string {
  return oneOrMany(
    files,
    l10n.t("There is nothing to repair: 1 file, no findings."),
    l10n.t("There is nothing to repair: {0} files, no findings.", files),
  );
}
