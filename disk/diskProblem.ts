/** Says what a full disk or a read-only folder means for the author. Does not use `vscode`. */
import * as l10n from "@vscode/l10n";

/**
 * Codes of the system and of SQLite (FULL, READONLY, CANTOPEN). Node reports ENOENT if folders cannot be created on a
 * read-only disk.
 */
const full: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", 13]);
const closed: ReadonlySet<unknown> = new Set(["EROFS", "EACCES", "EPERM", "ENOTDIR", "ENOENT", 8, 14]);
const many: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE"]);

/** For a disk error, returns an error that names the folder and says what to do. Returns any other error unchanged. */
export function diskProblem(error: unknown, folder: string): unknown {
  const words = wordsOf(codeOf(error), folder);
  return words === undefined ? error : new Error(words, { cause: error });
}

function wordsOf(code: unknown, folder: string): string | undefined {
  if (full.has(code))
    return l10n.t("The disk is full, so nothing could be written to {0}. Make room on it, then try again.", folder);
  if (closed.has(code))
    return l10n.t(
      "Nothing could be written to {0}: the folder or its disk is read-only, or you lack permission. Change that, then try again.",
      folder,
    );
  if (many.has(code))
    return l10n.t(
      "Nothing could be written to {0}, because too many files are open on this computer. Close some programs, then try again.",
      folder,
    );
  return undefined;
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  // The lower byte of SQLite's code is the kind of error.
  return "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : "code" in error
      ? error.code
      : undefined;
}
