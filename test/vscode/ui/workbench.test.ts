/** The window with the extension: its views are there, and a broken placeholder gets its squiggle. */
import assert from "node:assert/strict";
import { useWindow } from "../story.ts";
import { activeTab, editorText, openFile, squiggles } from "../editors.ts";
import { libraryItem } from "../library.ts";
import { notifications } from "../messages.ts";
import { listsFew, quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";

describe("window", () => {
  const { workbench, it } = useWindow("workbench", {
    options: () => ({
      files: { "letter.sft": "Dear [[customer]],\n", "page.html": '<main id="letter"><h1>Dear</h1></main>\n' },
    }),
  });

  it("shows a file of the workspace", async () => {
    await openFile(workbench, "letter.sft");
    assert.match(await editorText(workbench), /^Dear \[\[customer\]\],/);
  });

  it("underlines a placeholder without its spaces", async () => {
    await squiggles(workbench, "error").first().waitFor();
    await screenshot(workbench, "squiggle");
  });

  it("has VS Code's own HTML server next to it, which recognizes an HTML file and reports no error", async () => {
    await openFile(workbench, "page.html");
    await runCommand(workbench, "Go to Symbol in Editor");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "main#letter" }).first().waitFor();
    await workbench.page.keyboard.press("Escape");
    assert.deepEqual(await notifications(workbench).allInnerTexts(), []);
  });

  it("shows its views in the activity bar", async () => {
    await openView(workbench, "Smartform");
    await screenshot(workbench, "views");
    await listsFew(workbench, "no connection", 25);
  });

  it("uses the sandbox after one click, and lists its library", async () => {
    await workbench.page.getByRole("button", { name: "Use the Sandbox" }).first().click();
    await libraryItem(workbench, "Folder Claims").waitFor();
  });

  it("shows what the sandbox would have sent: nothing yet", async () => {
    await runCommand(workbench, "Smartform: Show Sandbox Outbox");
    await activeTab(workbench, "outbox").waitFor();
    await screenshot(workbench, "outbox");
  });
});
