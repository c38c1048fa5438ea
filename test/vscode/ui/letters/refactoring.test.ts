/**
 * Code actions in the window: words become a library text and a reference to it, everything is repaired at once, and a
 * new language is begun.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import {
  activeEditor,
  activeTab,
  chooseFix,
  editorText,
  focusEditor,
  hoverOver,
  openFile,
  squiggles,
} from "../../editors.ts";
import { answer, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("refactorings", () => {
  let page: Page;

  const { service, workbench, it } = useService("refactoring", {
    options: () => ({
      files: {
        "letter.sft": "Dear [[ customer.name ]],\nThank you for your patience.",
        "broken.sft": "[[lib:Claims:nothing]] and [[name]",
        "fi/finnish.sft": "[[ LIB : claims : patience ]]",
        "smartform.json": JSON.stringify({
          files: [
            { include: "fi/*.sft", language: "fi" },
            { include: "*.sft", language: "en", textLibraryFolder: "claims" },
          ],
        }),
      },
    }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  interface Text {
    readonly translations: Readonly<Record<string, { readonly content: string }>>;
  }

  async function textOf(code: string): Promise<Text | undefined> {
    const items = (await service.call("GET", `/Integrations/textlibrary/search?q=${code}`)).at(
      "texts.items",
    ) as readonly { readonly id: string; readonly code: string }[];
    const id = items.find((item) => item.code === code)?.id;
    return id === undefined
      ? undefined
      : ((await service.call("GET", `/Integrations/textlibrary/texts/${id}`)).json as Text);
  }

  const found = async (code: string): Promise<string | undefined> => (await textOf(code))?.translations["en"]?.content;
  const languages = async (code: string): Promise<readonly string[]> =>
    Object.keys((await textOf(code))?.translations ?? {});

  it("extracts a selection to a text of the library, and replaces it with the reference", async () => {
    await openFile(workbench, "letter.sft");
    await focusEditor(workbench);
    await page.keyboard.press("Shift+Home");
    await runCommand(workbench, "Refactor...");
    const menu = page.locator(".action-widget");
    await menu.getByText("Extract to a library text").waitFor();
    await screenshot(workbench, "refactoring-extract");
    await menu.getByText("Extract to a library text").click();
    await quickInput(workbench).getByText("Folder of the new text").waitFor();
    await pick(workbench, "Claims");
    await quickInput(workbench).getByText("Unique in its top folder").first().waitFor();
    assert.equal(await quickInput(workbench).locator("input:visible").first().inputValue(), "thank-you-for-your");
    await answer(workbench, "patience");
    await becomes(
      workbench,
      async () => (await editorText(workbench)).trim(),
      "Dear [[ customer.name ]],\n[[ LIB : claims : patience ]]",
    );
    assert.equal(await found("patience"), "Thank you for your patience.");
    await activeTab(workbench, "letter.sft", "dirty").waitFor();
    await screenshot(workbench, "refactoring-extracted");
  });

  it("fixes everything that has one clear fix at once", async () => {
    await openFile(workbench, "broken.sft");
    await squiggles(workbench, "error").first().waitFor();
    await activeEditor(workbench).locator(".view-line span", { hasText: "nothing" }).last().click();
    // When findings arrive, VS Code looks for the light bulb's actions and drops a fix that is running. The test
    // therefore waits for the light bulb first. VS Code may show no light bulb, so the wait is limited, and the fix is
    // tried again.
    const bulb = activeEditor(workbench).locator('[class*="codicon-gutter-lightbulb"]').first();
    await bulb.waitFor({ timeout: 5000 }).catch(() => undefined);
    await becomes(
      workbench,
      async () => {
        // An author whose fix was dropped runs the command again.
        await runCommand(workbench, "Fix All");
        await activeEditor(workbench)
          .locator(".view-line", { hasText: /LIB/ })
          .waitFor({ timeout: 5000 })
          .catch(() => undefined);
        return (await editorText(workbench)).trim();
      },
      "[[ LIB:claims:nothing ]] and [[ name ]]",
    );
    await screenshot(workbench, "refactoring-fix-all");
  });

  it("creates the text that a reference needs, and opens it", async () => {
    await activeEditor(workbench).locator(".view-line span", { hasText: "nothing" }).last().click();
    await chooseFix(workbench, 'Create the text "nothing"');
    await quickInput(workbench).getByText("Content of nothing, a new text in Claims").waitFor();
    await pick(workbench, "Plain text");
    await activeTab(workbench, "nothing.en", "clean").waitFor();
    assert.equal(await found("nothing"), "");
  });

  it("starts a language that an included text lacks with the content of its default language, and saves nothing automatically", async () => {
    await openFile(workbench, "fi/finnish.sft");
    await squiggles(workbench, "warning").first().waitFor();
    const reference = activeEditor(workbench).locator(".view-line span", { hasText: "patience" }).last();
    await hoverOver(workbench, reference, "Used by");
    await screenshot(workbench, "refactoring-hover");
    await reference.click();
    await chooseFix(workbench, 'Add the language fi to the text "patience"');
    await activeTab(workbench, "patience.fi", "dirty").waitFor();
    await becomes(workbench, () => editorText(workbench), "Thank you for your patience.");
    await screenshot(workbench, "refactoring-language");
    assert.deepEqual(await languages("patience"), ["en"]);
  });
});
