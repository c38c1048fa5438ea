/**
 * The data contract of a Smartform and of a text: it is shown in an editor of its own, closed without a question, and
 * saved where the author wants.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeTab, editorText } from "../../editors.ts";
import { openText } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { answerPath, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, treeItem } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("data contracts", () => {
  let page: Page;

  const { service, workbench, it } = useService("contract", {
    options: () => ({ files: { "contracts/readme.txt": "" } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  it("shows the contract of a Smartform as a JSON schema, under its name", async () => {
    const tab = activeTab(workbench, "Claim-decision.contract.json", "clean");
    // Right after the sign-in the Smartforms may still be loading. A message then says so, and the command is chosen
    // again.
    const unknown = notifications(workbench).filter({ hasText: "wait until they have been read" });
    for (let tries = 1; ; tries++) {
      await chooseFor(
        workbench,
        treeItem(workbench, "Claim decision"),
        "Show Data Contract",
        quickInput(workbench).getByText("Show the data contract as"),
      );
      await screenshot(workbench, "contract-format");
      await pick(workbench, "JSON Schema");
      await tab.or(unknown).first().waitFor();
      if ((await tab.isVisible()) || tries === 5) break;
      await runCommand(workbench, "Notifications: Clear All Notifications");
    }
    await tab.waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).includes('"title": "Claim decision"'), true);
    await screenshot(workbench, "contract-smartform");
  });

  it("saves it to the author's choice of file", async () => {
    await page.keyboard.press("Control+S");
    const path = join(workbench.folder, "contracts", "decision.json");
    await answerPath(workbench, "/Claim-decision.contract.json", path, async () => {
      await screenshot(workbench, "contract-save");
      await page.keyboard.press("Enter");
    });
    await activeTab(workbench, "decision.json", "clean").waitFor();
    const { title } = JSON.parse(await readFile(path, "utf8")) as { readonly title: string };
    assert.equal(title, "Claim decision");
  });

  it("shows the contract of a text as a TypeScript type, and closes without a question", async () => {
    await openText(workbench, ["Folder Claims", "Text letter"], "en");
    await runCommand(workbench, "Smartform Forms: Show Data Contract");
    await pick(workbench, "TypeScript");
    await activeTab(workbench, "letter.contract.ts", "clean").waitFor();
    await becomes(
      workbench,
      async () => /export interface \w+ \{[^]*customer: \{/.test(await editorText(workbench)),
      true,
    );
    await screenshot(workbench, "contract-text");
    await runCommand(workbench, "View: Close Editor");
    await activeTab(workbench, "letter.en").waitFor();
    assert.equal(await dialog(workbench).count(), 0);
  });
});
