/**
 * Work on the whole library in the window: search, filter, favourites, dragging, plans that are taken back, and
 * languages side by side.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeTab, editorText, openFile } from "../../editors.ts";
import { libraryItem } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { quietRows, selectRow, unfold } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

interface Text {
  readonly id: string;
  readonly folderId: string;
  readonly code: string;
}

describe("library work", () => {
  let page: Page;

  const { service, workbench, it } = useService("librarywork", {
    options: async () => {
      for (const [id, name] of [
        ["letters", "Letters"],
        ["mail", "Mail"],
      ] as const)
        await service.call("POST", "/Integrations/textlibrary/folders", { body: { name, code: id } });
      const folders = (await service.call("GET", "/Integrations/textlibrary/folders")).json as readonly {
        readonly id: string;
        readonly name: string;
      }[];
      const idOf = (name: string): string => folders.find((folder) => folder.name === name)?.id ?? assert.fail(name);
      const create = (folder: string, code: string, translations: Readonly<Record<string, string>>) =>
        service.call("POST", "/Integrations/textlibrary/texts", {
          body: {
            folderId: idOf(folder),
            code,
            contentType: 0,
            defaultLanguage: "en",
            translations: Object.fromEntries(
              Object.entries(translations).map(([language, content]) => [language, { content }]),
            ),
          },
        });
      await create("Letters", "greeting", {
        en: "Dear [[ customer.name ]]\nwe write about the zeppelin",
        sv: "Hej [[ customer.name ]]\nvi skriver om luftskeppet",
        de: "Guten Tag\nwir schreiben über den Zeppelin",
      });
      await create("Letters", "closing", { en: "[[ LIB : letters : greeting ]] and goodbye" });
      await create("Mail", "closing-mail", { en: "Bye" });
      return {
        files: { "letter.sft": "[[ LIB : letters : greeting ]]\nand more\n", "empty.sft": "" },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Letters" });
    },
  });

  async function textOf(code: string): Promise<Text | undefined> {
    const found = (await service.call("GET", `/Integrations/textlibrary/search?q=${code}`)).at(
      "texts.items",
    ) as readonly Text[];
    return found.find((item) => item.code === code);
  }

  const folderOf = async (code: string): Promise<string> => {
    const folders = (await service.call("GET", "/Integrations/textlibrary/folders")).json as readonly {
      readonly id: string;
      readonly name: string;
    }[];
    const id = (await textOf(code))?.folderId;
    return folders.find((folder) => folder.id === id)?.name ?? "";
  };

  /** Returns the names of the rows below this one, from top to bottom. */
  async function rowsBelow(name: string): Promise<readonly string[]> {
    const rows = await page
      .locator('.sidebar [role="treeitem"]')
      .evaluateAll((all) =>
        all.map((row) => ({ at: Number(row.getAttribute("data-index")), label: row.getAttribute("aria-label") ?? "" })),
      );
    const sorted = rows.sort((one, other) => one.at - other.at).map(({ label }) => label);
    return sorted.slice(sorted.findIndex((label) => label.startsWith(name)));
  }

  /** The tree gets the focus a moment after the palette has closed; a key that comes earlier goes nowhere. */
  async function focusTree(): Promise<void> {
    await runCommand(workbench, "Focus on Text Library View");
    await page.locator(".sidebar .monaco-list:focus").waitFor();
  }

  it("applies a key to the row that the arrows reached", async () => {
    await page.locator(".sidebar .pane-header", { hasText: "· last read" }).waitFor();
    await focusTree();
    await page.keyboard.press("ArrowDown");
    await page.locator('.sidebar [role="treeitem"].focused[aria-label^="Folder Claims"]').waitFor();
    await page.keyboard.press("Delete");
    await notifications(workbench).filter({ hasText: "Claims contains 2 texts and 2 subfolders" }).waitFor();
  });

  it("finds a text by words of any of its languages, and opens it at them", async () => {
    await runCommand(workbench, "Smartform Library: Search the Text Library…");
    const input = quickInput(workbench).locator("input:visible").first();
    await input.fill("luftskep");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "2: vi skriver om luftskeppet" }).waitFor();
    await screenshot(workbench, "librarywork-search");
    await input.fill("grt");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "greeting" }).first().waitFor();
    await input.fill("luftskep");
    await pick(workbench, "vi skriver om luftskeppet");
    await activeTab(workbench, "greeting.sv").waitFor();
    await page.locator(".part.statusbar").getByText("Ln 2, Col 26 (11 selected)").waitFor();
  });

  it("shows the open text in the tree without taking the focus, keeps favourites, and filters by a missing language", async () => {
    await page.locator('.sidebar [role="treeitem"][aria-selected="true"][aria-label^="Text greeting"]').waitFor();
    await runCommand(workbench, "Smartform Library: Add Text to Favourites");
    await page.locator('.sidebar [role="treeitem"][aria-label="Favourites"]').waitFor();
    await runCommand(workbench, "Smartform Library: Filter the Text Library…");
    await pick(workbench, "Lacks a language…");
    await quickInput(workbench).getByText("In which language?").waitFor();
    // Finds the row by its label, because VS Code reuses the rows of an earlier list, which still contain hidden words
    // of that list ("Codes and names").
    await quickInput(workbench).locator('.monaco-list-row[aria-label="de"]').click();
    await page
      .locator(".sidebar")
      .getByText(/Filter: lacks de\./)
      .waitFor();
    await libraryItem(workbench, "Text closing,").waitFor();
    await libraryItem(workbench, "Text greeting").waitFor({ state: "detached" });
    await screenshot(workbench, "librarywork-filter");
    await runCommand(workbench, "Smartform Library: Clear Filter of the Text Library");
    await libraryItem(workbench, "Favourites").waitFor();
  });

  it("moves texts that are dropped on a folder as one plan, says what blocks it and what refers to them, and undoes it", async () => {
    await openFile(workbench, "letter.sft");
    await unfold(libraryItem(workbench, "Folder Letters"));
    await selectRow(libraryItem(workbench, "Text closing,"));
    await page
      .locator('.sidebar [role="treeitem"][aria-label^="Text greeting"]')
      .last()
      .click({ modifiers: ["Control"] });
    await quietRows(workbench);
    await libraryItem(workbench, "Text closing,").dragTo(libraryItem(workbench, "Folder Mail"));
    await dialog(workbench).getByText("Move 2 texts to Mail?").waitFor();
    await dialog(workbench).getByText("Workspace: 1 reference in 1 file").waitFor();
    await screenshot(workbench, "librarywork-move");
    await dialog(workbench).getByRole("button", { name: "Show Plan…" }).click();
    await activeTab(workbench, "Plan.txt").waitFor();
    await screenshot(workbench, "librarywork-plan");
    await pick(workbench, "Move and Update References");
    await becomes(workbench, () => folderOf("greeting"), "Mail");
    await becomes(workbench, () => folderOf("closing"), "Mail");
    const done = notifications(workbench).filter({ hasText: "Move 2 texts to Mail: done (4 changes)." });
    await done.waitFor();
    await page.locator(".tabs-container .tab", { hasText: "letter.sft" }).click();
    await becomes(
      workbench,
      async () => (await editorText(workbench)).split("\n")[0]?.trim(),
      "[[ LIB : mail : greeting ]]",
    );
    await done.getByRole("button", { name: "Undo" }).click();
    await notifications(workbench).filter({ hasText: "Undone: Move 2 texts to Mail (4 changes)." }).waitFor();
    assert.equal(await folderOf("greeting"), "Letters");
    await becomes(
      workbench,
      async () => (await editorText(workbench)).split("\n")[0]?.trim(),
      "[[ LIB : letters : greeting ]]",
    );
  });

  it("handles F2 and Delete on the row of a text that was renamed after its plan was shown", async () => {
    // Finds the row of a text in its folder. Its row among the favourites is different: there the folder follows the
    // code.
    const row = (code: string) =>
      page.locator('.sidebar [role="treeitem"]').filter({ hasText: new RegExp(`^\\s*${code}\\s*de, en, sv`) });
    // After the undo above, the text also has a row below Mail until the tree has reloaded. When that row disappears,
    // the focus is lost with it.
    await becomes(
      workbench,
      () => rowsBelow("Folder Mail").then((labels) => labels.some((label) => label.startsWith("Text greeting"))),
      false,
    );
    await selectRow(row("greeting"));
    await page.keyboard.press("F2");
    await quickInput(workbench).getByText("Change greeting", { exact: true }).waitFor();
    await pick(workbench, "Code");
    await quickInput(workbench).getByText("Unique in its top folder").first().waitFor();
    await answer(workbench, "salutation");
    await dialog(workbench).getByRole("button", { name: "Show Plan…" }).click();
    await activeTab(workbench, "Plan.txt").waitFor();
    await pick(workbench, "Rename Everywhere");
    const done = notifications(workbench).filter({ hasText: "Renamed greeting to salutation" });
    await done.waitFor();
    await row("salutation").waitFor();
    // A row that was redrawn meanwhile may have lost the selection. Does not click a row that is still selected,
    // because VS Code would send no event.
    if ((await row("salutation").getAttribute("aria-selected")) !== "true") await selectRow(row("salutation"));
    await focusTree();
    await page.keyboard.press("F2");
    await quickInput(workbench).getByText("Change salutation", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await selectRow(row("salutation"));
    await page.keyboard.press("Delete");
    await dialog(workbench).getByText('Delete the text "salutation"').waitFor();
    await page.keyboard.press("Escape");
    await done.getByRole("button", { name: "Undo" }).click();
    await notifications(workbench).filter({ hasText: "Undone: Rename greeting to salutation" }).waitFor();
    await row("greeting").waitFor();
  });

  it("writes a reference where a text is dropped into a document", async () => {
    await openFile(workbench, "empty.sft");
    await quietRows(workbench);
    await libraryItem(workbench, "Text closing,").dragTo(page.locator(".editor-instance .view-lines").first());
    await becomes(workbench, async () => (await editorText(workbench)).trim(), "[[ LIB : letters : closing ]]");
    await screenshot(workbench, "librarywork-dropped");
  });

  it("writes and opens nothing where a folder is dropped on a document", async () => {
    const tabs = await page.locator(".tabs-container .tab").allInnerTexts();
    const editor = page.locator(".editor-instance .view-lines").first();
    const place = (await editor.boundingBox()) ?? assert.fail("The editor is not shown.");
    // With Shift, VS Code writes the dropped thing into the text instead of opening it.
    for (const key of [[], ["Shift"]]) {
      await quietRows(workbench);
      await libraryItem(workbench, "Folder Mail").hover();
      await page.mouse.down();
      await page.mouse.move(place.x + 100, place.y + 100, { steps: 5 });
      for (const each of key) await page.keyboard.down(each);
      await page.mouse.move(place.x + 110, place.y + 100, { steps: 5 });
      await page.mouse.up();
      for (const each of key) await page.keyboard.up(each);
    }
    await screenshot(workbench, "librarywork-folder-dropped");
    // Drops a text after the folders. If dropping the folders had written something, it would be in the editor by then.
    await quietRows(workbench);
    await libraryItem(workbench, "Text closing,").dragTo(editor);
    await becomes(
      workbench,
      async () => (await editorText(workbench)).replaceAll(/\s/g, ""),
      "[[LIB:letters:closing]][[LIB:letters:closing]]",
    );
    assert.deepEqual(await page.locator(".tabs-container .tab").allInnerTexts(), tabs);
    await runCommand(workbench, "Undo");
  });

  it("duplicates a text in all its languages", async () => {
    await selectRow(page.locator('.sidebar [role="treeitem"][aria-label^="Text greeting"]').last());
    await runCommand(workbench, "Smartform Library: Duplicate Text…");
    await quickInput(workbench).getByText("Unique in its top folder").first().waitFor();
    await answer(workbench, "greeting-formal");
    await activeTab(workbench, "greeting-formal.en").waitFor();
    await page.locator('.sidebar [role="treeitem"]', { hasText: "greeting-formalde, en, sv" }).waitFor();
  });

  it("opens all languages of a text side by side, each editable and saved as usual", async () => {
    await runCommand(workbench, "Smartform Library: Open All Languages Side by Side");
    const held = async (language: string): Promise<unknown> =>
      (await service.call("GET", `/Integrations/textlibrary/texts/${(await textOf("greeting-formal"))?.id ?? ""}`)).at(
        `translations.${language}.content`,
      );
    const column = (index: number) =>
      page
        .locator(`.editor-group-container[aria-label^="Editor Group ${index}"], .editor-group-container`)
        .nth(index - 1);
    for (const [index, words] of ["zeppelin", "Zeppelin", "luftskeppet"].entries())
      await column(index + 1)
        .locator(".view-lines")
        .getByText(words)
        .waitFor();
    for (const [index, more] of [
      [1, " today"],
      [3, " idag"],
    ] as const) {
      await column(index).locator(".view-lines").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(more);
    }
    const dirty = page.locator(".tabs-container .tab.dirty", { hasText: "greeting-formal" });
    await dirty.nth(1).waitFor();
    // Presses the Save key for the first time in this window, and switches to another column at the same moment. Only
    // the text that was in front when the key was pressed is saved.
    await column(1)
      .locator("textarea.inputarea, .native-edit-context")
      .first()
      .evaluate((other: HTMLElement) => {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", {
            key: "s",
            code: "KeyS",
            keyCode: 83,
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          }),
        );
        other.focus();
      });
    await becomes(workbench, () => held("sv"), "Hej [[ customer.name ]]\nvi skriver om luftskeppet idag");
    await becomes(workbench, () => dirty.count(), 1);
    assert.doesNotMatch(String(await held("en")), /today/);
    await column(1).locator(".view-lines").click();
    await page.keyboard.press("Control+Z");
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "librarywork-contrast");
  });
});
