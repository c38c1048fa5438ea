/** `smartform sandbox`: runs the embedded service in the foreground until it is stopped. */
import { parseArgs } from "node:util";
import { messageOf } from "../language/index.ts";
import { readCatalogFile } from "../catalog/index.ts";
import { print } from "./output.ts";
import { harmlessJson, line, Problem, printable } from "./problem.ts";

const sandboxHelp = `Usage: smartform sandbox [--port N] [--data DIR] [--import FILE]... [--empty]

Runs the whole service on 127.0.0.1, for tests: nothing ever leaves this machine. Prints one line of JSON
with its addresses and credentials when it is ready, and stops on SIGINT (Ctrl-C) or SIGTERM.

  --port N         the port; 0, the default, takes a free one
  --data DIR       keep the state in this folder; without it, everything is in memory
  --import FILE    add a catalog file to the demo company; may be given several times
  --empty          start without the content of the demo company

Exit status: 0 stopped; 2 wrong usage, an invalid catalog file, or a port or folder that cannot be used.
`;

/** Resolves with the exit status. Rejects with Problem or CatalogError if the status should be 2. */
export async function sandbox(args: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<number> {
  const options = readArguments(args);
  if (options.help) {
    print(sandboxHelp);
    return 0;
  }
  // Help needs no service, and loading the service takes most of the start time.
  const { startSandbox } = await import("../sandbox/index.ts");
  const imports = await Promise.all((options.import ?? []).map((file) => readCatalogFile(file, { signal })));
  await using running = await startSandbox({
    port: options.port,
    imports,
    empty: options.empty ?? false,
    log: (said) => process.stderr.write(`${line(printable(said), "sandbox: ")}\n`),
    ...(options.data === undefined ? {} : { data: options.data }),
  }).catch((cause: unknown) => {
    throw new Problem(`The sandbox cannot start: ${messageOf(cause)}`, { cause });
  });
  print(`${harmlessJson(running.ready)}\n`);
  await stopped(signal);
  return 0;
}

function readArguments(args: readonly string[]) {
  const { port: written = "0", ...values } = parse(args);
  const port = /^\d{1,5}$/.test(written) ? Number(written) : NaN;
  if (!(port <= 65535)) throw usage(`--port ${written}: a port is a number from 0 to 65535.`);
  return { ...values, port };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        data: { type: "string" },
        import: { type: "string", multiple: true },
        empty: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw usage(messageOf(cause), cause);
  }
}

function usage(message: string, cause?: unknown): Problem {
  return new Problem(`${message}\nTry: smartform sandbox --help`, { cause });
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
