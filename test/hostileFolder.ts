/** A folder with everything that may block a reader: pipes, patterns, deep and wide JSON, and a wide text. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const deep = `${'{"a":'.repeat(180_000)}1${"}".repeat(180_000)}`;
const wide = `{${Array.from({ length: 80_000 }, (_, index) => `"n${index}":${index}`).join()}}`;
const patterns = JSON.stringify({
  files: Array<object>(1200).fill({ include: `${"{a,b}".repeat(8)}${"*a".repeat(60)}` }),
});

/** Files by name; null makes a pipe. */
export const hostileFiles: Readonly<Record<string, string | null>> = {
  "smartform.json": '{"baseline":"known.json","files":[{"include":"**","data":"data.json"}]}',
  "known.json": `[${wide}]`,
  "data.json": wide,
  "a.sft": "[[ ".repeat(350_000),
  "b.sft": "[[x]]",
  "pipe.sft": null,
  "pipe/smartform.json": null,
  "pipe/a.sft": "[[x]]",
  "patterns/smartform.json": patterns,
  "patterns/a.sft": "[[x]]",
  "deep/smartform.json": deep,
  "deep/a.sft": "[[x]]",
  "deep/b.form.json": deep,
};

/** `path` is an existing folder. */
export function makeHostile(path: string): void {
  for (const [name, content] of Object.entries(hostileFiles)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    if (content === null) execFileSync("mkfifo", [join(path, name)]);
    else writeFileSync(join(path, name), content);
  }
}
