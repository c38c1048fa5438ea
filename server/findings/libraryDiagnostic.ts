/**
 * Checks every language of every text of the library, or only of some texts, and reports the findings text by text as
 * they are found. A full check also runs the rules that need all texts. Each report holds everything that was found so
 * far in each of its texts.
 */
import type { Diagnostic } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { baselineOf } from "../../catalog/index.ts";
import type { Rules } from "../../catalog/index.ts";
import { checkLibrary, folderById, folderReference, libraryFindings, textPath } from "../../language/index.ts";
import type { Context, LibraryFindings } from "../../language/index.ts";
import { textAddress, textScheme } from "../places/address.ts";
import { toDiagnostic } from "./diagnostics.ts";
import { linesOf } from "../places/lines.ts";
import type { LibraryFindingsParams } from "../protocol.ts";
import { newTurn } from "../turn.ts";

/** Findings by address; an address without findings is absent. */
export type FoundInLibrary = Map<string, FoundIn>;
interface FoundIn {
  /** null for a finding about a folder. */
  readonly textId: string | null;
  readonly diagnostics: Diagnostic[];
}

export interface LibraryCheck {
  readonly context: Context;
  /** The severities chosen for the text with this address. */
  readonly rulesOf: (path: string) => Rules;
  /** The baseline's findings of the text with this address. */
  readonly knownOf: (path: string) => ReadonlyMap<string, number> | undefined;
  /** The authority of addresses that the client can open; absent if it can open none. */
  readonly connection?: string;
  /** If present, only these texts are checked, and the rules that need all texts do not run. */
  readonly textIds?: Iterable<string>;
  /** Filled by the check. */
  readonly found: FoundInLibrary;
  readonly report: (params: LibraryFindingsParams) => void;
  /** Receives the number of translations checked so far. */
  readonly progress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** The largest number of texts in one report. */
const batch = 100;

export async function diagnoseLibrary({
  context,
  rulesOf,
  knownOf,
  connection,
  textIds,
  found,
  report,
  progress,
  signal,
}: LibraryCheck): Promise<void> {
  const baselines = new Map<string, ReturnType<typeof baselineOf>>();
  const changed = new Set<string>();
  const flush = (): void => {
    if (changed.size > 0)
      report({ texts: [...changed].map((uri) => ({ uri, diagnostics: found.get(uri)?.diagnostics ?? [] })) });
    changed.clear();
  };
  let done = 0;
  const turn = newTurn({ signal });
  for (const each of textIds === undefined ? checkLibrary(context) : findingsIn(textIds, context)) {
    if (turn.isOver()) {
      progress(done);
      await turn.pass();
    }
    if (each === undefined) continue;
    done += 1;
    const path = pathOfFindings(each, context);
    const rules = rulesOf(`${textScheme}:${path}`);
    const uri = addressOf(each, path, connection);
    const document = { uri, lines: linesOf(each.content) };
    const isKnown = baselines.get(uri) ?? baselineOf(knownOf(`${textScheme}:${path}`));
    baselines.set(uri, isKnown);
    for (const finding of each.findings) {
      const severity = rules.get(finding.code) ?? finding.severity;
      if (severity === "off" || isKnown(finding, each.content)) continue;
      const here = found.get(uri) ?? { textId: each.text?.id ?? null, diagnostics: [] };
      here.diagnostics.push(toDiagnostic({ ...finding, severity }, { document }));
      found.set(uri, here);
      changed.add(uri);
    }
    if (changed.size >= batch) flush();
  }
  flush();
}

function* findingsIn(textIds: Iterable<string>, context: Context): Generator<LibraryFindings, void, undefined> {
  for (const id of textIds) yield* libraryFindings(id, context);
}

/** Returns the path that `smartform check --library` prints: for a finding about a folder, the folder's path. */
function pathOfFindings({ text, folderId, language }: LibraryFindings, { catalog }: Context): string {
  const answer = folderById(catalog, folderId);
  const folder = answer.state === "known" ? answer.value : { code: null, name: folderId };
  return text === null || language === null
    ? `/${encodeURIComponent(folderReference(folder))}`
    : textPath(folder, text, language);
}

function addressOf({ text }: LibraryFindings, path: string, connection: string | undefined): string {
  if (connection === undefined) return `${textScheme}:${path}`;
  return text === null
    ? URI.from({ scheme: textScheme, authority: connection, path }).toString()
    : textAddress(connection, path, text.id);
}
