/**
 * Every line ending is kept. The tests check what the service holds after an author typed, took the service's version,
 * merged, restored a version, or converted line endings that no editor keeps.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, pressLens } from "../../editors.ts";
import { openText } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { pick, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const photo = "/Integrations/textlibrary/texts/text-questions-photo";
const path = ["Folder Claims", "Subfolder Questions", "Text photo"];

interface Text {
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("line ends", () => {
  let page: Page;

  const { service, workbench, it } = useService("line-ends", {
    options: () => ({ files: { "letter.sft": "" } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const english = async (): Promise<string | undefined> =>
    ((await service.call("GET", photo)).json as Text).translations["en"]?.content;

  async function colleagueWrites(content: string): Promise<void> {
    const { translations: _, ...fields } = (await service.call("GET", photo)).json as Text;
    assert.equal(
      (await service.call("PUT", photo, { body: { ...fields, translations: { en: { content } } } })).status,
      200,
    );
  }

  async function begin(content: string): Promise<void> {
    // Waits until the tab looks saved, because VS Code asks about unsaved tabs. The service has the save a moment
    // before the tab shows it.
    await page.locator(".tabs-container .tab.dirty").waitFor({ state: "detached" });
    await runCommand(workbench, "View: Close All Editors");
    await colleagueWrites(content);
    await openText(workbench, path, "en");
    // VS Code keeps a document for some minutes after its editor is closed, and the extension requests a text at most
    // every half minute. So the test refreshes the text.
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    await becomes(workbench, () => editorText(workbench), content.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"));
  }

  async function typeAtTheTop(letter: string): Promise<void> {
    await focusEditor(workbench);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(letter);
    await activeTab(workbench, "photo.en", "dirty").waitFor();
  }

  for (const content of ["one\r\ntwo\nthree\r\nfour", "one\r\ntwo\r\n", "\uFEFFone\ntwo"]) {
    it(`a typed letter changes only its line: ${JSON.stringify(content)}`, async () => {
      await begin(content);
      await typeAtTheTop("x");
      await page.keyboard.press("Control+S");
      await becomes(workbench, english, content.replace("one", "xone"));
    });
  }

  it("Take Theirs leaves the service's version unchanged, to the last line ending", async () => {
    await begin("one\ntwo");
    await typeAtTheTop("mine ");
    const theirs = "theirs\r\ntwo\nthree\r\n";
    await colleagueWrites(theirs);
    await service.control("DELETE", "/ledger");
    await page.keyboard.press("Control+S");
    await notifications(workbench)
      .filter({ hasText: "Your change was not written" })
      .getByRole("button", { name: "Resolve" })
      .click();
    await dialog(workbench).getByRole("button", { name: "Take Theirs" }).click();
    await activeTab(workbench, "photo.en", "clean").waitFor();
    await becomes(workbench, () => editorText(workbench), "theirs\ntwo\nthree\n");
    assert.equal(await english(), theirs);
    await typeAtTheTop("x");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, `x${theirs}`);
  });

  it("a merge keeps the line endings of both sides", async () => {
    await begin("one\ntwo\nthree");
    await typeAtTheTop("mine ");
    await colleagueWrites("one\r\ntwo\r\nTHREE");
    await page.keyboard.press("Control+S");
    const conflict = notifications(workbench).filter({ hasText: "Your change was not written" });
    await conflict.getByRole("button", { name: "Resolve" }).click();
    await dialog(workbench).getByRole("button", { name: "Compare and Merge" }).click();
    const merge = page.locator(".merge-editor");
    const result = merge.locator(".code-view.result .view-lines");
    await merge.locator(".code-view.input .view-line", { hasText: "mine one" }).first().waitFor();
    await result.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("mine one\ntwo\nTHREE");
    await page.locator('.editor-actions [aria-label^="Complete Merge and Save"]').click();
    await becomes(workbench, english, "mine one\r\ntwo\r\nTHREE");
  });

  it("a version is restored with its own line endings", async () => {
    const old = "old\r\ntwo\nthree";
    await begin(old);
    await typeAtTheTop("x");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, `x${old}`);
    await begin("new\nwords");
    await runCommand(workbench, "Smartform Library: Restore Version of Text");
    await pick(workbench, "saved here");
    await notifications(workbench)
      .filter({ hasText: "is in the editor and not saved" })
      .getByRole("button", { name: "Save", exact: true })
      .click();
    await becomes(workbench, english, `x${old}`);
    // The editor still has the line endings from before the restore, but the service keeps those of the restored
    // version, whenever the text is saved.
    await typeAtTheTop("y");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, `yx${old}`);
  });

  it("a version that is removed from the editor again leaves no line ending behind", async () => {
    const old = "old\r\ntwo\r\n";
    await begin(old);
    await typeAtTheTop("x");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, `x${old}`);
    await begin("new\nwords\n");
    await runCommand(workbench, "Smartform Library: Restore Version of Text");
    await pick(workbench, "saved here");
    await becomes(workbench, () => editorText(workbench), "xold\ntwo\n");
    await focusEditor(workbench);
    await page.keyboard.press("Control+Z");
    await becomes(workbench, () => editorText(workbench), "new\nwords\n");
    await typeAtTheTop("y");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "ynew\nwords\n");
  });

  it("a carriage return alone is read-only, with the reason, until the author converts it", async () => {
    const content = "one\rtwo\rthree";
    await begin(content);
    const lens = activeEditor(workbench).locator(".codelens-decoration");
    await lens.filter({ hasText: "Read-only: a line ends with only a carriage return" }).waitFor();
    await screenshot(workbench, "line-ends-read-only");
    await focusEditor(workbench);
    await page.keyboard.type("x");
    assert.equal(await editorText(workbench), "one\ntwo\nthree");
    assert.equal(await english(), content);
    await pressLens(workbench, "Convert Line Endings", dialog(workbench));
    await dialog(workbench).getByRole("button", { name: "Convert", exact: true }).click();
    await lens.filter({ hasText: "Read-only" }).waitFor({ state: "detached" });
    assert.equal(await english(), content);
    await typeAtTheTop("x");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "xone\r\ntwo\r\nthree");
  });
});
