/**
 * The sandbox of this computer, shared by all windows. The first window that needs it starts it; the others find its
 * ready line, verify its identity, and check that it still answers. Does not import `vscode`.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import * as l10n from "@vscode/l10n";
import { withFileLock } from "../../disk/index.ts";
import { messageOf } from "../../language/index.ts";
import { NobodyThere } from "../../api/index.ts";
import { longestProof, proofOf } from "./sandboxProof.ts";
import type { Proof } from "./sandboxProof.ts";

/** The part of the ready line that the client needs; the rest is kept unchanged. */
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
  /** The program and its arguments before `sandbox`: `[execPath, ["…/dist/cli.js"]]`. */
  readonly command: readonly [string, readonly string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the sandbox's state. */
  readonly data: string;
  /** Keeps the ready line for other windows, in SecretStorage because the line contains secrets. */
  readonly store: { get(): Promise<string | undefined>; set(line: string): Promise<void> };
  /** Calls the service at these addresses, and resolves with whether it answers. */
  readonly alive: (ready: ReadyLine) => Promise<boolean>;
  readonly log: (line: string) => void;
  readonly temporary: (because: Temporary) => void;
  /** For how many milliseconds other windows may keep this window from starting its sandbox. */
  readonly longestTurn?: number;
}

/** Why the started sandbox keeps nothing. `reason`: for the log. */
export interface Temporary {
  /**
   * `held`: the sandbox of another window uses the folder. `late`: another window did not finish its start in time.
   * `folder`: the folder cannot be used, for example because it cannot be written.
   */
  readonly cause: "held" | "late" | "folder";
  readonly reason: string;
}

export interface SandboxProcess extends AsyncDisposable {
  /**
   * Resolves with the addresses of a sandbox that answers: a running one, else a new one. Concurrent calls share one
   * start.
   */
  ready(): Promise<ReadyLine>;
  /**
   * Verifies the sandbox before a secret is sent to these addresses. Rejects if another program answers there. Also
   * rejects if nothing answers (with NobodyThere), because another program may listen there a moment later. The next
   * `ready` then looks again.
   */
  prove(ready: ReadyLine): Promise<void>;
  /** Called when a call found no program at these addresses; the next `ready` looks again. */
  suspect(): void;
  /** Whether the sandbox in use keeps nothing, as reported through the option `temporary`. */
  readonly isTemporary: boolean;
}

/** Milliseconds within which a sandbox must print its ready line. */
const startLimit = 30_000;

/**
 * Milliseconds to wait for another window. In this time, that window may ask an older sandbox for its proof, stop its
 * own sandbox, and try twice to start a new one.
 */
const longestTurn = 90_000;

/** Milliseconds. A sandbox that does not end within this time is killed. */
const longestEnd = 3000;

/** How many times a sandbox that is running but silent is asked to prove its identity. */
const attempts = 3;

export function sandboxProcess(options: SandboxProcessOptions): SandboxProcess {
  let own: ChildProcess | undefined;
  let known: ReadyLine | undefined;
  let starting: Promise<ReadyLine> | undefined;
  let ended = false;
  /** The sandbox of this window alone, if the window could not use the computer's sandbox. */
  let temporary: ReadyLine | undefined;

  /**
   * Another window may be starting the sandbox, so this function waits for the lock. It then looks for a running
   * sandbox, and starts one if none answers.
   */
  async function findInTurn(): Promise<ReadyLine> {
    let inTurn = false;
    // The window uses its temporary sandbox for as long as that sandbox answers: a switch to another sandbox would lose
    // what was saved in the temporary one.
    if (temporary !== undefined && (await answers(temporary))) return temporary;
    temporary = undefined;
    try {
      return await withFileLock(
        `${options.data}.lock.sqlite`,
        () => {
          inTurn = true;
          return find();
        },
        { signal: AbortSignal.timeout(options.longestTurn ?? longestTurn) },
      );
    } catch (error) {
      if (inTurn) throw error;
      const isLate = error instanceof Error && error.name === "AbortError";
      // The lock cannot be created, because the folder is read-only or its disk is full; or the window that holds the
      // lock hangs.
      return startTemporary(error, isLate ? "late" : undefined);
    }
  }

  async function find(): Promise<ReadyLine> {
    const stored = parseReady(
      await options.store.get().catch((error: unknown) => {
        options.log(`The secret storage did not say where the sandbox runs: ${messageOf(error)}`);
        return undefined;
      }),
    );
    if (stored !== undefined && (await answers(stored))) return stored;
    await stop();
    const port = stored === undefined ? "0" : new URL(stored.formsApiUrl).port;
    const kept = ["--data", options.data];
    let ready: ReadyLine;
    try {
      ready = await start(["--port", port, ...kept]).catch((error: unknown) => {
        // Reusing the last port keeps addresses and caches valid, but another program may have it by now.
        if (port === "0") throw error;
        options.log(`The sandbox did not start on its last port ${port}; it takes a free one.`);
        return start(["--port", "0", ...kept]);
      });
    } catch (error) {
      // Either the disk refuses writes, or the folder is held by the sandbox of another window, which shares no secrets
      // with this window.
      return startTemporary(error);
    }
    await share(ready);
    return ready;
  }

  const answers = async (line: ReadyLine): Promise<boolean> =>
    (await proofIn(line, attempts)) === "proven" && options.alive(line);

  /** Asks a busy sandbox again before another one replaces it. */
  async function proofIn(stored: ReadyLine, left: number): Promise<Proof> {
    const proof = await proofOf(stored);
    return proof === "silent" && left > 1 ? proofIn(stored, left - 1) : proof;
  }

  async function share(line: ReadyLine): Promise<void> {
    try {
      await options.store.set(JSON.stringify(line));
    } catch (error) {
      // This window continues to use the sandbox. The sandbox's state is kept, and its next start needs no ready line.
      options.log(
        `Other windows cannot find this sandbox, because the secret storage did not take its addresses: ${messageOf(error)}`,
      );
    }
  }

  async function startTemporary(error: unknown, known?: "late"): Promise<ReadyLine> {
    const ready = await start(["--port", "0"]);
    const reason = messageOf(error);
    temporary = ready;
    options.temporary({ cause: known ?? (reason.includes("Another sandbox is using") ? "held" : "folder"), reason });
    return ready;
  }

  async function start(where: readonly string[]): Promise<ReadyLine> {
    if (ended) throw new Error(l10n.t("This window is closing."));
    const [program, before] = options.command;
    const child = spawn(program, [...before, "sandbox", ...where], {
      env: { ...process.env, ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    own = child;
    let lastWords = "";
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error(l10n.t("The sandbox was not ready within {0} seconds. See the log.", startLimit / 1000)));
      }, startLimit);
      child.once("error", (error) => {
        clearTimeout(limit);
        if (own === child) own = known = undefined;
        reject(new Error(l10n.t("The sandbox could not be started: {0}", error.message), { cause: error }));
      });
      // If the system has run out of handles, the child has no streams, and an error event follows.
      const { stdout, stderr }: { readonly stdout?: Readable | null; readonly stderr?: Readable | null } = child;
      if (!stdout || !stderr) return;
      createInterface({ input: stderr }).on("line", (line) => {
        lastWords = line;
        options.log(line);
      });
      createInterface({ input: stdout }).once("line", (line) => {
        clearTimeout(limit);
        const ready = parseReady(line);
        if (ready !== undefined) return resolve(ready);
        child.kill("SIGKILL");
        reject(
          new Error(l10n.t("The sandbox did not report that it was ready, but printed something else. See the log.")),
        );
      });
      child.once("exit", (code, signal) => {
        if (own === child) own = known = undefined;
        options.log(`The sandbox ended (${code ?? signal}).`);
      });
      // The sandbox's last line, which says why the sandbox ended, may arrive after the `exit` event, but arrives
      // before `close`.
      child.once("close", (code, signal) => {
        clearTimeout(limit);
        reject(
          new Error(l10n.t("The sandbox ended before it was ready ({0}). {1}", String(code ?? signal), lastWords)),
        );
      });
    });
  }

  async function stop(): Promise<void> {
    const child = own;
    own = known = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => child.kill("SIGKILL"), longestEnd);
      child.once("exit", () => {
        clearTimeout(late);
        resolve();
      });
      child.kill("SIGTERM");
    });
  }

  return {
    async ready() {
      if (known !== undefined) return known;
      starting ??= findInTurn()
        .then((ready) => (known = ready))
        .finally(() => (starting = undefined));
      return starting;
    },
    async prove(ready) {
      const proof = await proofOf(ready);
      if (proof === "silent")
        throw new Error(
          l10n.t("The sandbox did not answer within {0} seconds, so nothing was sent to it. Try again.", longestProof),
        );
      if (proof === "proven") return;
      known = undefined;
      if (proof === "nobody")
        throw new NobodyThere(
          l10n.t("The sandbox does not answer at its address. Nothing was sent. Try again: that restarts the sandbox."),
        );
      throw new Error(
        l10n.t(
          "Another program answers at the sandbox's address. That program received nothing. Try again: the sandbox then starts at another address.",
        ),
      );
    },
    suspect() {
      known = undefined;
    },
    get isTemporary() {
      return temporary !== undefined;
    },
    async [Symbol.asyncDispose]() {
      ended = true;
      await stop();
    },
  };
}

function parseReady(line: string | undefined): ReadyLine | undefined {
  if (line === undefined) return undefined;
  try {
    const value = JSON.parse(line) as Partial<ReadyLine> | null;
    return value?.ready === true && typeof value.formsApiUrl === "string" && Array.isArray(value.clients)
      ? (value as ReadyLine)
      : undefined;
  } catch {
    return undefined;
  }
}
