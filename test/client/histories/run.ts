/**
 * Runs histories and prints their figures: `npm run histories` runs 10,000 histories. `--count 300` runs 300,
 * `--from 7` begins with history 7, `--until-found` stops at the first history that fails and prints its number, and
 * `--theme deleting` gives this theme to all histories. `npm run histories -- --mutants` removes the guards, one at a
 * time. `--guard look` removes only the guards whose name contains "look", or whose theme is "look".
 */
import { parseArgs } from "node:util";
import { messageOf } from "../../../language/words/messageOf.ts";
import { runHistory } from "./history.ts";
import { openLibrary } from "./library.ts";
import { tryMutants } from "./mutants.ts";
import { noFigures } from "./oracle.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    "until-found": { type: "boolean", default: false },
    theme: { type: "string" },
    mutants: { type: "boolean", default: false },
    guard: { type: "string", default: "" },
  },
});
const [count, from] = [Number(values.count), Number(values.from)];

async function play(): Promise<number> {
  await using library = await openLibrary();
  const figures = noFigures();
  const begun = performance.now();
  let wrong = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    try {
      await runHistory(library, seed, figures, values.theme);
    } catch (error) {
      wrong += 1;
      console.log(`history ${seed}: ${messageOf(error)}`);
      if (values["until-found"]) {
        console.log(`found after ${seed - from + 1}`);
        return 1;
      }
    }
    if (!values["until-found"] && (seed - from + 1) % 1000 === 0)
      console.log(`${seed - from + 1} played, ${wrong} wrong, ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  console.log(
    `${count} histories in ${Math.round((performance.now() - begun) / 1000)} s, ${wrong} wrong: ${Object.entries(
      figures,
    )
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}`,
  );
  return wrong;
}

process.exitCode = (await (values.mutants ? tryMutants(count, values.guard) : play())) > 0 ? 1 : 0;
