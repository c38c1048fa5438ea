/** A sandbox in a separate process, to be killed: writes its ready line to stdout. `node keeper.ts FOLDER` */
import { startSandbox } from "../../sandbox/index.ts";

const { ready } = await startSandbox({ data: process.argv[2] ?? "" });
process.stdout.write(`${JSON.stringify(ready)}\n`);
