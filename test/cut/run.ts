/**
 * Cuts off the end of every file that the product stores: at every byte, but in the middle of an SQLite file only at
 * some bytes. `npm run cuts` starts this program. With a word as argument it cuts only the files whose names contain
 * the word.
 */
import { messageOf } from "../../language/words/messageOf.ts";
import { cutEverywhere } from "./cuts.ts";
import { keptFiles } from "./keptFiles.ts";

const [wanted = ""] = process.argv.slice(2);

for (const file of keptFiles.filter(({ name }) => name.includes(wanted))) {
  const begun = performance.now();
  try {
    const { bytes, cuts } = await cutEverywhere(file);
    console.log(
      `${file.name}: ${bytes} bytes, cut at ${cuts} places, ${Math.round((performance.now() - begun) / 1000)} s`,
    );
  } catch (error) {
    process.exitCode = 1;
    console.log(messageOf(error));
  }
}
