/**
 * Holds a lock until the program's input ends or the program is killed, and reports when it has the lock. The test of
 * locks between processes runs this program; its argument is the path of the lock.
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
