/**
 * The first minutes of a new author, in the window that `npm start` opens. The walkthrough opens automatically. Its
 * steps are ticked by what the author does, and each step needs at most three clicks. The test prints clicks and
 * seconds.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Locator, Page } from "playwright-core";
import { root } from "../../../scripts/root.mjs";
import { activeEditor, activeTab, editorText, focusEditor, webview } from "../editors.ts";
import { libraryItem } from "../library.ts";
import { dialog } from "../messages.ts";
import { listsFew, quickInput, reloadWindow, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView, pressOn, treeItem, unfoldView } from "../sideBar.ts";
import { useWindow } from "../story.ts";
import { becomes } from "../waiting.ts";

const samples = join(root, "samples");
const mostClicks = 3;

describe("the first minutes", () => {
  const { workbench, it } = useWindow("first-minutes", {
    options: () => ({
      files: Object.fromEntries(
        readdirSync(samples, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [relative(samples, path), readFileSync(path)]),
      ),
      settings: { "workbench.welcomePage.walkthroughs.openOnInstall": true },
    }),
  });

  let clicks = 0;
  let since = 0;
  const begin = (): void => {
    clicks = 0;
    since = performance.now();
  };
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const end = (what: string): void => {
    console.log(`      ${what}: ${clicks} clicks, ${((performance.now() - since) / 1000).toFixed(1)} s`);
    assert.ok(clicks <= mostClicks, `${clicks} clicks`);
  };
  const page = (): Page => workbench.page;
  const step = (id: string): Locator => page().locator(`.getting-started-step[data-step-id$="#${id}"]`);
  const button = (name: string): Locator =>
    page().locator(".getting-started-step.expanded").getByRole("button", { name, exact: true });
  /** Returns to the walkthrough by its tab. */
  const back = (): Promise<void> =>
    page()
      .getByRole("tab", { name: /^(Welcome|Walkthrough)/ })
      .click();
  const isTicked = (id: string): Promise<void> => step(id).locator(".codicon.complete").waitFor();

  it("opens the walkthrough automatically", async () => {
    await step("fix").waitFor();
    await button("Open a Letter with a Mistake").waitFor();
    await screenshot(workbench, "first-minutes-walkthrough");
  });

  it("lists few commands in the palette", () => listsFew(workbench, "a window just opened", 25));

  it("repairs the first mistake", async () => {
    begin();
    await click(button("Open a Letter with a Mistake"));
    await activeTab(workbench, "Untitled-1").waitFor();
    await click(page().locator(".editor-group-container.active [class*=lightbulb]:visible").first());
    await screenshot(workbench, "first-minutes-repair");
    await click(page().locator(".action-widget .monaco-list-row.action").first());
    await becomes(workbench, async () => (await editorText(workbench)).includes("[[ claim.number ]]"), true);
    end("First mistake repaired");
    await listsFew(workbench, "a file with a text in front", 30);
    await back();
    await isTicked("fix");
  });

  it("has the connection and the Text Library ticked", async () => {
    await openView(workbench, "Smartform");
    await libraryItem(workbench, "Folder Claims").waitFor();
    for (const id of ["sandbox", "library"]) await isTicked(id);
  });

  it("saves the first text", async () => {
    begin();
    await click(step("edit"));
    await click(button("Open Text…"));
    await click(quickInput(workbench).locator(".monaco-list-row", { hasText: "intro" }).first());
    await activeEditor(workbench).locator(".view-line").first().waitFor();
    await focusEditor(workbench);
    await page().keyboard.type(" Thank you.");
    await page().keyboard.press("Control+S");
    await activeTab(workbench, "intro", "clean").waitFor();
    end("First text saved");
    await screenshot(workbench, "first-minutes-saved");
    await back();
    await isTicked("edit");
  });

  it("sees the first PDF", async () => {
    begin();
    await click(step("form"));
    await click(button("Create Test Form and Show PDF"));
    await click(quickInput(workbench).locator(".monaco-list-row").first());
    await screenshot(workbench, "first-minutes-form");
    await webview(workbench).locator("canvas").first().waitFor();
    end("First PDF");
    await listsFew(workbench, "a PDF in front, beside the Text Library", 70);
    await screenshot(workbench, "first-minutes-pdf");
    await back();
    await isTicked("form");
    await screenshot(workbench, "first-minutes-ticked");
  });

  it("deletes the first form", async () => {
    await unfoldView(workbench, "Test Forms");
    begin();
    clicks += 1;
    await pressOn(treeItem(workbench, "claim-report"), "Delete Forms…");
    await click(dialog(workbench).getByRole("button", { name: "Delete the Form" }));
    await dialog(workbench).waitFor({ state: "detached" });
    end("First form deleted");
    await webview(workbench).locator("#status").getByText("You deleted this form after this PDF was read.").waitFor();
    await screenshot(workbench, "first-minutes-deleted");
  });

  it("does not open the walkthrough a second time", async () => {
    await runCommand(workbench, "View: Close All Editors");
    await dialog(workbench)
      .getByRole("button", { name: "Don't Save" })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await reloadWindow(workbench);
    await libraryItem(workbench, "Folder Claims").waitFor();
    assert.equal(await step("fix").count(), 0);
  });
});
