/** The `smartform` program: finds the command and turns its outcome into an exit status. */
import { enableCompileCache } from "node:module";
import { compiledFolder } from "../catalog/index.ts";
import { endUnwritten, print } from "./output.ts";
import { isKnown, line, printable, Problem } from "./problem.ts";

const help = `Usage: smartform COMMAND [options]

  check      find problems with placeholders in texts and in the Text Library
  merge      put together what several machines found in their parts of a check
  contract   say what data a Smartform or a text needs, and what a change newly requires
  sandbox    run the embedded service

Run smartform COMMAND --help for details.
`;

type Command = (args: readonly string[], options: { readonly signal: AbortSignal }) => Promise<number>;

/** Each command is loaded on demand: the check starts in half the time if the sandbox is not loaded. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["check", async (args, options) => (await import("./check.ts")).check(args, options)],
  ["merge", async (args, options) => (await import("./merge.ts")).merge(args, options)],
  ["contract", async (args, options) => (await import("./contract.ts")).contract(args, options)],
  ["sandbox", async (args, options) => (await import("./sandbox.ts")).sandbox(args, options)],
]);

async function run([name = "", ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    print(help);
    return 0;
  }
  const command = commands.get(name);
  if (command === undefined)
    throw new Problem(
      name === "" ? `Name a command.\n\n${help}` : `There is no command "${printable(name)}".\n\n${help}`,
    );
  return command(args, { signal });
}

// The compiled code of the commands is cached for each version of Node and of the program. If the folder of the cache
// cannot be written, the program runs without the cache.
const folder = compiledFolder();
if (folder !== undefined) enableCompileCache(folder);
const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // The listener runs only once, so a second signal of the same name ends the program at once.
  process.once(name, () => stopping.abort());
}
process.stdout.on("error", endUnwritten);
// Without standard error, no error can be reported.
process.stderr.on("error", () => process.exit(2));

run(process.argv.slice(2), stopping.signal).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = statusOf(error);
  },
);

function statusOf(error: unknown): number {
  if (stopping.signal.aborted) return 130;
  process.stderr.write(
    `smartform: ${lines(isKnown(error) || !(error instanceof Error) ? String((error as Partial<Error>).message ?? error) : (error.stack ?? error.message))}\n`,
  );
  return 2;
}

function lines(text: string): string {
  return text
    .split("\n")
    .map((each) => line(printable(each), "smartform: "))
    .join("\n");
}
