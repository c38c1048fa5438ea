/**
 * The only way to read files that a workspace or a person names: each file is read up to a size limit, and reading a
 * pipe never blocks.
 */
import * as l10n from "@vscode/l10n";
import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { readFileWithin } from "../../disk/index.ts";
import type { Unread } from "../../disk/index.ts";
import { largestFile } from "../../language/index.ts";

interface FileLimits {
  /** Bytes. */
  readonly largest: number;
  /** For files that only the workspace named: nothing outside this folder is read, not even through a link. */
  readonly root?: vscode.Uri;
}

/** Rejects if the file does not exist or cannot be read. */
export async function readFile(uri: vscode.Uri, { largest, root }: FileLimits): Promise<Uint8Array | Unread> {
  if (uri.scheme === "file") return readFileWithin(uri.fsPath, { largest, root: root?.fsPath });
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.File) === 0) return "irregular";
  if (size > largest) return "large";
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > largest ? "large" : bytes;
}

/**
 * Reads a file that the person named. Rejects with an error for display; `large` returns the message for a file above
 * `largest`.
 */
export async function readGiven(
  uri: vscode.Uri,
  { largest, large }: { readonly largest: number; readonly large: (name: string) => string },
): Promise<Uint8Array> {
  const name = basename(uri.path);
  const bytes = await readFile(uri, { largest }).catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Error(l10n.t("{0} cannot be read ({1}).", name, code ?? message), { cause });
  });
  if (bytes === "large") throw new Error(large(name));
  if (typeof bytes !== "string") return bytes;
  throw new Error(l10n.t("{0} cannot be read ({1}).", name, l10n.t("it is not a regular file")));
}

/** Does the same as `readGiven` for a file that is sent to a service. */
export function readToSend(uri: vscode.Uri): Promise<Uint8Array> {
  const large = (name: string): string =>
    l10n.t("{0} is larger than {1} MB. Nothing was sent.", name, largestFile / 1024 / 1024);
  return readGiven(uri, { largest: largestFile, large });
}
