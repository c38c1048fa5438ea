/**
 * Makes new versions of all pictures in README, docs/ and the walkthrough, from the packed extension in a real VS Code:
 * `npm run pictures`. Look at them before you commit them.
 */
import { spawnSync } from "node:child_process";
import { missingPrograms, ofPictures } from "./machine.mjs";
import { root } from "./root.mjs";

await missingPrograms(ofPictures);
for (const step of [
  ["scripts/build.mjs"],
  ["scripts/package.mjs", "--quiet"],
  ["test/vscode/run.ts", "--ui", "screens.test.ts", "tour.test.ts"],
]) {
  const { status } = spawnSync(
    process.execPath,
    ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--disable-warning=ExperimentalWarning", ...step],
    { cwd: root, stdio: "inherit", env: { ...process.env, SMARTFORM_PICTURES: "1" } },
  );
  if (status !== 0) process.exit(1);
}
