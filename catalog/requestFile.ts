/**
 * Uses the operation table to describe request files. This module and the table are loaded when the first request file
 * is opened.
 */
import * as l10n from "@vscode/l10n";
import { mistakesOfRequest, operationsOfRequestFile, reachOfRequest } from "../api/index.ts";
import type { RequestFile } from "../language/index.ts";

/** `contents`: the translations, for `@vscode/l10n`. The api room uses that package, and the language server does not. */
export function requestFileOf(
  kind: string,
  file: RequestFile["file"],
  contents: Readonly<Record<string, string>>,
): RequestFile {
  l10n.config({ contents });
  return { operations: operationsOfRequestFile(kind), mistakes: mistakesOfRequest, reach: reachOfRequest, file };
}
