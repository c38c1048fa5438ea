/**
 * The traps of the service, each with a proof for the client and a proof for the sandbox. A proof consists of a test
 * and of a mutant that removes the rule. The rows are the JSON files beside this file; `npm run mutants` tries every
 * mutant.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const mutant = z.strictObject({
  /** Source file, from the project's root. */
  file: z.string(),
  /** The code to replace, which occurs exactly once in the file. */
  find: z.string().min(1),
  /** The replacement without the rule. The program must still run with it. */
  replace: z.string(),
});

const held = {
  /**
   * Test file, from the project's root. The titles of some of its tests name the trap, and one of these tests fails
   * under the mutant.
   */
  test: z.string(),
  /** Removes the rule. */
  without: mutant,
};

const proof = z.strictObject({
  ...held,
  /** The proof for another part of the rule, in another file or place. */
  also: z.strictObject(held).optional(),
  /** The part of the rule that is not proved yet, because its feature comes later. */
  later: z.string().min(20).optional(),
});

/** The proof for the client or the sandbox, or the reason why that side has no rule yet. */
const side = z.union([proof, z.strictObject({ later: z.string().min(20) })]);

const rows = z.record(z.string().regex(/^T\d+$/), z.strictObject({ client: side, sandbox: side }));

export type Mutant = z.infer<typeof mutant>;
export type Proof = z.infer<typeof proof>;

export interface Trap {
  readonly id: string;
  readonly client: z.infer<typeof side>;
  readonly sandbox: z.infer<typeof side>;
}

/** Returns the proofs of a side: one, two, or none yet. */
export function proofsOf(held: Trap["client"]): readonly Pick<Proof, "test" | "without">[] {
  return "test" in held ? [held, ...(held.also ? [held.also] : [])] : [];
}

/**
 * Returns every row, in the order of the traps' numbers. Throws if a file does not match the schema, or if a trap has
 * two rows.
 */
export function readTraps(): readonly Trap[] {
  const found = new Map<string, Trap>();
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".json"))) {
    for (const [id, row] of Object.entries(
      rows.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"))),
    )) {
      if (found.has(id)) throw new Error(`${id} has two rows; one is in ${name}.`);
      found.set(id, { id, ...row });
    }
  }
  return [...found.values()].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

/**
 * Returns the source with the mutant; undefined if `find` does not occur in the source exactly once. Blanks, line
 * breaks and a comma after the last element do not matter, because a formatter sets them.
 */
export function mutate(source: string, { find, replace }: Mutant): string | undefined {
  const marks = marksOf(source);
  const code = marks.map(({ mark }) => mark).join("");
  const wanted = marksOf(find)
    .map(({ mark }) => mark)
    .join("");
  const at = code.indexOf(wanted);
  const [first, last] = [marks[at], marks[at + wanted.length - 1]];
  if (first === undefined || last === undefined || code.includes(wanted, at + 1)) return undefined;
  return source.slice(0, first.start) + replace + source.slice(last.end);
}

interface Mark {
  readonly mark: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the non-blank characters of a source. If a closing bracket has no comma before it, a comma is added there.
 * The start and the end of this comma are the same place in the source.
 */
function marksOf(source: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { 0: mark, index } of source.matchAll(/\S/g)) {
    const before = marks.at(-1);
    if (/[)\]}]/.test(mark) && before !== undefined && before.mark !== ",")
      marks.push({ mark: ",", start: before.end, end: before.end });
    marks.push({ mark, start: index, end: index + mark.length });
  }
  return marks;
}
