/**
 * The programs that tests start as separate processes. They are built as for users, because they would start much more
 * slowly from the sources. They are built when a test first needs them, and again once a source has changed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../scripts/root.mjs";

/** What a build depends on, besides the files that it reads. */
const always = [
  "package.json",
  "node_modules/.package-lock.json",
  "scripts/build.mjs",
  "scripts/pack.mjs",
  "scripts/replaced.mjs",
  "scripts/unhinted.mjs",
  "scripts/entry.cjs",
];

/**
 * Builds the programs of this copy of the project, unless they were already built from the current sources. Returns the
 * folder of the programs.
 */
export function buildPrograms(project: string): string {
  const out = join(project, "out");
  const built = join(out, "programs");
  mkdirSync(out, { recursive: true });
  // Other test files run at the same time in other processes, so the build needs a lock. The lock ends with its
  // process.
  using lock = new DatabaseSync(join(out, "programs.lock"), { timeout: 120_000 });
  lock.exec("BEGIN EXCLUSIVE");
  if (!isCurrent(project, built)) {
    const made = mkdtempSync(`${built}-`);
    try {
      writeFileSync(join(made, "begun"), "");
      const where = ["--dist", join(made, "dist"), "--metafile", join(made, "metafile.json")];
      execFileSync(process.execPath, [join(project, "scripts/build.mjs"), "--terminal", ...where], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      // If the test process is killed, its build may still run, but does not replace an earlier one.
      rmSync(built, { recursive: true, force: true });
      renameSync(made, built);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  return join(built, "dist");
}

/**
 * Returns whether everything that the build read (sources, packages, the build script) was last changed before the
 * build began.
 */
function isCurrent(project: string, built: string): boolean {
  try {
    const { mtimeMs } = statSync(join(built, "begun"));
    const metafile = readFileSync(join(built, "metafile.json"), "utf8");
    const { inputs } = JSON.parse(metafile) as { readonly inputs: object };
    return [...always, ...Object.keys(inputs)].every((path) => statSync(join(project, path)).ctimeMs < mtimeMs);
  } catch {
    // Nothing was built before, or a source no longer exists.
    return false;
  }
}

/** The folder of the programs. */
export const programs = buildPrograms(root);

/** Makes stack traces name the sources. */
const flags = ["--enable-source-maps"];

/** Node's arguments for the `smartform` program; the program's own arguments follow. */
export const cliCommand: readonly string[] = [...flags, join(programs, "cli.js")];

/** Node's arguments for the language server over stdio. */
export const serverCommand: readonly string[] = [...flags, join(programs, "server.js"), "--stdio"];
