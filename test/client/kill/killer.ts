/**
 * Kills real processes. The program is bundled once, and the next process starts while another works. Several lanes of
 * work may run at the same time. A process is killed once the work of every lane is suspended in it. Work that should
 * finish runs in another process, which is not killed.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { permitTicket } from "../../sandbox/permits.ts";
import type { World } from "../service.ts";
import type { Ender } from "./everyStep.ts";
import type { Answer, KillOrder } from "./killProgram.ts";

export interface Killer extends AsyncDisposable {
  /**
   * Opens a lane of work, which lasts until its disposal. Its processes call the sandbox of this world, one process
   * after the other.
   */
  in(world: World): Ender & Disposable;
}

interface Victim {
  carryOut(order: Omit<KillOrder, "number">): Promise<Answer>;
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a killer. `isFresh`: each process gets only one order. */
export async function openKiller({ isFresh = false } = {}): Promise<Killer> {
  const folder = await mkdtemp(join(tmpdir(), "smartform-killer-"));
  const program = join(folder, "program.cjs");
  await build({
    entryPoints: [join(import.meta.dirname, "killProgram.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "warning",
  });
  let lanes = 0;
  /** Callbacks of the lanes whose work is suspended in `doomed`. They are called once `doomed` has been killed. */
  let standing: (() => void)[] = [];
  let doomed: Victim | undefined;
  let next: Victim | undefined;
  let living: Victim | undefined;

  const take = (): Victim => {
    const victim = next ?? start(program);
    next = start(program);
    return victim;
  };

  async function killWhereAllStand(): Promise<void> {
    if (doomed === undefined || standing.length === 0 || standing.length < lanes) return;
    const [victim, told] = [doomed, standing];
    [doomed, standing] = [undefined, []];
    await victim.kill();
    for (const tell of told) tell();
  }

  async function untilKilled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    standing.push(resolve);
    await killWhereAllStand();
    await promise;
  }

  return {
    in({ ready, mine }) {
      const secret = ready.clients.find(({ name }) => name === "standard")?.clientSecret ?? "";
      lanes += 1;
      return {
        isKilled: true,
        async run(storage, work, subject, dieAt) {
          if (work === "delete")
            permitTicket("DELETE", `${ready.formsApiUrl}/Integrations/textlibrary/texts/${subject.text.id}`);
          const victim = dieAt !== undefined ? (doomed ??= take()) : isFresh ? take() : (living ??= take());
          const answer = await victim.carryOut({
            connection: mine.connection,
            secret,
            folder: storage,
            work,
            subject,
            dieAt,
          });
          if ("problem" in answer) throw new Error(`${work}: ${answer.problem}`);
          if ("at" in answer) await untilKilled();
          else if (isFresh) await victim.end();
          return answer;
        },
        [Symbol.dispose]() {
          lanes -= 1;
          void killWhereAllStand();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const victim of [doomed, next, living]) await victim?.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function start(program: string): Victim {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let orders = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.number)?.resolve(answer);
    waiting.delete(answer.number);
  });
  void closed.then(() => waiting.forEach(({ reject }) => reject(new Error("The process ended without an answer."))));
  return {
    carryOut(order) {
      const answer = Promise.withResolvers<Answer>();
      orders += 1;
      waiting.set(orders, answer);
      child.stdin.write(`${JSON.stringify({ ...order, number: orders } satisfies KillOrder)}\n`);
      return answer.promise;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
      assert.equal(child.signalCode, "SIGKILL");
    },
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}
