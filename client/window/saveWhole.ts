/**
 * Saves a file so that it is never half written under its name: the bytes are first written to another file beside it,
 * which is then renamed. Does not import `vscode`.
 */

/** The part of a file system that saving needs. */
export interface Files<Address> {
  writeFile(address: Address, bytes: Uint8Array): PromiseLike<void>;
  rename(from: Address, to: Address, options: { readonly overwrite: boolean }): PromiseLike<void>;
  delete(address: Address): PromiseLike<void>;
}

/** Rejects with the cause if it cannot be saved; a file that was there before is then unchanged. */
export async function saveWhole<Address>(
  files: Files<Address>,
  { target, beside }: { readonly target: Address; readonly beside: Address },
  bytes: Uint8Array,
): Promise<void> {
  try {
    await files.writeFile(beside, bytes);
    await files.rename(beside, target, { overwrite: true });
  } catch (error) {
    // The file may never have been created: a failure to delete it adds nothing to the original error.
    await Promise.resolve(files.delete(beside)).catch(() => undefined);
    throw error;
  }
}
