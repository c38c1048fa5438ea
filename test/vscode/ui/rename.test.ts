/**
 * A text code that twelve library texts in three languages and two request files mention: renamed from a letter, previewed, applied, undone. Then
 * who includes it, as a tree.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { CatalogFile } from "../../../api/index.ts";
import { visit, type Visit } from "../../sandbox/visit.ts";
import { activeEditor, becomes, dialog, editorText, openFile, openWorkbench, runCommand, screenshot, showFailure, signIn, type Workbench } from "../workbench.ts";

const languages = ["en", "sv", "de"];
const text = (id: string, code: string, content: string) => ({
  id, folderId: "letters", code, name: code, description: "", contentType: 0, isPublic: false, defaultLanguage: "en",
  translations: Object.fromEntries(languages.map((language) => [language, { content: `${content} (${language})` }])),
});
const library: CatalogFile = {
  folders: [{ id: "letters", name: "Letters", parentFolderId: null, isDefault: false, code: "letters" }],
  texts: [
    text("closing", "closing", "Kind regards"),
    ...Array.from({ length: 12 }, (_, index) => text(`letter-${index}`, `letter-${String(index).padStart(2, "0")}`, `Letter ${index}. [[ LIB : letters : closing ]]`)),
  ],
};

describe("renaming a text's code", function () {
  this.bail(true);
  let service: Visit;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    service = await visit({ imports: [library] });
    const request = (greeting: string) => JSON.stringify({ dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: { name: greeting, description: "[[ LIB : letters : closing ]]" } }, undefined, 2);
    workbench = await openWorkbench({ files: { "letter.sft": "Hello\n\n[[ LIB : letters : closing ]]\n", "one.form.json": request("One"), "two.form.json": request("Two") } });
    ({ page } = workbench);
    await signIn(workbench, service, { name: "strandby", folder: "Letters" });
    await openFile(workbench, "letter.sft");
  });

  afterEach(async function () {
    if (this.currentTest?.state === "failed") await showFailure(workbench, "rename");
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await service?.close();
  });

  const onDisk = (name: string) => readFile(join(workbench.folder, name), "utf8");
  /** Contents of the twelve letters on the service that mention a code. */
  const mentioning = async (code: string) => {
    let found = 0;
    for (let index = 0; index < 12; index++) {
      const { translations } = (await service.call("GET", `/Integrations/textlibrary/texts/letter-${index}`)).json as { readonly translations: Record<string, { readonly content: string }> };
      found += languages.filter((language) => translations[language]?.content.includes(`: ${code} ]]`)).length;
    }
    return found;
  };
  const putCursorInCode = async () => {
    // The link under the code says that the language server has looked it up.
    const link = activeEditor(workbench).locator(".view-line .detected-link", { hasText: "closing" }).last();
    // VS Code asks for links once: a file that was opened before the library was read has none until it is opened again.
    if (!await link.waitFor({ timeout: 5000 }).then(() => true, () => false)) {
      await runCommand(workbench, "View: Close All Editors");
      await openFile(workbench, "letter.sft");
    }
    await link.click();
  };

  const rename = async (name: string) => {
    await putCursorInCode();
    await page.keyboard.press("F2");
    const box = page.locator(".rename-box input");
    await box.waitFor();
    await box.fill(name);
    await page.keyboard.press("Enter");
    await dialog(workbench).getByText(`Rename the text closing to ${name} in the Text Library too?`).waitFor();
  };
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const untouched = async () => {
    assert.equal(await mentioning("closing"), 36);
    assert.match(await onDisk("one.form.json"), /letters : closing/);
  };

  it("asks before library texts are changed, and changes nothing at Escape", async () => {
    await rename("farewell");
    await screenshot(workbench, "rename-question");
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    await untouched();
  });

  it("previews every place, library texts apart from files", async () => {
    await rename("farewell");
    await press("Choose Each");
    await page.locator(".panel").getByText("letter-00.de.txt").first().waitFor();
    await page.locator('.panel [aria-label^="Group Changes By Type"]').first().click();
    await page.locator(".panel").getByText("Text Library: 36 places in 36 texts").waitFor();
    await screenshot(workbench, "rename-preview");
    await page.locator(".panel").getByRole("button", { name: "Discard" }).click();
    await untouched();
  });

  it("changes files and library texts", async () => {
    await rename("farewell");
    await press("In Files and Library");
    await becomes(workbench, () => editorText(workbench), "Hello\n\n[[ LIB : letters : farewell ]]\n");
    await screenshot(workbench, "rename-applied");
    await becomes(workbench, async () => (await onDisk("one.form.json")).includes("letters : farewell"), true);
    await becomes(workbench, () => mentioning("farewell"), 36);
    // The explorer counts what is not saved to the end.
    await page.locator(".activitybar .action-item", { has: page.locator('[aria-label^="Explorer"]') }).locator(".badge").waitFor({ state: "hidden" });
    await screenshot(workbench, "rename-saved");
  });

  it("undoes all of it at once", async () => {
    await activeEditor(workbench).locator(".view-lines").first().click();
    await page.keyboard.press("Control+Z");
    await becomes(workbench, () => editorText(workbench), "Hello\n\n[[ LIB : letters : closing ]]\n");
    // VS Code opens unsaved documents a little later, and "Save All" saves what is open.
    await becomes(workbench, () => page.locator(".tabs-container .tab.dirty").count(), 1 + 36);
    await screenshot(workbench, "rename-undone");
    await runCommand(workbench, "File: Save All Files");
    await becomes(workbench, () => mentioning("closing"), 36);
    await becomes(workbench, async () => (await onDisk("one.form.json")).includes("letters : closing"), true);
    // The service holds a text a little before its editor knows.
    await becomes(workbench, () => page.locator(".tabs-container .tab.dirty").count(), 0);
    await screenshot(workbench, "rename-undone-saved");
  });

  it("shows who puts the text in, as a tree", async () => {
    await runCommand(workbench, "View: Close All Editors");
    await openFile(workbench, "letter.sft");
    await putCursorInCode();
    await runCommand(workbench, "Calls: Show Call Hierarchy");
    const callers = page.locator(".sidebar .monaco-list-row");
    await callers.filter({ hasText: "letter-11" }).waitFor();
    await screenshot(workbench, "include-tree");
    assert.equal(await callers.count(), 1 + 12 + 3);
  });
});
