/**
 * The pictures of the README, taken in the real window: findings in a letter, and the sandbox's Text Library in its
 * tree.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/root.mjs";
import { useWindow } from "../story.ts";
import { openFile, squiggles } from "../editors.ts";
import { libraryItem } from "../library.ts";
import { problems } from "../messages.ts";
import { screenshot } from "../pictures.ts";
import { expand, openView } from "../sideBar.ts";

const sample = (path: string) => readFileSync(join(root, "samples", path), "utf8");

describe("first steps", () => {
  const { workbench, it } = useWindow("screens", {
    options: () => {
      const files = [
        "smartform.json",
        "data/claim.json",
        "letters/photos.sft",
        "letters/decision.sft.html",
        "forms/claim-report.form.json",
      ];
      return { files: Object.fromEntries(files.map((path) => [path, sample(path)])) };
    },
  });

  it("uses the connection that the workspace names, and lists its library", async () => {
    await openView(workbench, "Smartform");
    await libraryItem(workbench, "Folder Claims").waitFor();
    await expand(workbench, "Claims");
    await libraryItem(workbench, "Subfolder Decisions").waitFor();
  });

  it("finds a misspelt code once the library is known", async () => {
    await openFile(workbench, "photos.sft");
    await squiggles(workbench, "error").first().waitFor();
    const rows = await problems(workbench);
    await rows.filter({ hasText: "closng" }).first().waitFor();
    assert.ok(
      (await rows.allInnerTexts()).some((row) => row.includes("missing")),
      "the missing spaces are found too",
    );
    await screenshot(workbench, "findings");
  });
});
