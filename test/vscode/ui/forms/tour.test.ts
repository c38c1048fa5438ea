/**
 * An author's day, from finding a text to a form that is deleted again. Its pictures are those of docs/tour.md.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorHasFocus, editorText, openFile, replaceText, webview } from "../../editors.ts";
import { libraryItem, openText } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { picture, withoutFolder } from "../../pictures.ts";
import { chooseFor, selectRow, treeItem, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

interface Text {
  readonly id: string;
  readonly code: string;
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("an author's day", () => {
  let page: Page;

  const { service, workbench, it } = useService("tour", {
    options: async () => {
      const folderId = (
        await service.call("POST", "/Integrations/textlibrary/folders", { body: { name: "Letters", code: "letters" } })
      ).at("id");
      const translations = {
        en: "Dear [[ customer.name ]],\nwe have read your claim.",
        sv: "Hej [[ customer.name ]],\nvi har läst din anmälan.",
        de: "Guten Tag [[ customer.name ]],\nwir haben Ihre Meldung gelesen.",
      };
      await service.call("POST", "/Integrations/textlibrary/texts", {
        body: {
          folderId,
          code: "greeting",
          contentType: 0,
          defaultLanguage: "en",
          translations: Object.fromEntries(
            Object.entries(translations).map(([language, content]) => [language, { content }]),
          ),
        },
      });
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        dataTableValue: { customer: { name: "Åsa" }, claim: { number: "S-77" }, caseWorker: { name: "Bo" } },
      };
      return {
        files: {
          "accident.form.json": `${JSON.stringify(request, undefined, 2)}\n`,
          "letter.sft": "[[ LIB : letters : greeting ]]\n\nWe will call you within a week.\n",
        },
        settings: withoutFolder,
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Letters" });
    },
  });

  const film = (name: string): Promise<void> => picture(workbench, `docs/tour/${name}`);

  async function textOf(code: string): Promise<Text> {
    const found = (await service.call("GET", `/Integrations/textlibrary/search?q=${code}`)).at(
      "texts.items",
    ) as readonly Text[];
    return (
      await service.call(
        "GET",
        `/Integrations/textlibrary/texts/${found.find((text) => text.code === code)?.id ?? assert.fail(code)}`,
      )
    ).json as Text;
  }
  const held = async (code: string, language: string): Promise<string | undefined> =>
    (await textOf(code)).translations[language]?.content;
  const clear = (): Promise<void> => runCommand(workbench, "Notifications: Clear All Notifications");

  it("finds a text by its words in any language", async () => {
    await runCommand(workbench, "Smartform Library: Search the Text Library…");
    await quickInput(workbench).locator("input:visible").first().fill("läst din anm");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "vi har läst din anmälan" }).waitFor();
    await film("search");
    await pick(workbench, "vi har läst din anmälan");
    await activeTab(workbench, "greeting.sv").waitFor();
  });

  it("edits three languages side by side", async () => {
    await runCommand(workbench, "Smartform Library: Open All Languages Side by Side");
    // Finds texts by single words, because the columns are narrow and their lines wrap between words.
    const column = (index: number) => page.locator(".editor-group-container").nth(index);
    for (const [index, [words, more]] of [
      ["claim", " Thank you."],
      ["Meldung", " Vielen Dank."],
      ["anmälan", " Tack."],
    ].entries()) {
      await column(index)
        .locator(".view-lines")
        .getByText(words ?? "")
        .click();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText(more ?? "");
    }
    for (const index of [0, 1, 2])
      await column(index).locator(".codelens-decoration", { hasText: "used by 1 file" }).waitFor();
    await film("languages");
    for (const [index, words] of ["claim", "Meldung", "anmälan"].entries()) {
      await column(index).locator(".view-lines").getByText(words).click();
      await page.keyboard.press("Control+S");
    }
    await becomes(
      workbench,
      () => held("greeting", "en"),
      "Dear [[ customer.name ]],\nwe have read your claim. Thank you.",
    );
    await becomes(
      workbench,
      () => held("greeting", "de"),
      "Guten Tag [[ customer.name ]],\nwir haben Ihre Meldung gelesen. Vielen Dank.",
    );
    await becomes(workbench, () => held("greeting", "sv"), "Hej [[ customer.name ]],\nvi har läst din anmälan. Tack.");
    // The service has the saves a moment before the editor shows them.
    await becomes(workbench, () => page.locator(".tabs-container .tab.dirty").count(), 0);
    await runCommand(workbench, "View: Close All Editors");
  });

  it("meets a colleague's change of the same line, and merges both", async () => {
    await openText(workbench, ["Folder Letters", "Text greeting"], "en");
    await replaceText(workbench, "Dear [[ customer.name ]],\nwe have read your claim with care.");
    const { translations: _, ...fields } = await textOf("greeting");
    await service.call("PUT", `/Integrations/textlibrary/texts/${fields.id}`, {
      body: {
        ...fields,
        translations: { en: { content: "Dear [[ customer.name ]],\nwe have received your claim. Thank you." } },
      },
    });
    await page.keyboard.press("Control+S");
    await notifications(workbench)
      .filter({ hasText: "Your change was not written" })
      .getByRole("button", { name: "Resolve" })
      .click();
    await film("conflict");
    await dialog(workbench).getByRole("button", { name: "Compare and Merge" }).click();
    const merge = page.locator(".merge-editor");
    await merge.locator(".code-view.input .view-line", { hasText: "received your claim" }).first().waitFor();
    await merge.locator(".code-view.result .view-lines").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(
      "Dear [[ customer.name ]],\nwe have received your claim and read it with care. Thank you.",
    );
    await film("merge");
    await page.locator('.editor-actions [aria-label^="Complete Merge and Save"]').click();
    await becomes(
      workbench,
      () => held("greeting", "en"),
      "Dear [[ customer.name ]],\nwe have received your claim and read it with care. Thank you.",
    );
    await merge.waitFor({ state: "detached" });
    await runCommand(workbench, "View: Close All Editors");
    await clear();
  });

  it("renames the code of a folder with a plan, and everything that refers to it follows", async () => {
    await selectRow(libraryItem(workbench, "Folder Letters"));
    await runCommand(workbench, "Smartform Library: Set or Remove Folder Code…");
    await dialog(workbench).getByRole("button", { name: "Change the Code" }).click();
    await asks(workbench, "The code must be unique in the company");
    await answer(workbench, "correspondence");
    await dialog(workbench).getByText("Workspace: 1 reference in 1 file").waitFor();
    await film("plan");
    await dialog(workbench).getByRole("button", { name: "Rename Everywhere" }).click();
    await openFile(workbench, "letter.sft");
    await becomes(
      workbench,
      async () => (await editorText(workbench)).split("\n")[0]?.trim(),
      "[[ LIB : correspondence : greeting ]]",
    );
    await runCommand(workbench, "File: Save");
    await clear();
    await runCommand(workbench, "View: Close All Editors");
  });

  it("makes a form and opens its PDF, clicks the wrong line in it, and gets to the text that printed it", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    const word = webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first();
    await word.scrollIntoViewIfNeeded();
    await film("pdf");
    await word.click({ modifiers: ["Control"] });
    await activeTab(workbench, "contact.en.sft.html").waitFor();
    await becomes(workbench, async () => /weekdays\s+8–17/.test(await editorText(workbench)), true);
    await film("text");
  });

  it("fixes the line, and the PDF next to it shows the new text", async () => {
    const before = (await held("contact", "en")) ?? assert.fail("no text");
    await clear();
    // The clicked word is selected, so typing replaces it.
    await page.locator(".tabs-container .tab.active", { hasText: "contact.en" }).click();
    await editorHasFocus(workbench);
    await page.keyboard.insertText("8–18,");
    await page.keyboard.press("Control+S");
    await becomes(workbench, () => held("contact", "en"), before.replace("8–17", "8–18"));
    await webview(workbench).locator(".textLayer span", { hasText: "8–18" }).first().waitFor();
    await film("repaired");
  });

  it("restores yesterday's version", async () => {
    await unfoldView(workbench, "History");
    await treeItem(workbench, "saved here · line").first().waitFor();
    const notice = notifications(workbench).filter({ hasText: "is in the editor and not saved" });
    await chooseFor(workbench, treeItem(workbench, "first version kept here"), "Restore Version of Text", notice);
    await film("history");
    await notice.getByRole("button", { name: "Save" }).click();
    await becomes(workbench, async () => (await held("contact", "en"))?.includes("8–17"), true);
    await clear();
  });

  it("deletes the form that it made, and reports what is left", async () => {
    await unfoldView(workbench, "Test Forms");
    const form = treeItem(workbench, "accident").first();
    await chooseFor(workbench, form, "Delete Forms", dialog(workbench).getByText("Delete the test form of accident?"));
    await film("delete");
    await dialog(workbench).getByRole("button", { name: "Delete the Form", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await film("deleted");
    assert.deepEqual((await service.control("GET", "/outbox")).at("items"), []);
    assert.equal((await activeEditor(workbench).count()) > 0, true);
  });
});
