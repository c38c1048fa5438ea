/**
 * The library's commands in the window: create, change, move, delete and restore, and a question that the Enter key
 * answers with no.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, openFile, replaceText } from "../../editors.ts";
import { libraryItem } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, selectRow, unfoldUntil } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

interface Text {
  readonly id: string;
  readonly folderId: string;
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("library commands", () => {
  let page: Page;

  const { service, workbench, it } = useService("library", {
    options: () => ({
      files: { "letter.sft": "", "reference.sft": "[[ LIB : letters : hello ]] and more" },
    }),
    begin: async () => {
      ({ page } = workbench);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
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

  const deletes = async () =>
    ((await service.control("GET", "/ledger")).at("items") as readonly { readonly method: string }[]).filter(
      ({ method }) => method === "DELETE",
    ).length;

  /** Answers the input box that shows this prompt. */
  async function box(prompt: string, value: string): Promise<void> {
    await quickInput(workbench).getByText(prompt).first().waitFor();
    await answer(workbench, value);
  }

  /** Picks one of the languages that the library has. */
  async function pickLanguage(prompt: string, name: string): Promise<void> {
    await quickInput(workbench).getByPlaceholder(prompt).waitFor();
    await pick(workbench, name);
  }

  /**
   * Picks an entry from the list with this title. Waits for the title, because an older list, such as the palette's,
   * may still be there.
   */
  async function choose(title: string, label: string): Promise<void> {
    await quickInput(workbench).getByText(title, { exact: true }).waitFor();
    await pick(workbench, label);
  }

  const onText = (code: string, command: string, opens: Locator): Promise<void> =>
    chooseFor(workbench, libraryItem(workbench, `Text ${code}`), command, opens);

  async function writeAndSave(content: string, code: string, language: string): Promise<void> {
    const tab = `${code}.${language}`;
    await activeTab(workbench, tab).waitFor();
    await activeEditor(workbench).locator(".view-lines").first().waitFor();
    await replaceText(workbench, content);
    await page.keyboard.press("Control+S");
    await becomes(workbench, async () => (await textOf(code))?.translations[language]?.content, content);
    await activeTab(workbench, tab, "clean").waitFor();
  }

  it("makes a folder and a text in it", async () => {
    await runCommand(workbench, "Smartform Library: New Folder…");
    await box("Name of the folder", "Letters");
    await box("References by code still work after a rename", "letters");
    await selectRow(libraryItem(workbench, "Folder Letters"));
    await runCommand(workbench, "Smartform Library: New Text…");
    await box("Unique in its top folder", "hello");
    await choose("Content of hello", "Plain text");
    await pickLanguage("Language of the text", "English");
    await writeAndSave("Hello [[ customer.name ]]", "hello", "en");
    await screenshot(workbench, "library-new-text");
  });

  it("adds a language, which is written when it is saved", async () => {
    await onText("hello", "Add Language…", quickInput(workbench).getByPlaceholder("New language of hello"));
    await pickLanguage("New language of hello", "German");
    await activeTab(workbench, "hello.de").waitFor();
    assert.deepEqual(Object.keys((await textOf("hello"))?.translations ?? {}), ["en"]);
    await writeAndSave("Guten Tag [[ customer.name ]]", "hello", "de");
    await page.locator('.sidebar [role="treeitem"]', { hasText: "hellode, en" }).waitFor();
  });

  it("copies the reference", async () => {
    await onText("hello", "Copy Reference", page.locator(".part.statusbar").getByText("The reference is copied"));
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "[[ LIB : letters : hello ]]");
  });

  it("changes a code and moves a text, after saying what may break, and gives open documents the new code (T9, T10)", async () => {
    await openFile(workbench, "reference.sft");
    await onText(
      "hello",
      "Change Code, Name or Description…",
      quickInput(workbench).getByText("Change hello", { exact: true }),
    );
    await choose("Change hello", "Code");
    await box("Unique in its top folder", "welcome-back");
    await dialog(workbench).getByText("Rename hello to welcome-back?").waitFor();
    await dialog(workbench).getByText("Workspace: 1 reference in 1 file will be updated.").waitFor();
    await dialog(workbench).getByText("Smartforms that are not listed here").waitFor();
    await screenshot(workbench, "library-change-code");
    await dialog(workbench).getByRole("button", { name: "Rename Everywhere" }).click();
    await libraryItem(workbench, "Text welcome-back").waitFor();
    await notifications(workbench).filter({ hasText: "Renamed hello to welcome-back (2 changes)." }).waitFor();
    await activeTab(workbench, "reference.sft", "clean").waitFor();
    assert.equal((await editorText(workbench)).trim(), "[[ LIB : letters : welcome-back ]] and more");
    await onText(
      "welcome-back",
      "Move Text to Folder…",
      quickInput(workbench).getByText("Move welcome-back to which folder?"),
    );
    await choose("Move welcome-back to which folder?", "Old letters");
    await dialog(workbench).getByRole("button", { name: "Move and Update References" }).click();
    await libraryItem(workbench, "Text welcome-back").waitFor({ state: "detached" });
    await notifications(workbench).filter({ hasText: "done (2 changes)." }).last().waitFor();
    assert.equal((await textOf("welcome-back"))?.folderId, "folder-old");
  });

  it("deletes nothing at Enter, deletes after the word, and brings the text back in all its languages", async () => {
    const before = await textOf("welcome-back");
    // The folder was empty until the text was moved. A click unfolds it only after the tree has reloaded.
    await libraryItem(workbench, "Folder Old letters").and(page.locator('[aria-expanded="false"]')).waitFor();
    await unfoldUntil(libraryItem(workbench, "Folder Old letters"), libraryItem(workbench, "Text welcome-back"));
    await onText("welcome-back", "Delete Text…", dialog(workbench).getByText('Delete the text "welcome-back"'));
    await screenshot(workbench, "library-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await deletes(), 0);

    await onText("welcome-back", "Delete Text…", dialog(workbench).getByText('Delete the text "welcome-back"'));
    await dialog(workbench).getByRole("button", { name: "Delete the Text" }).click();
    await notifications(workbench).filter({ hasText: "welcome-back is deleted" }).waitFor();
    await libraryItem(workbench, "Text welcome-back").waitFor({ state: "detached" });
    assert.equal(await textOf("welcome-back"), undefined);
    // The open text says that it was deleted in this window, and not just that the service no longer shows it.
    await page.locator(".tabs-container .tab", { hasText: "hello.en.sft" }).click();
    const open = activeEditor(workbench).locator(".codelens-decoration");
    await open.getByText("Deleted in this window").waitFor();
    await open.getByText("Bring Back a Deleted Text or Folder…").waitFor();
    await screenshot(workbench, "library-deleted");
    await notifications(workbench)
      .filter({ hasText: "welcome-back is deleted" })
      .getByRole("button", { name: "Undo" })
      .click();
    await libraryItem(workbench, "Text welcome-back").waitFor();
    const after = await textOf("welcome-back");
    assert.notEqual(after?.id, before?.id);
    for (const language of ["en", "de"])
      assert.equal(after?.translations[language]?.content, before?.translations[language]?.content);
  });
});
