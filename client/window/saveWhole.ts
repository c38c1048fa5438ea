/**
 * Saves a file so that it is never half written under its name: the bytes are first written to another file beside it,
 * which is then renamed. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";

/** VS Code's `FileType.Directory`, which is a bit flag: the type of a link to a folder contains it too. */
const folderType = 2;

/** The part of a file system that saving needs. */
export interface Files<Address> {
  /** Rejects if nothing has this address. */
  stat(address: Address): PromiseLike<{ readonly type: number }>;
  writeFile(address: Address, bytes: Uint8Array): PromiseLike<void>;
  rename(from: Address, to: Address, options: { readonly overwrite: boolean }): PromiseLike<void>;
  delete(address: Address): PromiseLike<void>;
}

/**
 * Rejects with the cause if the bytes cannot be saved; a file that was there before is then unchanged. With `overwrite:
 * false` it also rejects if a file is there. A folder is never replaced: VS Code would delete it with everything in it.
 */
export async function saveWhole<Address>(
  files: Files<Address>,
  { target, beside }: { readonly target: Address; readonly beside: Address },
  bytes: Uint8Array,
  { overwrite }: { readonly overwrite: boolean },
): Promise<void> {
  try {
    await files.writeFile(beside, bytes);
    if (await isFolder(files, target)) throw new Error(l10n.t("a folder has this name"));
    await files.rename(beside, target, { overwrite });
  } catch (error) {
    // The file may never have been created: a failure to delete it adds nothing to the original error.
    await Promise.resolve(files.delete(beside)).catch(() => undefined);
    throw error;
  }
}

async function isFolder<Address>(files: Files<Address>, address: Address): Promise<boolean> {
  return Promise.resolve(files.stat(address)).then(
    ({ type }) => (type & folderType) !== 0,
    () => false,
  );
}
