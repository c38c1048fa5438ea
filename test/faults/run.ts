/**
 * The whole matrix: every kind of fault on every operation, each answer made anew, then the sandbox under each of its choices. Prints a line for
 * each kind and the figures; parts of kinds' names as arguments run only those.
 */
import { choices } from "../../sandbox/choices.ts";
import { dialect } from "./kinds.ts";
import { startMatrix } from "./matrix.ts";
import type { Figures } from "./matrix.ts";
import { operationIds } from "./requests.ts";

const wanted = process.argv.slice(2);
await using matrix = await startMatrix();
const total = { calls: 0, requests: 0, untold: 0, failures: 0 };
const phases = new Map<string, number>();
const begun = performance.now();

function count(phase: string, name: string, { calls, requests, untold, failures }: Figures): void {
  console.log(`${phase.padEnd(6)}  ${name.padEnd(44)} ${String(calls).padStart(4)} calls ${String(requests).padStart(5)} requests${untold > 0 ? `, ${untold} that nobody can tell` : ""}${failures.length > 0 ? `, ${failures.length} FAILURES` : ""}`);
  for (const failure of failures) console.log(`        ${failure}`);
  total.calls += calls;
  total.requests += requests;
  total.untold += untold;
  total.failures += failures.length;
  phases.set(phase, (phases.get(phase) ?? 0) + calls);
}

const kinds = matrix.kinds.filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.includes(part)));
for (const kind of kinds) count(kind.phase, kind.id, await matrix.run(kind));

const hungUp = matrix.kinds.find(({ id }) => id === "hung up after") ?? dialect;
const alternatives = wanted.length > 0 ? [] : Object.entries(choices).flatMap(([id, { choice, switchable = [] }]) => switchable.filter((each) => each !== choice).map((alternative) => [id, alternative] as const));
for (const choice of alternatives) {
  count("choice", choice.join(": "), await matrix.run(dialect, { choice }));
  count("choice", `${choice.join(": ")}, hung up after`, await matrix.run(hungUp, { choice }));
}

console.log(`${kinds.length} kinds and ${alternatives.length} choices on ${operationIds.length} operations in ${Math.round((performance.now() - begun) / 1000)} s: ${total.calls} calls (${[...phases].map(([phase, calls]) => `${phase} ${calls}`).join(", ")}), ${total.requests} requests, ${total.calls - total.untold} judged in full, ${total.failures} failures`);
process.exitCode = total.failures > 0 ? 1 : 0;
