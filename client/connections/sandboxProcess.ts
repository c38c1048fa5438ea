/**
 * The sandbox of this computer, shared by all windows: the first window that needs it starts it, the others find its ready line and ask
 * whether it still answers. It knows no VS Code.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import * as l10n from "@vscode/l10n";
import { withFileLock } from "../fileLock.ts";

/** The part of the ready line that the client needs; the rest is kept as it is. */
export interface ReadyLine {
  readonly ready: true;
  readonly authUrl: string;
  readonly formsApiUrl: string;
  readonly formsAppUrl: string;
  readonly auditApiUrl: string;
  readonly statisticsApiUrl: string;
  readonly signingApiUrl: string;
  readonly archiveApiUrl: string;
  readonly documentsApiUrl: string;
  readonly controlUrl: string;
  readonly controlSecret: string;
  readonly clients: readonly { readonly name: string; readonly clientId: string; readonly clientSecret: string }[];
}

export interface SandboxProcessOptions {
  /** The program and what comes before `sandbox`: `[execPath, ["…/dist/cli.js"]]`. */
  readonly command: readonly [string, readonly string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the sandbox's state. */
  readonly data: string;
  /** Where the ready line is kept for other windows: it holds secrets, so this is SecretStorage. */
  readonly store: { get(): Promise<string | undefined>; set(line: string): Promise<void> };
  /** Asks the service at these addresses for a sign of life, with this client. */
  readonly alive: (ready: ReadyLine) => Promise<boolean>;
  readonly log: (line: string) => void;
  /** The sandbox that was started keeps nothing, because its folder could not be used: why. */
  readonly temporary: (reason: string) => void;
}

export interface SandboxProcess extends AsyncDisposable {
  /** The addresses of a sandbox that answers: a running one, else a new one. Calls at the same time share one start. */
  ready(): Promise<ReadyLine>;
  /** A call found nobody there; the next `ready` looks again. */
  suspect(): void;
}

/** Milliseconds that a sandbox may take to print its ready line. */
const startLimit = 30_000;

export function sandboxProcess(options: SandboxProcessOptions): SandboxProcess {
  let own: ChildProcess | undefined;
  let known: ReadyLine | undefined;
  let starting: Promise<ReadyLine> | undefined;

  async function find(): Promise<ReadyLine> {
    const stored = parseReady(await options.store.get());
    if (stored !== undefined && await options.alive(stored)) return stored;
    await stop();
    const port = stored === undefined ? "0" : new URL(stored.formsApiUrl).port;
    const kept = ["--data", options.data];
    try {
      const ready = await start(["--port", port, ...kept]).catch((error: unknown) => {
        // The port of the last time keeps addresses and caches valid, but somebody else may hold it by now.
        if (port === "0") throw error;
        options.log(`The sandbox did not start on its last port ${port}; it takes a free one.`);
        return start(["--port", "0", ...kept]);
      });
      await options.store.set(JSON.stringify(ready));
      return ready;
    } catch (error) {
      // A window that cannot read this one's secrets may hold the folder, or the disk takes nothing.
      const ready = await start(["--port", "0"]);
      options.temporary(error instanceof Error ? error.message : String(error));
      return ready;
    }
  }

  function start(where: readonly string[]): Promise<ReadyLine> {
    const [program, before] = options.command;
    const child = spawn(program, [...before, "sandbox", ...where], {
      env: { ...process.env, ...options.environment }, stdio: ["ignore", "pipe", "pipe"],
    });
    own = child;
    let lastWords = "";
    createInterface({ input: child.stderr }).on("line", (line) => {
      lastWords = line;
      options.log(line);
    });
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error(l10n.t("The sandbox did not get ready within {0} seconds. See the log.", startLimit / 1000)));
      }, startLimit);
      createInterface({ input: child.stdout }).once("line", (line) => {
        clearTimeout(limit);
        const ready = parseReady(line);
        if (ready !== undefined) return resolve(ready);
        child.kill("SIGKILL");
        reject(new Error(l10n.t("The sandbox printed something else than its ready line. See the log.")));
      });
      child.once("error", (error) => {
        clearTimeout(limit);
        reject(new Error(l10n.t("The sandbox could not be started: {0}", error.message), { cause: error }));
      });
      child.once("exit", (code, signal) => {
        clearTimeout(limit);
        if (own === child) own = known = undefined;
        options.log(`The sandbox ended (${code ?? signal}).`);
        reject(new Error(l10n.t("The sandbox ended before it was ready ({0}). {1}", String(code ?? signal), lastWords)));
      });
    });
  }

  async function stop(): Promise<void> {
    const child = own;
    own = known = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  }

  return {
    async ready() {
      if (known !== undefined) return known;
      // Another window may be starting it right now: its lock is waited for, and then its ready line is there.
      starting ??= withFileLock(`${options.data}.lock.sqlite`, find, {}).then((ready) => known = ready).finally(() => starting = undefined);
      return starting;
    },
    suspect() {
      known = undefined;
    },
    [Symbol.asyncDispose]: stop,
  };
}

function parseReady(line: string | undefined): ReadyLine | undefined {
  if (line === undefined) return undefined;
  try {
    const value = JSON.parse(line) as Partial<ReadyLine> | null;
    return value?.ready === true && typeof value.formsApiUrl === "string" && Array.isArray(value.clients) ? value as ReadyLine : undefined;
  } catch {
    return undefined;
  }
}
