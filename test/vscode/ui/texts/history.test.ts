/**
 * The history of a text in the window: new versions, restoring yesterday's version, the origin of each line, and
 * undoing a deletion.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, pressLens, replaceText } from "../../editors.ts";
import { libraryItem, openText } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { chooseFor, clickUntil, selectRow, treeItem, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

interface Text {
  readonly id: string;
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("the history of a text", () => {
  let page: Page;

  const { service, workbench, it } = useService("history", {
    options: async () => {
      const folder = (
        await service.call("POST", "/Integrations/textlibrary/folders", { body: { name: "Letters", code: "letters" } })
      ).at("id");
      await service.call("POST", "/Integrations/textlibrary/texts", {
        body: {
          folderId: folder,
          code: "hello",
          contentType: 0,
          defaultLanguage: "en",
          translations: {
            en: { content: "Dear customer,\nwe have read your claim.\nKind regards" },
            sv: { content: "Hej" },
          },
        },
      });
      return { files: { "notes.txt": "" } };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Letters" });
    },
  });

  async function textOf(code: string): Promise<Text | undefined> {
    const found = (await service.call("GET", `/Integrations/textlibrary/search?q=${code}`)).at(
      "texts.items",
    ) as readonly { readonly id: string; readonly code: string }[];
    const id = found.find((item) => item.code === code)?.id;
    return id === undefined
      ? undefined
      : ((await service.call("GET", `/Integrations/textlibrary/texts/${id}`)).json as Text);
  }
  const held = async (): Promise<string | undefined> => (await textOf("hello"))?.translations["en"]?.content;

  async function save(content: string): Promise<void> {
    await replaceText(workbench, content);
    await page.keyboard.press("Control+S");
    await becomes(workbench, held, content);
    await activeTab(workbench, "hello.en", "clean").waitFor();
  }

  it("shows each version as it arrives, with its first changed line", async () => {
    await openText(workbench, ["Folder Letters", "Text hello"], "en");
    await unfoldView(workbench, "History");
    await treeItem(workbench, "from the service · first version kept here").waitFor();
    await save("Dear customer,\nwe have paid your claim.\nKind regards");
    await treeItem(workbench, "saved here · line 2: we have paid your claim.").waitFor();
    await save("Dear customer,\nwe have paid your claim.\nYours sincerely\nStrandby");
    await treeItem(workbench, "saved here · line 3: Yours sincerely").waitFor();
    await screenshot(workbench, "history-versions");
  });

  it("compares a version with the one before and with what the editor shows", async () => {
    await clickUntil(treeItem(workbench, "line 2: we have paid"), page.locator(".monaco-diff-editor .line-insert"));
    await screenshot(workbench, "history-compare");
    await chooseFor(
      workbench,
      treeItem(workbench, "first version kept here"),
      "Compare Version of Text with Current",
      activeTab(workbench, "↔ now"),
    );
    await page.keyboard.press("Control+W");
    await activeTab(workbench, "hello.en").waitFor();
  });

  it("shows after each line with which version it came", async () => {
    await libraryItem(workbench, "Language en").click();
    await runCommand(workbench, "Smartform Library: Show or Hide the Origin of Each Line");
    const annotations = async (): Promise<readonly (string | undefined)[]> =>
      (
        await activeEditor(workbench)
          .locator(".view-line")
          .evaluateAll((lines) =>
            lines
              .map((line) => ({
                top: Number.parseFloat((line as HTMLElement).style.top),
                said: [...line.querySelectorAll("span[class*=ced-]")]
                  .map((span) => getComputedStyle(span, "::after").content)
                  .find((words) => words.startsWith('"')),
              }))
              .sort((one, other) => one.top - other.top),
          )
      ).map(({ said }) => /or before|saved here|not saved yet/.exec(said ?? "")?.[0]);
    await becomes(workbench, annotations, ["or before", "saved here", "saved here", "saved here"]);
    await screenshot(workbench, "history-lines");
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "history-lines-high-contrast");
    await useTheme(workbench, "vs-dark");
    await runCommand(workbench, "Smartform Library: Show or Hide the Origin of Each Line");
    await becomes(workbench, annotations, [undefined, undefined, undefined, undefined]);
  });

  it("restores a version in the editor as an edit, and saves it when the author says so", async () => {
    await chooseFor(
      workbench,
      treeItem(workbench, "first version kept here"),
      "Restore Version of Text",
      notifications(workbench).filter({ hasText: "is in the editor and not saved" }),
    );
    await activeTab(workbench, "hello.en", "dirty").waitFor();
    const notice = notifications(workbench).filter({ hasText: "is in the editor and not saved" });
    assert.match(await editorText(workbench), /we have read your claim/);
    assert.match((await held()) ?? "", /Strandby/);
    await screenshot(workbench, "history-restore");
    await notice.getByRole("button", { name: "Save" }).click();
    await becomes(workbench, held, "Dear customer,\nwe have read your claim.\nKind regards");
    await treeItem(workbench, "restored here · line 2: we have read your claim.").waitFor();
  });

  it("restores a version over what somebody else wrote meanwhile, though the earlier words came from that version", async () => {
    const before = await textOf("hello");
    assert.ok(before);
    await focusEditor(workbench);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("mine ");
    await activeTab(workbench, "hello.en", "dirty").waitFor();
    const { translations: _, id, ...fields } = before;
    await service.call("PUT", `/Integrations/textlibrary/texts/${id}`, {
      body: { ...fields, translations: { en: { content: "theirs" } } },
    });
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    await page
      .locator(".editor-group-container.active .codelens-decoration")
      .filter({ hasText: "Changed on the service" })
      .waitFor();
    await treeItem(workbench, "from the service · line 1: theirs").waitFor();
    await chooseFor(
      workbench,
      treeItem(workbench, "first version kept here"),
      "Restore Version of Text",
      notifications(workbench).filter({ hasText: "Undo brings back your own unsaved changes" }),
    );
    await notifications(workbench)
      .filter({ hasText: "Undo brings back your own unsaved changes" })
      .getByRole("button", { name: "Save" })
      .click();
    await becomes(workbench, held, "Dear customer,\nwe have read your claim.\nKind regards");
    await activeTab(workbench, "hello.en", "clean").waitFor();
  });

  it("brings a deleted text back from the list of deleted ones, and its history continues", async () => {
    const before = await textOf("hello");
    await openText(workbench, ["Folder Letters", "Text hello"], "sv");
    await page.keyboard.type("Tjena. ");
    await activeTab(workbench, "hello.sv", "dirty").waitFor();
    await selectRow(libraryItem(workbench, "Text hello"));
    await runCommand(workbench, "Smartform Library: Delete Text…");
    await dialog(workbench).getByRole("button", { name: "Delete the Text" }).click();
    await notifications(workbench).filter({ hasText: "hello is deleted" }).waitFor();
    for (const tab of ["hello.en", "hello.sv"])
      await page
        .locator(".tabs-container .tab .label-name.strikethrough, .tabs-container .tab .strikethrough", {
          hasText: tab,
        })
        .first()
        .waitFor();
    const refusal = notifications(workbench).filter({ hasText: "so the version was not put into the editor" });
    await chooseFor(
      workbench,
      treeItem(workbench, "kept before the text was deleted"),
      "Restore Version of Text",
      refusal,
    );
    await refusal.getByRole("button", { name: "Bring Back a Deleted Text or Folder…" }).click();
    await quickInput(workbench).getByText("in Letters · en, sv").waitFor();
    await screenshot(workbench, "history-gone");
    await pick(workbench, "hello");
    await notifications(workbench).filter({ hasText: "hello is in the library again, under a new id" }).waitFor();
    await becomes(workbench, held, before?.translations["en"]?.content);
    assert.notEqual((await textOf("hello"))?.id, before?.id);
    // The tab without edits continues with the restored text.
    await activeTab(workbench, "hello.en", "clean").waitFor();
    await page.locator(".tabs-container .tab", { hasText: "hello.en" }).nth(1).waitFor({ state: "detached" });
    await treeItem(workbench, "kept before the text was deleted").waitFor();
    await treeItem(workbench, "restored here").waitFor();
    await screenshot(workbench, "history-back");
    await save("Dear customer,\nwelcome back.");
  });

  it("continues what was typed under the old id in the text that came back", async () => {
    await page.locator(".tabs-container .tab", { hasText: "hello.sv" }).click();
    await activeTab(workbench, "hello.sv", "dirty").waitFor();
    await screenshot(workbench, "history-continue");
    await pressLens(workbench, "Continue There");
    await becomes(workbench, () => page.locator(".tabs-container .tab", { hasText: "hello.sv" }).count(), 1);
    await activeTab(workbench, "hello.sv", "dirty").waitFor();
    assert.equal(await editorText(workbench), "Tjena. Hej");
    assert.equal((await textOf("hello"))?.translations["sv"]?.content, "Hej");
    await page.keyboard.press("Control+S");
    await becomes(workbench, async () => (await textOf("hello"))?.translations["sv"]?.content, "Tjena. Hej");
    assert.equal((await textOf("hello"))?.translations["en"]?.content, "Dear customer,\nwelcome back.");
    // The author deleted the text, so no message says that it is gone.
    assert.equal(await notifications(workbench).filter({ hasText: "The service no longer shows" }).count(), 0);
  });

  it("shows the stored versions to a signed-out author", async () => {
    await activeTab(workbench, "hello.sv", "clean").waitFor();
    await runCommand(workbench, "Smartform: Sign Out");
    await page.locator(".statusbar").getByText("Smartform: not connected").waitFor();
    for (const language of ["en", "sv"]) {
      await page.locator(".tabs-container .tab", { hasText: `hello.${language}` }).click();
      await activeTab(workbench, `hello.${language}`).waitFor();
    }
    await treeItem(workbench, "saved here · line 1: Tjena. Hej").waitFor();
    await screenshot(workbench, "history-signed-out");
  });
});
