/**
 * The programs that tests start as processes of their own, built as they are for users: from the sources they would
 * start many times slower. They are built when they are first needed, and again once a source has changed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  const built = join(out, "programs");
  mkdirSync(out, { recursive: true });
  // Other test files run at the same time, in processes of their own. The lock ends with its process.
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
      // A build that outlives the process that waits for it never gets here.
      rmSync(built, { recursive: true, force: true });
      renameSync(made, built);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  return join(built, "dist");
}

/** Whether all that the build read was last changed before it began: a source, a package, the build itself. */
function isCurrent(project: string, built: string): boolean {
  try {
    const { mtimeMs } = statSync(join(built, "begun"));
    const metafile = readFileSync(join(built, "metafile.json"), "utf8");
    const { inputs } = JSON.parse(metafile) as { readonly inputs: object };
    // The inputs that a plugin of esbuild makes are not files.
    const read = Object.keys(inputs).filter((path) => !path.startsWith("tokenizer-later:"));
    return [...always, ...read].every((path) => statSync(join(project, path)).ctimeMs < mtimeMs);
  } catch {
    // Nothing is built, or a source is gone.
    return false;
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
