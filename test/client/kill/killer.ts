/**
 * Kills real processes. The program is bundled once, and the next processes are started while others work; one that came to the end of its order
 * is given another, unless each order is to meet a process that did nothing before.
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
  /** Every process of an ender talks to the sandbox of this world. */
  in(world: World): Ender;
}

/** Takes orders until one kills it. */
interface Victim {
  /** Resolves once it is dead, where it dies. */
  carryOut(order: KillOrder): Promise<Answer>;
  end(): Promise<void>;
}

/** `isFresh`: no process gets a second order. */
export async function openKiller({ isFresh = false } = {}): Promise<Killer> {
  const folder = await mkdtemp(join(tmpdir(), "smartform-killer-"));
  const program = join(folder, "program.cjs");
  await build({ entryPoints: [join(import.meta.dirname, "killProgram.ts")], outfile: program, bundle: true, platform: "node", format: "cjs", logLevel: "warning" });
  const idle: Victim[] = [];

  return {
    in({ ready, mine }) {
      const secret = ready.clients.find(({ name }) => name === "standard")?.clientSecret ?? "";
      return {
        isKilled: true,
        async run(storage, work, subject, dieAt) {
          if (work === "delete") permitTicket("DELETE", `${ready.formsApiUrl}/Integrations/textlibrary/texts/${subject.text.id}`);
          const victim = idle.shift() ?? start(program);
          if (dieAt !== undefined) idle.push(start(program));
          const answer = await victim.carryOut({ connection: mine.connection, secret, folder: storage, work, subject, dieAt });
          if ("at" in answer) return answer;
          if (isFresh) await victim.end();
          else idle.unshift(victim);
          if ("problem" in answer) throw new Error(`${work}: ${answer.problem}`);
          return answer;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.map((victim) => victim.end()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function start(program: string): Victim {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async carryOut(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const { value } = await lines.next() as { readonly value?: string };
      if (value === undefined) throw new Error(`${order.work}: the process ended without an answer`);
      const answer = JSON.parse(value) as Answer;
      if (!("at" in answer)) return answer;
      await closed;
      assert.equal(child.signalCode, "SIGKILL");
      return answer;
    },
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}
