/** Statistics: a chart and a table of the same counts, and how often a Smartform is used. */
import assert from "node:assert/strict";
import { oneLine } from "../../bars.ts";
import { drawn } from "../../pixels.ts";
import { readable } from "../../contrast.ts";
import { useService } from "../../story.ts";
import { webview } from "../../editors.ts";
import { notifications } from "../../messages.ts";
import { screenshot } from "../../pictures.ts";
import { themes, useTheme } from "../../settings.ts";
import { chooseFor, treeItem } from "../../sideBar.ts";
import { profileOf, signIn } from "../../signIn.ts";

describe("statistics", () => {
  const { service, workbench, it } = useService("statistics", {
    options: () => ({
      files: { "notes.sft": "" },
      settings: { "smartform.connections": [profileOf(service, "strandby")] },
    }),
    begin: async () => {
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  it("shows how often a Smartform is used", async () => {
    const usage = notifications(workbench).getByText(/"Claim report" in the last 30 days: /);
    await chooseFor(workbench, treeItem(workbench, "Claim report"), "Show How Often", usage);
    await screenshot(workbench, "statistics-usage");
    await notifications(workbench).getByRole("button", { name: "Show Statistics" }).click();
    const page = webview(workbench);
    await page.getByLabel("Template").waitFor();
    await page.locator("#total", { hasText: "events" }).waitFor();
    assert.equal(await page.getByLabel("Template").inputValue(), "Claim report");
  });

  it("shows the counts as a chart and as a table, by the chosen dimension", async () => {
    const page = webview(workbench);
    await page.getByLabel("Template").selectOption("");
    await page.getByLabel("By", { exact: true }).selectOption("event");
    await page.locator("#chart canvas").first().waitFor();
    await page.locator('#table [role="columnheader"]', { hasText: "FormCreated" }).first().waitFor();
    await screenshot(workbench, "statistics");
    await drawn(workbench, page.locator("#chart"), { isChart: true });
    await oneLine(webview(workbench));
    // The table has this name but the chart does not, because the only event with this name has no time.
    await page.locator('#table [role="columnheader"]', { hasText: "LicenceChecked" }).waitFor();
    const legend = await page.locator("#chart").getByRole("switch").allTextContents();
    assert.deepEqual(legend.map((item) => /^\w+/.exec(item)?.[0]).sort(), [
      "DocumentStored",
      "FormCreated",
      "FormSubmitted",
      "PdfCreated",
    ]);
    // The arrow keys move through the series in the order of the legend.
    const [first, second] = legend.map((item) => /^\w+/.exec(item)?.[0]);
    await page.locator("#chart canvas").first().focus();
    const spoken = page.locator("#chart [aria-live]");
    for (const [key, series] of [
      ["ArrowRight", first],
      ["ArrowUp", second],
    ] as const) {
      await workbench.page.keyboard.press(key);
      const words = new RegExp(`^\\d{4}-\\d\\d-\\d\\d, ${series}: \\d+$`);
      await spoken.filter({ hasText: words }).waitFor({ state: "attached" });
    }
  });

  it("hides and shows a series by its entry in the legend", async () => {
    const page = webview(workbench);
    const created = page.locator("#chart").getByRole("switch", { name: "FormCreated" });
    for (const state of ["false", "true"]) {
      await created.click();
      await page.locator(`#chart [role=switch][aria-checked=${state}]`, { hasText: "FormCreated" }).waitFor();
      if (state === "false") await screenshot(workbench, "statistics-one-hidden");
    }
  });

  it("counts by area, and labels missing ones", async () => {
    const page = webview(workbench);
    await page.getByLabel("By", { exact: true }).selectOption("area");
    await page.locator('#table [role="columnheader"]', { hasText: "no area" }).first().waitFor();
    await screenshot(workbench, "statistics-by-area");
    await page.getByLabel("By", { exact: true }).selectOption("event");
    await page.locator('#table [role="columnheader"]', { hasText: "FormCreated" }).first().waitFor();
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`can be read in the theme ${theme}`, async () => {
      await useTheme(workbench, theme);
      await webview(workbench)
        .locator(`body[class~="${theme === "vs-dark" ? "vscode-dark" : "vscode-high-contrast"}"]`)
        .waitFor();
      await screenshot(workbench, `statistics-${theme}`);
      await readable(
        webview(workbench).locator('[role="gridcell"], [role="columnheader"] .ag-header-cell-text, label, #total'),
        { least: 8 },
      );
    });
  }
});
