/**
 * The programs that tests start as processes of their own, built as they are for users: from the sources they would
 * start many times slower. They are built when they are first needed, and again once a source has changed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../scripts/root.mjs";

/** What a build depends on, besides the files that it reads. */
const always = ["package.json", "node_modules/.package-lock.json", "scripts/build.mjs", "scripts/entry.cjs"];

/**
 * Builds the programs of this copy of the project, unless they are built from these sources already. Returns their
 * folder.
 */
export function buildPrograms(project: string): string {
  const out = join(project, "out");
  const dist = join(out, "programs");
  const metafile = join(out, "programs.json");
  /** Written before the build reads anything: a source that has changed since is younger. */
  const begun = join(out, "programs.begun");
  mkdirSync(out, { recursive: true });
  // Other test files run at the same time, in processes of their own. The lock ends with its process.
  using lock = new DatabaseSync(join(out, "programs.lock"), { timeout: 120_000 });
  lock.exec("BEGIN EXCLUSIVE");
  if (isCurrent()) return dist;
  rmSync(metafile, { force: true });
  writeFileSync(begun, "");
  execFileSync(
    process.execPath,
    [join(project, "scripts/build.mjs"), "--terminal", "--dist", dist, "--metafile", metafile],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  return dist;

  function isCurrent(): boolean {
    try {
      const { inputs } = JSON.parse(readFileSync(metafile, "utf8")) as { readonly inputs: object };
      const { mtimeMs } = statSync(begun);
      // What a plugin of esbuild makes is no file.
      const read = Object.keys(inputs).filter((path) => !path.startsWith("tokenizer-later:"));
      return [...always, ...read].every((path) => statSync(join(project, path)).ctimeMs < mtimeMs);
    } catch {
      // Nothing is built, or a source is gone.
      return false;
    }
  }
}

/** The folder of the programs. */
export const programs = buildPrograms(root);

/** Stack traces name the sources. */
const flags = ["--enable-source-maps"];

/** How Node starts the `smartform` program: its arguments follow. */
export const cliCommand: readonly string[] = [...flags, join(programs, "cli.js")];

/** How Node starts the language server over stdio. */
export const serverCommand: readonly string[] = [...flags, join(programs, "server.js"), "--stdio"];
