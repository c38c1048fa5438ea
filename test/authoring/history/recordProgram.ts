/**
 * Acts as another window that records versions into the history of a folder. The tests run this program; its arguments
 * are the folder, the identity, its own number and the number of versions.
 */
import { openHistory } from "../../../authoring/history/history.ts";

const [folder = "", identity = "", number = "", count = ""] = process.argv.slice(2);
using history = openHistory({
  folder,
  identity,
  limits: () => ({ bytes: 1_000_000_000, keepGoneDays: 1 }),
  tell(problem) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  },
});
const text = (id: string, content: string) => ({
  id,
  folderId: "f",
  code: id,
  contentType: 0,
  translations: { en: { content } },
});
for (let version = 0; version < Number(count); version += 1) {
  history.read(text("shared", "the same everywhere"));
  history.read(text(`own-${number}`, `version ${version}`));
  // Calls `settle`, as each save does. If another window is writing, the version stays in memory until the next call.
  history.settle();
  process.stdout.write(".");
}
// Writes the versions that are still in memory because another window was writing.
const late = performance.now() + 15_000;
while (history.versions(`own-${number}`, "en").length < Math.min(Number(count), 300)) {
  if (performance.now() > late) throw new Error("What was recorded was not written within 15 s.");
  history.settle();
}
