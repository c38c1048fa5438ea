/**
 * The first things that a new author sees: the walkthrough, typed words that no suggestion changes, the lens above a
 * library text, and a new request file.
 */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, openFile, replaceText } from "../../editors.ts";
import { libraryItem, openText, unfoldTo } from "../../library.ts";
import { answerPath, pick, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, clickUntil, fold, openRow, openView, treeItem, unfold, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const smartformData = { customer: { name: "Åsa", address: { street: "Storgatan 1" } }, city: "Lund" };

describe("a new author", () => {
  let page: Page;

  const { service, workbench, it } = useService("newAuthor-", {
    apart: true,
    options: () => ({
      files: {
        "letter.sft": "",
        "data.json": JSON.stringify(smartformData),
        "smartform.json": JSON.stringify({
          files: [{ include: "letter.sft", textLibraryFolder: "claims", data: "data.json" }],
        }),
      },
      settings: { "files.simpleDialog.enable": true },
    }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const suggestions = (): Locator => page.locator(".suggest-widget.visible .monaco-list-row");
  const collapse = (): Promise<void> => page.locator('.sidebar [aria-label^="Collapse"]').first().click();
  const lens = (words: string | RegExp): Locator =>
    activeEditor(workbench).locator(".codelens-decoration", { hasText: words });

  it("reads every step of the walkthrough completely, and finds the steps that the connection has done ticked", async () => {
    // Opens the walkthrough as VS Code's own page does, without notifying the extension.
    const open = async (): Promise<void> => {
      await runCommand(workbench, "Welcome: Open Walkthrough...");
      await pick(workbench, "Get started with Smartform");
    };
    await open();
    const step = (id: string): Locator => page.locator(`.getting-started-step[data-step-id$="#${id}"]`);
    await step("fix").click();
    const told = step("fix").locator(".step-description-container");
    await becomes(
      workbench,
      async () => /^The button opens a letter that has one mistake: .* from the list\.$/s.test(await told.innerText()),
      true,
    );
    const shown = page.locator(".getting-started-media img");
    for (const id of ["fix", "sandbox", "library", "edit", "form"]) {
      if (id !== "fix") await step(id).click();
      await page.locator(`.getting-started-media img[srcset*="${id}.light.webp"]`).waitFor();
      await becomes(workbench, () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
      await screenshot(workbench, `newAuthor-walkthrough-${id}`);
    }
    await runCommand(workbench, "View: Close All Editors");
    await open();
    for (const id of ["sandbox", "library"]) await step(id).locator(".codicon.complete").waitFor();
    await screenshot(workbench, "newAuthor-walkthrough-ticked");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("opens a text with a click as the Explorer does, keeps it with a double click or Enter, and unfolds it only at its twistie", async () => {
    await unfoldTo(workbench, ["Folder Claims"]);
    const tab = (text: string, kept: boolean): Locator =>
      page
        .locator(".tabs-container .tab.active", {
          has: page.locator(`.monaco-icon-label${kept ? ":not(.italic)" : ".italic"}`),
        })
        .filter({ hasText: text });
    const focus = (place: string): Promise<unknown> =>
      page.waitForFunction((wanted) => document.activeElement?.closest(wanted), place);
    const [intro, letter] = ["Text intro", "Text letter"].map((spoken) => libraryItem(workbench, spoken)) as [
      Locator,
      Locator,
    ];
    await clickUntil(intro, tab("intro.en", false));
    await focus(".sidebar");
    assert.equal(await intro.getAttribute("aria-expanded"), "false");
    await clickUntil(letter, tab("letter.en", false));
    assert.equal(await page.locator(".tabs-container .tab", { hasText: "intro.en" }).count(), 0);
    await screenshot(workbench, "newAuthor-click");
    await page.keyboard.press("Enter");
    await tab("letter.en", true).waitFor();
    await focus(".editor-instance");
    await unfold(intro);
    await activeTab(workbench, "letter.en").waitFor();
    await clickUntil(libraryItem(workbench, "Language sv"), tab("intro.sv", false));
    await libraryItem(workbench, "Language sv").and(page.locator('[aria-selected="true"]')).waitFor();
    await openRow(libraryItem(workbench, "Language de"), tab("intro.de", true));
    await focus(".editor-instance");
    await screenshot(workbench, "newAuthor-kept");
    await fold(intro);
    await runCommand(workbench, "View: Close All Editors");
  });

  it("has the lines above a library text when it is first opened, whichever text it is", async () => {
    const paths = [
      ["Folder Claims", "Text letter"],
      ["Folder Claims", "Text intro"],
      ["Folder Claims", "Subfolder Questions", "Text photo"],
      ["Folder Policies", "Text welcome"],
      ["Folder Claims", "Subfolder Decisions", "Text partly"],
    ];
    for (const path of paths) {
      await openText(workbench, path, "en");
      await lens(/used by|no known uses/).waitFor();
      await lens("de, en, sv").waitFor();
      await collapse();
    }
    await screenshot(workbench, "newAuthor-lenses");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("sees a translation leave the stale ones as soon as it is saved", async () => {
    const intro = "/Integrations/textlibrary/texts/text-claims-intro";
    const { translations: _, ...fields } = (await service.call("GET", intro)).json as {
      readonly translations: unknown;
    };
    await openText(workbench, ["Folder Claims", "Text intro"], "sv");
    await lens("used by").waitFor();
    await service.control("POST", "/clock", { advanceMs: 60_000 });
    assert.equal(
      (
        await service.call("PUT", intro, {
          body: { ...fields, translations: { en: { content: "We write about claim [[ claim.number ]]." } } },
        })
      ).status,
      200,
    );
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    await lens("stale since").waitFor();
    await service.control("POST", "/clock", { advanceMs: 60_000 });
    await replaceText(workbench, "Vi skriver om skada [[ claim.number ]].");
    await page.keyboard.press("Control+S");
    await lens("stale since").waitFor({ state: "detached" });
    await lens("used by").waitFor();
    await screenshot(workbench, "newAuthor-not-stale");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("types prose that no suggestion changes, and ends the line with Enter", async () => {
    await openFile(workbench, "letter.sft");
    await replaceText(workbench, "Dear [[ customer.name ]], customer,\n");
    await page.keyboard.type("I am a cust", { delay: 60 });
    await page.keyboard.press("Enter");
    await page.keyboard.type("omer\u00a0\u0430");
    await becomes(
      workbench,
      () => editorText(workbench),
      "Dear [[ customer.name ]], customer,\nI am a cust\nomer \u0430",
    );
    assert.equal(await suggestions().count(), 0);
    assert.equal(await activeEditor(workbench).locator(".unicode-highlight").count(), 0);
    await screenshot(workbench, "newAuthor-prose");
  });

  it("gets suggestions while typing letters inside a placeholder, even after closing the list", async () => {
    await openFile(workbench, "letter.sft");
    await replaceText(workbench, "");
    await page.keyboard.type("[[ LIB : ", { delay: 60 });
    await suggestions().first().waitFor();
    await page.keyboard.press("Escape");
    await suggestions().first().waitFor({ state: "detached" });
    await page.keyboard.type("cla", { delay: 60 });
    await suggestions().filter({ hasText: "claims" }).first().waitFor();
    await screenshot(workbench, "newAuthor-inside");
    await page.keyboard.press("Escape");
  });

  it("continues with a point after a name that contains others, and the point is written once", async () => {
    await openFile(workbench, "letter.sft");
    await replaceText(workbench, "");
    await page.keyboard.type("[[ cust", { delay: 60 });
    await suggestions().filter({ hasText: "customer" }).first().waitFor();
    await page.keyboard.press("Enter");
    await suggestions().filter({ hasText: "customer.name" }).first().waitFor();
    await page.keyboard.type(".", { delay: 60 });
    await suggestions().filter({ hasText: "name" }).first().waitFor();
    await screenshot(workbench, "newAuthor-point");
    await page.keyboard.type("na", { delay: 60 });
    await page.keyboard.press("Enter");
    await becomes(workbench, () => editorText(workbench), "[[ customer.name ]]");
    await replaceText(workbench, "");
    await page.keyboard.type("[[ cust", { delay: 60 });
    await suggestions().filter({ hasText: "customer" }).first().waitFor();
    await page.keyboard.type(".", { delay: 60 });
    await suggestions().filter({ hasText: "name" }).first().waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).startsWith("[[ customer."), true);
    assert.doesNotMatch(await editorText(workbench), /\.\./);
    await page.keyboard.press("Escape");
  });

  it("saves a new request file with one ending", async () => {
    await openView(workbench, "Smartform");
    await unfoldView(workbench, "Smartforms");
    await chooseFor(workbench, treeItem(workbench, "Claim report"), "New Request File");
    await answerPath(workbench, "Claim-report.form.json", `${workbench.folder}/report.form.json`);
    await activeTab(workbench, "report.form.json").waitFor();
    await becomes(
      workbench,
      async () => (await readdir(workbench.folder)).filter((name) => name.startsWith("report")),
      ["report.form.json"],
    );
    await chooseFor(workbench, treeItem(workbench, "Claim report"), "New Request File");
    await answerPath(workbench, "Claim-report.form.json", `${workbench.folder}/short`);
    await activeTab(workbench, "short.form.json").waitFor();
    assert.deepEqual(
      (await readdir(workbench.folder)).filter((name) => name.startsWith("short")),
      ["short.form.json"],
    );
    await focusEditor(workbench);
  });
});
