/**
 * Keeps the findings of a Text Library check up to date until another library is opened: after a change, it checks
 * again what depends on that change. Does nothing before the user has run a check.
 */
import { isDeepStrictEqual } from "node:util";
import { isGuess, mergeChanges } from "../../language/index.ts";
import type { TextChange } from "../../language/index.ts";
import type { Library } from "../library/library.ts";
import { diagnoseLibrary } from "./libraryDiagnostic.ts";
import type { FoundInLibrary, LibraryCheck } from "./libraryDiagnostic.ts";
import { wholeLibraryCodes } from "../protocol.ts";
import type { LibraryFindingsParams } from "../protocol.ts";
import type { Workspace } from "../workspace/workspace.ts";

interface LibraryCheckOptions {
  readonly library: () => Library;
  readonly workspace: () => Workspace | undefined;
  readonly report: (params: LibraryFindingsParams) => void;
  readonly problem: (message: string) => void;
}

export interface LibraryChecks extends Disposable {
  /**
   * Checks everything on demand and reports findings as they are found. Resolves with the number of addresses that have
   * findings.
   */
  check(options: { readonly progress: (done: number) => void; readonly signal: AbortSignal }): Promise<number>;
  /** Some texts of the library changed, or anything may have changed (null). */
  changed(change: TextChange | null): void;
}

export function createLibraryChecks({ library, workspace, report, problem }: LibraryCheckOptions): LibraryChecks {
  const closing = new AbortController();
  /** The findings reported to the client; absent before the first check. */
  let kept: { readonly library: Library; findings: FoundInLibrary } | undefined;
  /** Checks run one after another: each uses the catalog that is current when it starts. */
  let looking: Promise<unknown> = Promise.resolve();
  /** The subject of the next check; undefined while none is queued. */
  let next: TextChange | null | undefined;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = looking.then(work);
    looking = turn.catch(() => undefined);
    return turn;
  }

  async function find(found: FoundInLibrary, options: Partial<LibraryCheck> = {}): Promise<void> {
    const { connection } = library();
    await diagnoseLibrary({
      ...(await workspace()!.library()),
      ...(connection === undefined ? {} : { connection }),
      found,
      report: () => undefined,
      progress: () => undefined,
      signal: closing.signal,
      ...options,
    });
  }

  /** Reports the addresses whose findings differ from those last reported. */
  function tell(before: FoundInLibrary, now: FoundInLibrary): void {
    const uris = [...new Set([...before.keys(), ...now.keys()])].filter(
      (uri) => !isDeepStrictEqual(before.get(uri)?.diagnostics, now.get(uri)?.diagnostics),
    );
    if (uris.length > 0) report({ texts: uris.map((uri) => ({ uri, diagnostics: now.get(uri)?.diagnostics ?? [] })) });
  }

  async function lookAgain(): Promise<void> {
    const change = next;
    next = undefined;
    if (kept?.library !== library()) kept = undefined;
    if (kept === undefined || change === undefined) return;
    const before = kept.findings;
    const now: FoundInLibrary = new Map();
    if (change === null) await find(now);
    else {
      const textIds = new Set([
        ...change.textIds,
        ...[...before.values()].flatMap(({ textId, diagnostics }) =>
          textId !== null && diagnostics.some(({ code }) => isFarReaching(String(code), change)) ? [textId] : [],
        ),
      ]);
      await find(now, { textIds });
      for (const [uri, { textId, diagnostics }] of before) {
        const stays =
          textId === null || !textIds.has(textId)
            ? diagnostics
            : // The findings of rules that need all texts were about the old content, and may be wrong for the new
              // content.
              change.changed.has(textId)
              ? []
              : diagnostics.filter(({ code }) => wholeLibraryCodes.has(String(code)));
        if (stays.length > 0) now.set(uri, { textId, diagnostics: [...(now.get(uri)?.diagnostics ?? []), ...stays] });
      }
    }
    kept.findings = now;
    tell(before, now);
  }

  return {
    check: (options) =>
      inTurn(async () => {
        const findings: FoundInLibrary = new Map();
        kept = { library: library(), findings };
        await find(findings, { report, ...options });
        return findings.size;
      }),
    changed(change) {
      if (kept === undefined) return;
      const waits = next !== undefined;
      next = next === undefined ? change : next && change && mergeChanges(next, change);
      if (waits) return;
      inTurn(lookAgain).catch((error: unknown) => {
        if (!closing.signal.aborted)
          problem(`The findings of the Text Library may be out of date. Check it again. ${String(error)}`);
      });
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}

/** Returns whether a change may remove the finding although the finding's text does not refer to a changed text. */
function isFarReaching(code: string, { renamed }: TextChange): boolean {
  return code === "include-cycle" || (renamed && isGuess(code));
}
