/** Copies the project's sources, so that tests can change or build the copy. */
import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Installed packages and build output are linked, because no test changes them. A build in the copy replaces the link
 * to the build output.
 */
const linked = new Set(["node_modules", "dist"]);
const left = new Set([".git", "out", ".vscode-test"]);

/** Makes a copy in a temporary folder, which is removed on disposal. */
export async function copyProject(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "smartform-mutants-"));
  for (const name of await readdir(root)) {
    if (left.has(name) || name.endsWith(".vsix")) continue;
    if (linked.has(name)) await symlink(join(root, name), join(folder, name), "junction");
    else await cp(join(root, name), join(folder, name), { recursive: true });
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
