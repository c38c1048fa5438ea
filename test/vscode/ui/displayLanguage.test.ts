/** The interface in the window's language: what the manifest says, and what the extension says while it runs. */
import { openView, openWorkbench, screenshot, treeItem, type Workbench } from "../workbench.ts";

describe("the display language", () => {
  for (const [language, { view, use, started, folder }] of Object.entries({
    sv: { view: "Textbibliotek", use: "Använd sandlådan", started: "SANDLÅDA", folder: "Claims" },
    de: { view: "Textbibliothek", use: "Sandbox verwenden", started: "SANDBOX", folder: "Claims" },
  })) {
    it(`is ${language}`, async () => {
      await using workbench: Workbench = await openWorkbench({ files: { "letter.sft": "Hej [[ customer" }, language });
      const { page } = workbench;
      await openView(workbench, "Smartform");
      try {
        await page.locator(`.sidebar .pane-header[aria-label^="${view}"]`).waitFor();
        await page.locator(".sidebar").getByRole("button", { name: use }).first().click();
        await treeItem(workbench, folder).waitFor();
        await page.locator(".statusbar").getByText(started).first().waitFor();
        await screenshot(workbench, `display-language-${language}`);
      } catch (error) {
        await screenshot(workbench, `display-language-${language}-failed`);
        throw error;
      }
    });
  }
});
