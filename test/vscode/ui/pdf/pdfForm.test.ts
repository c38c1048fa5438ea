/**
 * The PDF of a test form after its window reloads: it is requested again in its language, because VS Code never stores
 * it.
 */
import assert from "node:assert/strict";
import { oneLine, pressTool } from "../../bars.ts";
import { useService } from "../../story.ts";
import { openFile, webview } from "../../editors.ts";
import { quickInput, reloadWindow, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("the PDF of a form after a restart of the window", () => {
  const { service, workbench, it } = useService("pdfForm", {
    options: () => {
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        dataTableValue: { customer: { name: "Åsa" }, caseWorker: { name: "Bo" } },
      };
      return { files: { "accident.form.json": JSON.stringify(request, undefined, 2) } };
    },
    begin: async () => {
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  /**
   * Checks that the keyboard reaches the menu of controls that do not fit, and that Escape returns the focus to the
   * menu's button.
   */
  async function useMenuByKeyboard(): Promise<void> {
    const { keyboard } = workbench.page;
    const panel = webview(workbench);
    const more = panel.getByRole("button", { name: "More Actions", exact: true });
    const menu = panel.getByRole("dialog", { name: "More Actions", exact: true });
    const focused = () => panel.locator(":focus").first().getAttribute("id");
    await panel.locator("body").evaluate((body) => (body.style.width = "350px"));
    await more.focus();
    await keyboard.press("Enter");
    await menu.getByLabel("Language").waitFor();
    await becomes(workbench, focused, "language");
    await screenshot(workbench, "pdf-form-menu");
    await keyboard.press("Tab");
    await keyboard.press("ArrowDown");
    await becomes(workbench, focused, "save");
    await keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    assert.equal(
      await panel
        .getByRole("button", { name: "More Actions", exact: true })
        .evaluate((button) => button === document.activeElement),
      true,
    );
    await panel.locator("body").evaluate((body) => body.style.removeProperty("width"));
  }

  it("says why it cannot be requested, and shows it once that is fixed", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    const printed = webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first();
    await printed.waitFor();
    await webview(workbench).getByLabel("Language").selectOption("sv");
    await webview(workbench).locator(".textLayer span", { hasText: "vardagar" }).first().waitFor();
    // The service refuses the PDF in German. The Swedish PDF is still shown, and is saved as Swedish.
    await service.control("POST", "/faults", { operation: "pdf.existing", kind: "status", status: 500 });
    await webview(workbench).getByLabel("Language").selectOption("de");
    await webview(workbench).locator("#status[data-kind=problem]").waitFor();
    await service.control("DELETE", "/faults");
    await oneLine(webview(workbench));
    await useMenuByKeyboard();
    await pressTool(webview(workbench), "Save…");
    await quickInput(workbench).locator("input:visible").first().waitFor();
    await becomes(
      workbench,
      async () => (await quickInput(workbench).locator("input:visible").first().inputValue()).endsWith(".sv.pdf"),
      true,
    );
    await screenshot(workbench, "pdf-form-saved-as");
    await workbench.page.keyboard.press("Escape");
    await webview(workbench).getByLabel("Language").selectOption("sv");
    await webview(workbench).locator("#status").waitFor({ state: "hidden" });
    await reloadWindow(workbench);
    // VS Code's server keeps secrets only in memory in this test, so this reload signs the author out.
    await webview(workbench).locator("#status[data-kind=problem]").waitFor({ timeout: 60_000 });
    await screenshot(workbench, "pdf-form-signed-out");
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    await pressTool(webview(workbench), "Refresh");
    await webview(workbench).locator(".textLayer span", { hasText: "vardagar" }).first().waitFor();
    await screenshot(workbench, "pdf-form-again");
  });
});
