/** Kills real processes: the program is bundled once, so that each of them starts fast. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { permitTicket } from "../../sandbox/permits.ts";
import type { World } from "../service.ts";
import type { Ender } from "./everyStep.ts";
import type { KillOrder, Whole } from "./killProgram.ts";

export interface Killer extends AsyncDisposable {
  /** Every process of an ender talks to the sandbox of this world. */
  in(world: World): Ender;
}

export async function openKiller(): Promise<Killer> {
  const folder = await mkdtemp(join(tmpdir(), "smartform-killer-"));
  const program = join(folder, "program.cjs");
  await build({ entryPoints: [join(import.meta.dirname, "killProgram.ts")], outfile: program, bundle: true, platform: "node", format: "cjs", logLevel: "warning" });
  return {
    in({ ready, mine }) {
      const secret = ready.clients.find(({ name }) => name === "standard")?.clientSecret ?? "";
      return {
        isKilled: true,
        async run(storage, work, subject, dieAt) {
          if (work === "delete") permitTicket("DELETE", `${ready.formsApiUrl}/Integrations/textlibrary/texts/${subject.text.id}`);
          const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], { stdio: ["pipe", "pipe", "pipe"] });
          const said: Buffer[] = [], problems: Buffer[] = [];
          child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
          child.stderr.on("data", (chunk: Buffer) => problems.push(chunk));
          child.stdin.end(JSON.stringify({ connection: mine.connection, secret, folder: storage, work, subject, dieAt } satisfies KillOrder));
          await once(child, "close");
          const words = Buffer.concat(said).toString("utf8");
          if (child.signalCode === "SIGKILL") return { at: words };
          assert.equal(child.exitCode, 0, `${work}: ${Buffer.concat(problems).toString("utf8")}`);
          return JSON.parse(words) as Whole;
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
