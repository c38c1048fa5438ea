/**
 * The entry inside the extension host. Runs the built tests beside this file, or the tests under restricted/ if the
 * workspace is not trusted, or the crawl if it was requested.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import Mocha from "mocha";
import * as vscode from "vscode";

export async function run(): Promise<void> {
  const reporter = process.env["SMARTFORM_REPORTER"];
  const mocha = new Mocha({ timeout: 60_000, color: false, ...(reporter !== undefined && { reporter }) });
  const folder =
    process.env["SMARTFORM_CRAWL"] !== undefined
      ? join(__dirname, "crawl")
      : vscode.workspace.isTrusted
        ? __dirname
        : join(__dirname, "restricted");
  for (const name of await readdir(folder)) {
    if (name.endsWith(".test.js")) mocha.addFile(join(folder, name));
  }
  const failures = await new Promise<number>((resolve) => void mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
