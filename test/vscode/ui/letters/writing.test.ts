/**
 * Help for an author beyond the words of a text: what uses a text, the settings of an input, and settings that follow a
 * renamed file.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, openFile, pressLens } from "../../editors.ts";
import { openText } from "../../library.ts";
import { dialog } from "../../messages.ts";
import { screenshot } from "../../pictures.ts";
import { expand, openView, selectRow, treeItem } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const settings = JSON.stringify(
  { files: [{ include: "letters/letter.sft", language: "sv", textLibraryFolder: "claims" }] },
  undefined,
  2,
);

describe("writing", () => {
  let page: Page;

  const { service, workbench, it } = useService("writing", {
    apart: true,
    options: () => ({
      files: {
        "letters/letter.sft": "Dear [[ customer.name ]],\n[[ LIB : claims : intro ]]\n",
        "letters/other.sft": "One.\nTwo.\nThree.\nFour.\nFive.\n[[ LIB : claims : intro ]]\n",
        "claim.form.json": JSON.stringify(
          {
            dialogDefinitionId: service.ready.demo.smartforms.singleStep,
            values: { description: "[[ LIB : claims : intro ]]" },
          },
          undefined,
          2,
        ),
        "smartform.json": settings,
      },
    }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  /** Resolves with the files in the open peek view, as `file count`. */
  const places = async (): Promise<readonly string[]> =>
    (await page.locator('.ref-tree .monaco-list-row[aria-level="1"]').allInnerTexts()).map((row) =>
      row.replaceAll(/\s+/g, " ").trim(),
    );

  it("lists from the line above a library text what uses it", async () => {
    await openText(workbench, ["Folder Claims", "Text intro"], "en");
    await pressLens(workbench, "used by 1 text and 3 files", page.locator(".ref-tree .monaco-list-row"));
    await becomes(workbench, places, [
      "letter.de.sft.html/claims 1",
      "letter.en.sft.html/claims 1",
      "letter.sv.sft.html/claims 1",
      "claim.form.json 1",
      "letter.sftletters 1",
      "other.sftletters 1",
    ]);
    await screenshot(workbench, "uses");
    await page.keyboard.press("Escape");
  });

  it("lists from a reference in a file what uses the text", async () => {
    await openFile(workbench, "letters/letter.sft");
    await activeEditor(workbench).locator(".view-line .detected-link", { hasText: "intro" }).last().click();
    await page.keyboard.press("Shift+F12");
    // The list also contains the text itself, in the language of the file.
    await becomes(workbench, places, [
      "intro.sv.sft/claims 1",
      "letter.de.sft.html/claims 1",
      "letter.en.sft.html/claims 1",
      "letter.sv.sft.html/claims 1",
      "claim.form.json 1",
      "letter.sftletters 1",
      "other.sftletters 1",
    ]);
    await screenshot(workbench, "references");
    await page.keyboard.press("Escape");
  });

  it("shows in a half-typed input what it accepts, and completes it", async () => {
    await openFile(workbench, "letters/other.sft");
    await focusEditor(workbench);
    await page.keyboard.type("[[ INPUT : deadline |");
    const hints = page.locator(".parameter-hints-widget.visible");
    await hints.getByText("type=").first().waitFor();
    await screenshot(workbench, "input-signature");
    await page.keyboard.type(" type=");
    await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "date" }).first().waitFor();
    await screenshot(workbench, "input-values");
    await page.keyboard.press("Enter");
    await becomes(
      workbench,
      () => editorText(workbench),
      "One.\nTwo.\nThree.\nFour.\nFive.\n[[ LIB : claims : intro ]]\n[[ INPUT : deadline | type=date ]]",
    );
    await screenshot(workbench, "input-done");
  });

  it("updates the settings when a file is renamed, and back", async () => {
    await openView(workbench, "Explorer");
    await expand(workbench, "letters");
    await selectRow(treeItem(workbench, "letter.sft"));
    await page.keyboard.press("F2");
    const box = page.locator(".explorer-folders-view input");
    await box.waitFor();
    await box.fill("decision.sft");
    await page.keyboard.press("Enter");
    await dialog(workbench).getByText("wants to make refactoring changes with this file move").waitFor();
    await dialog(workbench).getByRole("button", { name: "OK" }).click();
    await treeItem(workbench, "decision.sft").waitFor();
    const onDisk = async () => [
      await readFile(join(workbench.folder, "smartform.json"), "utf8"),
      (await readdir(join(workbench.folder, "letters"))).sort(),
    ];
    await becomes(workbench, onDisk, [settings.replace("letter.sft", "decision.sft"), ["decision.sft", "other.sft"]]);
    await activeTab(workbench, "decision.sft").waitFor();
    await screenshot(workbench, "file-renamed");
    await selectRow(treeItem(workbench, "decision.sft"));
    await page.keyboard.press("Control+Z");
    await treeItem(workbench, "letter.sft").waitFor();
    await becomes(workbench, onDisk, [settings, ["letter.sft", "other.sft"]]);
    await screenshot(workbench, "file-rename-undone");
  });
});
