/**
 * The tests and the place of each call of the service: a test of the client, a test of the sandbox, and its place in VS
 * Code. The rows are `operations.json` beside this file, the page is `docs/operations.md`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { effectOf, operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";

const proof = z.strictObject({
  /** The path from the project's root. */
  file: z.string().regex(/^test\/.+\.test\.ts$/),
  /**
   * The full title of the test in mocha: the titles of its `describe` blocks and its own title, separated by spaces.
   */
  title: z.string().min(8),
});

/** A command or a view of package.json, or a kind of request files. */
const place = z.union([
  z.strictObject({ command: z.string() }),
  z.strictObject({ view: z.string() }),
  z.strictObject({ file: z.string().regex(/^\*\.\w+\.json$/) }),
]);

const row = z.strictObject({ client: proof, sandbox: proof, editor: z.array(place).min(1) });

export type Place = z.infer<typeof place>;
export interface OperationRow extends z.infer<typeof row> {
  readonly id: OperationId;
}

/**
 * Returns the rows in the order of the operation table. Throws if a call has no row, or if a row does not match the
 * schema.
 */
export function readOperations(): readonly OperationRow[] {
  const rows = z
    .record(z.string(), row)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, "operations.json"), "utf8")));
  const ids = Object.keys(operations) as OperationId[];
  const surplus = Object.keys(rows).filter((id) => !Object.hasOwn(operations, id));
  if (surplus.length > 0) throw new Error(`There is no operation ${surplus.join(", ")}.`);
  return ids.map((id) => {
    const found = rows[id];
    if (found === undefined) throw new Error(`${id} has no row.`);
    return { id, ...found };
  });
}

/** The words for the effect classes on the page. */
const effects = {
  read: "read",
  "read-by-post": "read by POST",
  write: "write",
  configuration: "configuration",
  destroy: "destroy",
  "reaches-people": "reaches people",
  "maybe-changes": "maybe changes state",
} as const;

/**
 * Returns the words for the effect class of a call. If the payload decides the class, returns the class for an empty
 * payload and says that the payload may change it.
 */
export function classOf(id: OperationId): string {
  const { effect } = operationOf(id);
  return typeof effect === "function"
    ? `${effects[effectOf(id, { body: {} })]}, unless its payload decides otherwise`
    : effects[effect];
}
