/**
 * workspace/diagnostic: findings in every file of the workspace, open ones first, reported as they are found. A file
 * whose findings the client already has is "unchanged". VS Code requests again two seconds after every answer; for VS
 * Code the request therefore stays open and continues when something changes, so that an idle workspace causes no work.
 */
import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { DocumentDiagnosticReportKind, WorkspaceDiagnosticRequest } from "vscode-languageserver";
import type {
  PreviousResultId,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { URI } from "vscode-uri";
import { isGuess, isPrinted, l10n, mentionKey } from "../../language/index.ts";
import type { TextChange } from "../../language/index.ts";
import { pathOf } from "../places/address.ts";
import { filesDone, openBar } from "../bar.ts";
import { diagnostics } from "../findings/diagnostics.ts";
import type { Handler } from "../handler.ts";
import type { Changes } from "../refresh/pulse.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { stampOf } from "../workspace/workspaceFiles.ts";
import { newTurn } from "../turn.ts";

export const onWorkspaceDiagnostic: Handler<WorkspaceDiagnosticParams, WorkspaceDiagnosticReport> = {
  method: WorkspaceDiagnosticRequest.type,
  otherwise: () => ({ items: [] }),
  async work(params, { connection, client, isVsCode, log, pulse, settings, workspace, signal }) {
    const partial = connection.languages.attachPartialResultProgress(WorkspaceDiagnosticRequest.partialResult, params);
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const bar = openBar({
      title: l10n.t("Checking the workspace's files"),
      words: filesDone,
      ...(client().showsProgress ? { create: () => connection.window.createWorkDoneProgress() } : {}),
    });
    await diagnoseWorkspace(params.previousResultIds, {
      workspace: workspace(),
      onlyOpen: () => !settings().allFiles,
      readsJson: isVsCode(),
      ...(partial !== undefined && isVsCode() ? { next: pulse.listen(signal).next } : {}),
      signal,
      problem: log.problem,
      report: (reports) => (partial ? partial.report({ items: reports }) : items.push(...reports)),
      progress: bar.progress,
    }).finally(bar.close);
    return { items };
  },
};

interface Way {
  readonly workspace: Workspace;
  /**
   * Whether the user wants findings only in open documents; other files then get an empty report if they had findings.
   */
  readonly onlyOpen: () => boolean;
  /** The editor itself reports JSON syntax errors in open documents. */
  readonly readsJson: boolean;
  /** Present if the request stays open: resolves when something has changed. */
  readonly next?: () => Promise<Changes>;
  readonly report: (reports: WorkspaceDocumentDiagnosticReport[]) => void;
  readonly progress: (done: number, total: number) => void;
  /** Reports a file that cannot be checked; the other files are still checked. */
  readonly problem: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The number of files read at the same time. */
const width = 8;
/** Milliseconds of work before other requests get their turn. */
const slice = 8;
/** The number of reports sent together, and the milliseconds that the first of them waits for the others. */
const batch = { reports: 100, wait: 50 };

/** Reports everything and returns; with `next`, it goes on until it is cancelled, and then rejects. */
async function diagnoseWorkspace(previous: readonly PreviousResultId[], way: Way): Promise<void> {
  const { workspace, onlyOpen, readsJson, next, report, progress, problem, signal } = way;
  /** The result ids that the client holds, by address. */
  const held = new Map(previous.map(({ uri, value }) => [uri, value]));
  /** The state last checked, by path: the version of an open document, or the stamp of a file. */
  const seen = new Map<string, string>();
  /** Files with findings whose message depends on which other codes exist. */
  const guessed = new Set<string>();
  let waiting: WorkspaceDocumentDiagnosticReport[] = [];
  let told = performance.now();
  const turn = newTurn({}, slice);

  async function everything(): Promise<void> {
    seen.clear();
    const open = workspace.uris().flatMap((uri) => pathOf(uri) ?? []);
    const all = onlyOpen() ? [] : await workspace.files.paths({ signal });
    const wanted = new Set(all);
    const paths = new Set([...open.filter((path) => wanted.has(path)), ...all]);
    await look([...paths]);
    const uris = new Set([...paths].map((path) => URI.file(path).toString()));
    for (const uri of [...held.keys()]) if (!uris.has(uri)) say(uri, null, []);
    flush();
  }

  async function some(paths: ReadonlySet<string>): Promise<void> {
    if (onlyOpen()) return;
    const files: string[] = [];
    for (const path of paths) {
      const isFile = seen.has(path) || (await lstat(path).catch(() => undefined))?.isFile();
      // A created or deleted folder may contain any number of files.
      if (!isFile) return everything();
      files.push(path);
    }
    await look(files);
    flush();
  }

  /** Checks the files that depend on changed texts of the library. */
  async function dependent(change: TextChange): Promise<void> {
    if (onlyOpen()) return;
    const keys = [...change.codes].map((code) => mentionKey("text", code));
    const files = [
      ...(await workspace.files.mentioning(keys, { signal })),
      ...(isPrinted(change, workspace.catalog())
        ? (await workspace.files.list({ signal })).filter(({ kind }) => kind === "request")
        : []),
    ];
    const paths = new Set([...files.map(({ path }) => path), ...(change.renamed ? guessed : [])]);
    for (const path of paths) seen.delete(path);
    await look([...paths]);
    flush();
  }

  async function look(paths: readonly string[]): Promise<void> {
    let done = 0;
    progress(done, paths.length);
    const queue = paths.values();
    const worker = async (): Promise<void> => {
      for (const path of queue) {
        signal.throwIfAborted();
        await lookAt(path).catch((error: unknown) => {
          signal.throwIfAborted();
          problem(`${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        });
        done += 1;
        if (done % 100 === 0) progress(done, paths.length);
        if (turn.isOver()) await turn.pass();
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    progress(paths.length, paths.length);
  }

  async function lookAt(path: string): Promise<void> {
    const uri = URI.file(path).toString();
    const version = workspace.now(uri)?.document.version ?? null;
    const stats = await lstat(path).catch(() => undefined);
    const stamp = version === null ? stats && stampOf(stats) : String(version);
    if (stamp !== undefined && seen.get(path) === stamp) return;
    const kind = await workspace.kindOf(path);
    const open =
      stamp === undefined || kind === undefined || kind === "sample"
        ? undefined
        : await workspace.look(path, { signal });
    if (open === undefined) {
      seen.delete(path);
      if (held.has(uri)) say(uri, null, []);
      return;
    }
    seen.set(path, stamp!);
    const items = diagnostics(open, { readsJson: readsJson && version !== null });
    if (items.some(({ code }) => isGuess(String(code)))) guessed.add(path);
    else guessed.delete(path);
    say(uri, version, items);
  }

  function say(uri: string, version: number | null, items: ReturnType<typeof diagnostics>): void {
    const resultId = createHash("sha1").update(JSON.stringify(items)).digest("base64url").slice(0, 16);
    waiting.push(
      held.get(uri) === resultId
        ? { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId }
        : { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items },
    );
    held.set(uri, resultId);
    if (waiting.length >= batch.reports || performance.now() - told > batch.wait) flush();
  }

  function flush(): void {
    if (waiting.length > 0) report(waiting);
    waiting = [];
    told = performance.now();
  }

  await everything();
  for (;;) {
    if (next === undefined) return;
    const changes = await next();
    if (changes.everything) await everything();
    else {
      await some(changes.paths);
      if (changes.texts !== null) await dependent(changes.texts);
    }
  }
}
