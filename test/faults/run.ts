/**
 * Runs the whole matrix: every kind of fault on every operation, without reusing answers, and then the sandbox under
 * each of its choices. Prints a line for each kind, and the figures. If arguments name kinds (by a part of the name) or
 * choices (by an id such as `N6`), runs only those.
 */
import { choices } from "../../sandbox/services.ts";
import { dialect } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import { startMatrix } from "./matrix.ts";
import type { Figures, Matrix } from "./matrix.ts";
import { operationIds } from "./requests.ts";

const wanted = process.argv.slice(2);
const total = { calls: 0, requests: 0, untold: 0, failures: 0 };
const phases = new Map<string, number>();
const begun = performance.now();

function count(phase: string, name: string, { calls, requests, untold, failures }: Figures): void {
  console.log(
    `${phase.padEnd(6)}  ${name.padEnd(44)} ${String(calls).padStart(4)} calls ${String(requests).padStart(5)} requests${untold > 0 ? `, ${untold} with an unknown outcome` : ""}${failures.length > 0 ? `, ${failures.length} FAILURES` : ""}`,
  );
  for (const failure of failures) console.log(`        ${failure}`);
  total.calls += calls;
  total.requests += requests;
  total.untold += untold;
  total.failures += failures.length;
  phases.set(phase, (phases.get(phase) ?? 0) + calls);
}

/**
 * Returns the kind of fault, with the expected end of its calls under a choice. Under one choice, the sandbox expects
 * an encoded secret, unlike the documents: a client whose secret has a character like + or % cannot sign in (T96).
 */
function underChoice(matrix: Matrix, kind: Kind, [id, alternative]: readonly [string, string]): Kind {
  const refused = matrix.kinds.find((each) => each.id === "sign-in 401");
  return id === "S14" && alternative === "form-encoded" && refused ? { ...kind, expect: refused.expect } : kind;
}

/** How many kinds share one sandbox. A sandbox stores everything that it receives, so they cannot all share one. */
const portion = 20;

async function runKinds(from = 0): Promise<number> {
  await using matrix = await startMatrix();
  const kinds = matrix.kinds.filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.includes(part)));
  for (const kind of kinds.slice(from, from + portion)) count(kind.phase, kind.id, await matrix.run(kind));
  return kinds.length;
}

const kinds = await runKinds();
for (let from = portion; from < kinds; from += portion) await runKinds(from);

const alternatives = Object.entries(choices)
  .flatMap(([id, { choice, switchable = [] }]) =>
    switchable.filter((each) => each !== choice).map((alternative) => [id, alternative] as const),
  )
  .filter(([id]) => wanted.length === 0 || wanted.includes(id));
for (let from = 0; from < alternatives.length; from += portion) {
  await using matrix = await startMatrix();
  const hungUp = matrix.kinds.find(({ id }) => id === "hung up after");
  if (hungUp === undefined) throw new Error('There is no kind named "hung up after".');
  for (const choice of alternatives.slice(from, from + portion)) {
    count("choice", choice.join(": "), await matrix.run(underChoice(matrix, dialect, choice), { choice }));
    count(
      "choice",
      `${choice.join(": ")}, hung up after`,
      await matrix.run(underChoice(matrix, hungUp, choice), { choice }),
    );
  }
}

console.log(
  `${kinds} kinds and ${alternatives.length} choices on ${operationIds.length} operations in ${Math.round((performance.now() - begun) / 1000)} s: ${total.calls} calls (${[...phases].map(([phase, calls]) => `${phase} ${calls}`).join(", ")}), ${total.requests} requests, ${total.calls - total.untold} judged in full, ${total.failures} failures`,
);
process.exitCode = total.failures > 0 ? 1 : 0;
