/** What is known of a request file of the operation table. Loaded with the table, when the first such file is met. */
import * as l10n from "@vscode/l10n";
import { mistakesOfRequest, operationsOfRequestFile, reachOfRequest } from "../api/index.ts";
import type { RequestFile } from "../language/index.ts";

/** `contents`: the translations, since this bundle has an api room of its own, to which nobody else hands them. */
export function requestFileOf(
  kind: string,
  file: RequestFile["file"],
  contents: Readonly<Record<string, string>>,
): RequestFile {
  l10n.config({ contents });
  return { operations: operationsOfRequestFile(kind), mistakes: mistakesOfRequest, reach: reachOfRequest, file };
}
