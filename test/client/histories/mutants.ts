/**
 * Removes one guard after the other in a copy of the sources, and counts the histories until one fails. Then plays the
 * same histories with all guards.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { copyProject } from "../../../scripts/copyProject.ts";
import { mutate } from "../../traps/readTraps.ts";
import { themes } from "./theme.ts";

const rows = z.array(
  z.strictObject({
    /** The guard that this mutant removes. */
    guard: z.string(),
    file: z.string(),
    find: z.string().min(1),
    replace: z.string(),
    /** The theme whose histories find this mutant soonest, if histories of other themes seldom find it. */
    theme: z.enum([...themes.keys()]).optional(),
  }),
);

export function readMutants(): z.infer<typeof rows> {
  return rows.parse(JSON.parse(readFileSync(join(import.meta.dirname, "mutants.json"), "utf8")));
}

/**
 * Tries the guards whose name contains the word, or whose theme is the word. Resolves with the number of guards whose
 * removal was not found within `count` histories. Rejects if one of these histories fails although all guards are in
 * place.
 */
export async function tryMutants(count: number, word: string): Promise<number> {
  await using copy = await copyProject();
  const { folder } = copy;
  let survived = 0;
  /** The largest number of histories that a mutant needed, by theme. */
  const played = new Map<string | undefined, number>();
  for (const mutant of readMutants().filter(({ guard, theme }) => guard.includes(word) || theme === word)) {
    const path = join(folder, mutant.file);
    const source = await readFile(path, "utf8");
    const mutated = mutate(source, mutant);
    if (mutated === undefined) throw new Error(`"${mutant.guard}" does not fit ${mutant.file}.`);
    await writeFile(path, mutated);
    const output = await play(folder, count, mutant.theme);
    await writeFile(path, source);
    const found = /^(history .*)\nfound after (\d+)$/m.exec(output);
    if (found === null) survived += 1;
    played.set(mutant.theme, Math.max(played.get(mutant.theme) ?? 0, found === null ? count : Number(found[2])));
    console.log(
      found === null
        ? `without ${mutant.guard}: NOT FOUND\n${output}`
        : `without ${mutant.guard}: found after ${found[2]} (${found[1]})`,
    );
  }
  for (const [theme, needed] of played) {
    const whole = await play(folder, needed, theme);
    if (!whole.includes(" 0 wrong: ")) throw new Error(`With all guards not every history is sound.\n${whole}`);
    console.log(`with all guards, ${theme ?? "of every theme"}: ${whole.trimEnd()}`);
  }
  return survived;
}

function play(folder: string, count: number, theme: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--disable-warning=ExperimentalWarning",
        "test/client/histories/run.ts",
        "--until-found",
        "--count",
        String(count),
        ...(theme === undefined ? [] : ["--theme", theme]),
      ],
      { cwd: folder, maxBuffer: 16 << 20 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
