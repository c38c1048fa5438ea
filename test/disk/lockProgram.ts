/**
 * Holds a lock until its input ends or it is killed, and reports when it has it: run by the test of locks between
 * processes, with the path as its argument.
 */
import { once } from "node:events";
import { withFileLock } from "../../disk/fileLock.ts";

await withFileLock(
  process.argv[2] ?? "",
  async () => {
    console.log("held");
    process.stdin.resume();
    await once(process.stdin, "end");
  },
  {},
);
