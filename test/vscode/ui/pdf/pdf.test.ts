/**
 * A PDF file of the workspace, opened in the PDF panel as its editor. The position is kept when the file changes and
 * when the window reloads. The panel has thumbnails, colours and everything that printing needs.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { oneLine } from "../../bars.ts";
import { drawn } from "../../pixels.ts";
import { useWindow } from "../../story.ts";
import { activeTab, openWith, webview } from "../../editors.ts";
import { dialog } from "../../messages.ts";
import { reloadWindow } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { becomes } from "../../waiting.ts";

describe("a PDF of the workspace", () => {
  const { workbench, it } = useWindow("pdf", {
    options: async () => ({ files: { "readme.txt": "PDFs.\n", "terms [1].pdf": await pagesOf("First") } }),
  });

  const current = () => webview(workbench).locator("#page").inputValue();
  const text = (words: string) => webview(workbench).locator(".textLayer span", { hasText: words });

  it("is shown on request, and never automatically", async () => {
    await openWith(workbench, "terms [1].pdf", "Smartform PDF");
    await activeTab(workbench, "terms [1].pdf").waitFor();
    await text("First, page 1").waitFor();
    await drawn(workbench, webview(workbench).locator("body"));
    await oneLine(webview(workbench));
  });

  it("can be navigated by thumbnails, with keys and names", async () => {
    await webview(workbench).getByRole("button", { name: "Thumbnails" }).click();
    const list = webview(workbench).getByRole("navigation", { name: "Page thumbnails" });
    await list.getByRole("button", { name: "Page 1", exact: true }).locator("canvas").waitFor();
    assert.equal(
      await list.getByRole("button", { name: "Page 40", exact: true }).locator("canvas").count(),
      0,
      "pages out of view are not drawn",
    );
    await list.getByRole("button", { name: "Page 1", exact: true }).focus();
    await workbench.page.keyboard.press("ArrowDown");
    await becomes(workbench, current, "2");
    await workbench.page.keyboard.press("End");
    await becomes(workbench, current, "40");
    await list.getByRole("button", { name: "Page 40", exact: true }).locator("canvas").waitFor();
    await list.getByRole("button", { name: "Page 38", exact: true }).click();
    await becomes(workbench, current, "38");
    assert.equal(await list.locator("[aria-current=page]").getAttribute("aria-label"), "Page 38");
    await screenshot(workbench, "pdf-thumbnails");
  });

  it("stays at its place when the file is written again", async () => {
    await writeFile(join(workbench.folder, "terms [1].pdf"), await pagesOf("Second"));
    await text("Second, page 38").waitFor();
    await becomes(workbench, current, "38");
  });

  it("shows its pages in other colours, and updates the theme's colours with each theme", async () => {
    const colours = webview(workbench).getByLabel("Colours");
    const background = () =>
      webview(workbench)
        .locator("#viewer .page[data-page-number='38'] canvas")
        .first()
        .evaluate((canvas) => {
          const [red = 0, green = 0, blue = 0] =
            (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(4, 4, 1, 1).data ?? [];
          return red + green + blue;
        });
    await colours.selectOption("inverted");
    await screenshot(workbench, "pdf-inverted");
    await colours.selectOption("theme");
    await useTheme(workbench, "hc-black");
    await text("Second, page 38").waitFor();
    await becomes(workbench, background, 0);
    await becomes(workbench, current, "38");
    await screenshot(workbench, "pdf-theme");
  });

  it("says that VS Code cannot print, and what to do instead", async () => {
    await webview(workbench).getByRole("button", { name: "Print…" }).click();
    await dialog(workbench).getByText("VS Code cannot print a panel").waitFor();
    await screenshot(workbench, "pdf-print");
    await workbench.page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
  });

  it("is at its place, with its colours, after a restart of the window", async () => {
    await reloadWindow(workbench);
    await text("Second, page 38").waitFor({ timeout: 60_000 });
    await becomes(workbench, current, "38");
    assert.equal(await webview(workbench).getByLabel("Colours").inputValue(), "theme");
    await screenshot(workbench, "pdf-again");
  });
});

async function pagesOf(words: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= 40; number += 1) {
    const page = pdf.addPage([595, 842]);
    page.drawText(`${words}, page ${number}`, { x: 72, y: 720, size: 24, font });
  }
  return pdf.save();
}
