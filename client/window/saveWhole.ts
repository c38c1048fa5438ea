/**
 * Saves a file so that its name never stands for half of it: written beside it first, then renamed. Knows no `vscode`.
 */

/** The part of a file system that saving needs. */
export interface Files<Address> {
  writeFile(address: Address, bytes: Uint8Array): PromiseLike<void>;
  rename(from: Address, to: Address, options: { readonly overwrite: boolean }): PromiseLike<void>;
  delete(address: Address): PromiseLike<void>;
}

/** Rejects with the cause where it cannot be saved; the file that was there before is then still whole. */
export async function saveWhole<Address>(
  files: Files<Address>,
  { target, beside }: { readonly target: Address; readonly beside: Address },
  bytes: Uint8Array,
): Promise<void> {
  try {
    await files.writeFile(beside, bytes);
    await files.rename(beside, target, { overwrite: true });
  } catch (error) {
    // It may never have been made: that it cannot be deleted adds nothing to what went wrong.
    await Promise.resolve(files.delete(beside)).catch(() => undefined);
    throw error;
  }
}
