/**
 * All findings with one clear fix in the files of the workspace: they are repaired after one question, and one undo
 * takes all fixes back.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, editorText, openFile } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const files = {
  "one.sft": "Dear [[lib:claims:nothing]]\n",
  "two.sft": "Hello [[name]\n",
  "quiet.sft": "[[lib:claims:nothing]]\n",
  "smartform.json": JSON.stringify({
    files: [{ include: "quiet.sft", rules: { "missing-space": "off", "keyword-case": "off" } }],
  }),
};

describe("fixing all", () => {
  let page: Page;

  const { service, workbench, it } = useService("fix-all", {
    options: () => ({ files }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
      await openFile(workbench, "one.sft");
    },
  });

  const onDisk = (name: string) => readFile(join(workbench.folder, name), "utf8");
  const ask = async () => {
    await runCommand(workbench, "Smartform: Fix All in Workspace");
    await dialog(workbench)
      .getByText(/Repair \d+ findings in 2 files\?/)
      .waitFor();
  };

  it("asks first, and changes nothing at Escape", async () => {
    await ask();
    await screenshot(workbench, "fix-all-question");
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.deepEqual([await onDisk("one.sft"), await onDisk("two.sft")], [files["one.sft"], files["two.sft"]]);
  });

  it("shows each change before it is made, and changes nothing when they are discarded", async () => {
    await ask();
    await dialog(workbench).getByRole("button", { name: "Choose One by One" }).click();
    const panel = page.locator(".panel");
    for (const name of ["one.sft", "two.sft"]) await panel.getByText(name).first().waitFor();
    await screenshot(workbench, "fix-all-preview");
    await panel.getByRole("button", { name: "Discard" }).click();
    await panel.getByRole("button", { name: "Discard" }).waitFor({ state: "hidden" });
    assert.deepEqual([await onDisk("one.sft"), await onDisk("two.sft")], [files["one.sft"], files["two.sft"]]);
  });

  it("fixes open and closed files, reports what it did, and leaves alone what is turned off", async () => {
    await ask();
    await dialog(workbench).getByRole("button", { name: "Repair All" }).click();
    await becomes(workbench, () => onDisk("one.sft"), "Dear [[ LIB:claims:nothing ]]\n");
    await becomes(workbench, () => onDisk("two.sft"), "Hello [[ name ]]\n");
    await notifications(workbench)
      .getByText(/Repaired \d+ findings in 2 files/)
      .waitFor();
    await screenshot(workbench, "fix-all-done");
    assert.equal(await onDisk("quiet.sft"), files["quiet.sft"]);
  });

  it("is undone by one undo", async () => {
    await activeEditor(workbench).locator(".view-lines").first().click();
    await page.keyboard.press("Control+Z");
    await becomes(workbench, () => editorText(workbench), files["one.sft"]);
    await becomes(workbench, () => page.locator(".tabs-container .tab.dirty").count(), 2);
    await runCommand(workbench, "File: Save All Files");
    await becomes(workbench, () => onDisk("two.sft"), files["two.sft"]);
    await screenshot(workbench, "fix-all-undone");
  });
});
