/**
 * An author's first minute, from the first mistake to a PDF. The test takes the pictures of README, docs/vscode.md and
 * the walkthrough.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { root } from "../../../scripts/root.mjs";
import { useWindow } from "../story.ts";
import { activeEditor, activeTab, focusEditor, hoverOver, openFile, squiggles, webview } from "../editors.ts";
import { libraryItem, openText, unfoldTo } from "../library.ts";
import { problems } from "../messages.ts";
import { runCommand } from "../palette.ts";
import { picture, pictureOfStep, startFilm, withoutFolder } from "../pictures.ts";
import type { Part } from "../pictures.ts";
import { openView } from "../sideBar.ts";
import { becomes } from "../waiting.ts";

const sample = (path: string) => readFileSync(join(root, "samples", path), "utf8");

/** A letter with one mistake. */
const reminder = `[[ LIB : common-salutations : greeting ]]

[[ LIB : claims : intor ]]
Please send us your photos before [[ claim.deadline ]].

[[ LIB : common-salutations : closing ]]
`;
const whole = { width: 1400, height: 900 };
const small = { width: 1000, height: 640 };

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
      return {
        files: { ...Object.fromEntries(files.map((path) => [path, sample(path)])), "letters/reminder.sft": reminder },
        settings: {
          ...withoutFolder,
          "editor.hover.above": false,
          "editor.inlayHints.enabled": "on",
          "editor.minimap.enabled": false,
        },
      };
    },
  });
  const page = (): Page => workbench.page;
  const statusBar = (text: string): Locator => page().locator(".statusbar").getByText(text);
  const film = startFilm(workbench, "minute");

  /** Gives the window another size, and waits until VS Code's layout has this size. */
  async function resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await page().setViewportSize(size);
    await page().waitForFunction(({ width, height }) => {
      const { right, bottom } = document.querySelector(".part.statusbar")?.getBoundingClientRect() ?? {};
      return right === width && bottom === height;
    }, size);
  }

  /** Moves the mouse away, so that no hover is in the picture. */
  async function mouseAway(): Promise<void> {
    await page().mouse.move(0, 0);
    await page().locator(".monaco-hover:not(.hidden):visible").first().waitFor({ state: "detached" });
  }

  async function partOf(element: Locator, size: Partial<Part> = {}): Promise<Part> {
    return { ...((await element.boundingBox()) ?? assert.fail("It is not shown.")), ...size };
  }

  it("uses the connection that the workspace names, and lists its library", async () => {
    await openView(workbench, "Smartform");
    await unfoldTo(workbench, ["Folder Claims"]);
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
    await mouseAway();
    await picture(workbench, "media/screenshots/findings");
    await page().keyboard.press("Control+J");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("repairs the mistake in a letter", async () => {
    await resize(small);
    await openFile(workbench, "reminder.sft");
    const word = squiggles(workbench, "error").first();
    await word.waitFor();
    await mouseAway();
    await film.frame(2000);
    await hoverOver(
      workbench,
      activeEditor(workbench).locator(".view-line span", { hasText: "intor" }).last(),
      "intor",
    );
    await film.frame(2500);
    await mouseAway();
    await activeEditor(workbench).locator(".view-line span", { hasText: "intor" }).last().click();
    await page().keyboard.press("Control+.");
    const fix = page().locator(".action-widget").getByText('Use "intro"');
    await fix.waitFor();
    await film.frame(2500);
    await fix.click();
    await word.waitFor({ state: "detached" });
    await page().keyboard.press("Control+S");
    await activeTab(workbench, "reminder.sft", "clean").waitFor();
    await mouseAway();
    await film.frame(2500);
  });

  it("changes the text that the letter refers to, and saves it", async () => {
    await page().keyboard.press("F12");
    await activeTab(workbench, "intro.en").waitFor();
    await activeEditor(workbench).locator(".codelens-decoration", { hasText: "used by" }).waitFor();
    await film.frame(2000);
    await focusEditor(workbench);
    await mouseAway();
    for (const words of [" We", " answer", " within", " five", " days."]) {
      await page().keyboard.type(words);
      await film.frame(300);
    }
    await film.frame(1000);
    await page().keyboard.press("Control+S");
    await statusBar("intro (en) is saved in the sandbox.").waitFor();
    await film.frame(3500);
  });

  it("sees the new words in a PDF", async () => {
    await openFile(workbench, "claim-report.form.json");
    await page().keyboard.press("Control+B");
    await mouseAway();
    await film.frame(2000);
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await webview(workbench).locator(".textLayer", { hasText: "five days" }).first().waitFor();
    await mouseAway();
    await film.frame(3000);
    // Uses `force`, because the control may be in the menu of the toolbar.
    await webview(workbench).locator("#zoom").selectOption("0.75", { force: true });
    await film.frame(5000);
    await film.end("media/minute");
    const request = page().locator(".part.editor");
    await resize({ ...small, width: 870 });
    await pictureOfStep(workbench, "form", await partOf(request, { height: 480 }));
    await resize(whole);
    await webview(workbench).locator("#zoom").selectOption("page-width", { force: true });
    await page().keyboard.press("Control+B");
    await picture(workbench, "media/screenshots/pdf");
    await runCommand(workbench, "View: Close All Editor Groups");
  });

  it("explains a reference, and completes one", async () => {
    await openFile(workbench, "reminder.sft");
    await hoverOver(workbench, activeEditor(workbench).locator(".view-line span", { hasText: "intro" }).last(), "Path");
    await picture(workbench, "media/screenshots/hover");
    await openText(workbench, ["Folder Claims", "Text intro"], "en");
    await focusEditor(workbench);
    await page().keyboard.insertText("\n[[ LIB : common-salutations : ");
    await page().keyboard.press("Control+Space");
    await page().locator(".suggest-widget .monaco-list-row", { hasText: "greeting" }).first().waitFor();
    await mouseAway();
    await picture(workbench, "media/screenshots/library");
    await page().keyboard.press("Escape");
    await runCommand(workbench, "File: Revert File");
    await activeTab(workbench, "intro.en", "clean").waitFor();
    // A folder with an error is red.
    const colorOf = (folder: string): Promise<string> =>
      libraryItem(workbench, `Folder ${folder}`)
        .locator(".label-name")
        .evaluate((label) => getComputedStyle(label).color);
    await becomes(workbench, async () => (await colorOf("Claims")) === (await colorOf("Common")), true);
  });

  it("takes the pictures of the walkthrough", async () => {
    await resize(small);
    const sideBar = page().locator(".part.sidebar");
    await pictureOfStep(workbench, "library", await partOf(sideBar, { height: 400 }));
    const status = await partOf(page().locator(".part.statusbar"));
    await pictureOfStep(
      workbench,
      "sandbox",
      { x: 0, y: status.y + status.height - 190, width: 560, height: 190 },
      async () => {
        await mouseAway();
        await hoverOver(workbench, statusBar("Smartform SANDBOX"), "Nothing leaves the machine");
      },
    );
    await mouseAway();
    await page().keyboard.press("Control+B");
    await resize({ width: 620, height: 260 });
    await focusEditor(workbench);
    await pictureOfStep(workbench, "edit", { x: 40, y: 30, width: 580, height: 230 }, async () => {
      await page().keyboard.press("Control+S");
      await statusBar("intro (en) is saved in the sandbox.").waitFor();
    });
    await resize(small);
    await runCommand(workbench, "View: Close All Editors");
    await runCommand(workbench, "Smartform: Getting Started");
    await page().getByRole("button", { name: "Open a Letter with a Mistake", exact: true }).click();
    await activeTab(workbench, "Untitled-1").waitFor();
    await page().locator(".editor-group-container.active [class*=lightbulb]:visible").first().click();
    await page().locator(".action-widget .monaco-list-row.action").first().waitFor();
    await pictureOfStep(workbench, "fix", await partOf(activeEditor(workbench), { width: 560, height: 180 }));
    await page().keyboard.press("Escape");
  });
});
