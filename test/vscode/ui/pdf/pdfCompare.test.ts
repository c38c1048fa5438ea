/**
 * Two PDFs side by side: files of the workspace that differ by an inserted page, changed words and a changed picture; a
 * file that is not a PDF; and a form of the sandbox in two languages.
 */
import assert from "node:assert/strict";
import { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { oneLine } from "../../bars.ts";
import { drawn } from "../../pixels.ts";
import { useService } from "../../story.ts";
import { activeTab, openFile, webview } from "../../editors.ts";
import { pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { chooseFor, chooseInMenu, treeItem } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("two PDFs side by side", () => {
  const { service, workbench, it } = useService("pdfCompare", {
    options: async () => {
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        dataTableValue: { customer: { name: "Åsa" }, caseWorker: { name: "Bo" } },
      };
      return {
        files: {
          "accident.form.json": JSON.stringify(request, undefined, 2),
          "broken.pdf": "This is no PDF.\n",
          "new.pdf": await pdfOf([
            terms,
            { lines: ["This page is new.", "It was put in."] },
            { lines: ["We are open on Friday", "from ten to five."] },
            { lines: ["With a stamp."], stamp: true },
          ]),
          "old.pdf": await pdfOf([
            terms,
            { lines: ["We are open on Monday", "from nine to five."] },
            { lines: ["With a stamp."] },
          ]),
        },
      };
    },
  });

  const summary = () => webview(workbench).locator("#summary").innerText();
  const place = () => webview(workbench).locator("#place").innerText();
  const head = (side: "left" | "right") => webview(workbench).locator(`#head-${side}`);
  const rows = () => webview(workbench).locator(".row");
  const inView = (selector: string) =>
    webview(workbench)
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });

  it("describes in words what differs between two selected files, including a page that was inserted alone", async () => {
    const modifiers: ["Control"] = ["Control"];
    await treeItem(workbench, "old.pdf").click({ modifiers });
    await treeItem(workbench, "new.pdf").click({ modifiers });
    await chooseFor(workbench, treeItem(workbench, "new.pdf"), "Compare Two PDFs…");
    await rows().nth(3).waitFor();
    // The explorer passes the files in its own order, so both orders are right.
    const [first] = await webview(workbench).locator("h2").allInnerTexts();
    assert.deepEqual(
      await webview(workbench).locator("h2").allInnerTexts(),
      first === "old.pdf" ? ["old.pdf", "new.pdf"] : ["new.pdf", "old.pdf"],
    );
    const said =
      first === "old.pdf"
        ? [
            "Page 2 of the PDF on the right is not in the PDF on the left.",
            "Page 2 on the left and page 3 on the right differ in 2 words.",
            "Page 3 on the left and page 4 on the right differ in their pictures only.",
          ]
        : [
            "Page 2 of the PDF on the left is not in the PDF on the right.",
            "Page 3 on the left and page 2 on the right differ in 2 words.",
            "Page 4 on the left and page 3 on the right differ in their pictures only.",
          ];
    await becomes(workbench, summary, ["3 of 4 pages differ.", ...said].join(" "));
    await webview(workbench).locator("#work").waitFor({ state: "hidden" });
    await screenshot(workbench, "pdfCompare-files");
    await drawn(workbench, webview(workbench).locator("body"));
    await oneLine(webview(workbench));
    for (const side of ["left", "right"]) await drawn(workbench, rows().first().locator(`.cell.${side} .page`));
  });

  it("stays complete while its pages are redrawn in other sizes", async () => {
    const { page } = workbench;
    const widthOf = () =>
      webview(workbench)
        .locator(".page")
        .first()
        .evaluate((element) => element.clientWidth);
    const before = await widthOf();
    await webview(workbench).getByRole("document", { name: "Pages of both PDFs" }).focus();
    await page.keyboard.press("Control+=");
    await becomes(workbench, async () => (await widthOf()) > before, true);
    await page.keyboard.press("End");
    await becomes(workbench, async () => (await rows().last().locator("canvas").count()) >= 2, true);
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+0");
    await becomes(workbench, widthOf, before);
    await becomes(workbench, async () => (await rows().first().locator(".textLayer span").count()) >= 4, true);
    await screenshot(workbench, "pdfCompare-again");
    await drawn(workbench, webview(workbench).locator("body"));
  });

  it("moves through the differences with keys, marked in both columns, in high contrast too", async () => {
    const { page } = workbench;
    await webview(workbench).getByRole("document", { name: "Pages of both PDFs" }).focus();
    await page.keyboard.press("F7");
    await becomes(
      workbench,
      async () =>
        /^Difference 1 of 4\. Page 2 of the PDF on the (left|right) is not in the PDF on the (left|right)\.$/.test(
          await place(),
        ),
      true,
    );
    await page.keyboard.press("F7");
    await becomes(
      workbench,
      async () => /^Difference 2 of 4\. .*(“Monday”.*“Friday”|“Friday”.*“Monday”)\.$/.test(await place()),
      true,
    );
    await becomes(workbench, () => webview(workbench).locator(".row.current .mark.current").count(), 2);
    await becomes(workbench, () => inView(".row.current .mark.current"), true);
    await becomes(workbench, () => webview(workbench).locator(".row.current .cell.left .mark.removed").count(), 2);
    assert.equal(await webview(workbench).locator(".row.current .cell.right .mark.added").count(), 2);
    // F7 may have scrolled to pages that are drawn only when they come into view.
    await screenshot(workbench, "pdfCompare-words");
    await drawn(workbench, webview(workbench).locator("body"));
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "pdfCompare-words-hc");
    await page.keyboard.press("Shift+F7");
    await page.keyboard.press("Shift+F7");
    await becomes(workbench, async () => (await place()).startsWith("Difference 4 of 4."), true);
    await becomes(workbench, () => webview(workbench).locator(".row.current .frame").count(), 2);
    await becomes(workbench, () => inView(".row.current .frame"), true);
    await screenshot(workbench, "pdfCompare-picture-hc");
  });

  it("shows differences of pictures on request, larger and smaller, and draws no page that is out of view", async () => {
    const { page } = workbench;
    await webview(workbench).getByLabel("Differences in pictures").selectOption("none");
    await becomes(workbench, () => webview(workbench).locator(".picture").count(), 0);
    await webview(workbench).getByLabel("Differences in pictures").selectOption("all");
    await becomes(workbench, async () => (await webview(workbench).locator(".picture").count()) > 0, true);
    const widthOf = () =>
      webview(workbench)
        .locator(".page")
        .first()
        .evaluate((element) => element.clientWidth);
    const before = await widthOf();
    await webview(workbench).getByRole("document", { name: "Pages of both PDFs" }).focus();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Control+=");
    await becomes(workbench, async () => (await widthOf()) > 1.8 * before, true);
    await page.keyboard.press("Home");
    await becomes(workbench, () => webview(workbench).locator(".row").last().locator("canvas").count(), 0);
    await becomes(
      workbench,
      async () => (await webview(workbench).locator(".row").first().locator("canvas").count()) >= 2,
      true,
    );
    await page.keyboard.press("Control+0");
    await becomes(workbench, widthOf, before);
  });

  it("says in its column that a file cannot be read", async () => {
    await runCommand(workbench, "Smartform PDF: Compare Two PDFs…");
    await quickInput(workbench).getByText("PDF on the left").waitFor();
    await pick(workbench, "broken.pdf");
    await quickInput(workbench).getByText("Compare broken.pdf with").waitFor();
    assert.equal(await quickInput(workbench).locator(".monaco-list-row", { hasText: "broken.pdf" }).count(), 0);
    await pick(workbench, "old.pdf");
    await activeTab(workbench, "broken.pdf ↔ old.pdf").waitFor();
    await head("left").getByText("This could not be shown as a PDF").waitFor();
    await becomes(workbench, summary, "Nothing is compared: the PDF on the left cannot be read.");
    await screenshot(workbench, "pdfCompare-unreadable");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("compares one form in two languages, and sends nothing but what reads its PDF", async () => {
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first().waitFor();
    await activeTab(workbench, "(Saved draft · strandby)")
      .or(activeTab(workbench, "accident.form.json"))
      .first()
      .waitFor();
    await workbench.page.locator(".tab", { hasText: "(Saved draft · strandby)" }).click();
    await service.control("DELETE", "/ledger");
    await workbench.page
      .locator(".editor-group-container.active .editor-actions")
      .getByLabel("More Actions...")
      .click();
    await chooseInMenu(workbench, "Compare Two PDFs…");
    await pick(workbench, "The same form in another language…");
    await pick(workbench, "Language sv");
    await head("left").getByText("Smartform’s default · Saved draft · strandby").waitFor();
    await head("right").getByText("Language sv · Saved draft · strandby").waitFor();
    await becomes(workbench, async () => /differs? in \d+ words\./.test(await summary()), true);
    await webview(workbench).locator(".cell.left .mark.removed").first().waitFor();
    await webview(workbench).locator(".cell.right .mark.added").first().waitFor();
    // For each language, pdf.js adds a canvas to the page, and measures letters in it. These canvases must stay
    // invisible.
    await useTheme(workbench, "hc-light");
    await screenshot(workbench, "pdfCompare-languages");
    await drawn(workbench, webview(workbench).locator("body"));
    const { items } = (await service.control("GET", "/ledger")).json as {
      readonly items: readonly { readonly operation: string | null }[];
    };
    assert.deepEqual(
      [...new Set(items.map(({ operation }) => operation))].filter((operation) => operation !== "auth.token"),
      ["pdf.existing"],
    );
  });

  it("compares one form in two environments, which headings and tabs name", async () => {
    await runCommand(workbench, "Smartform: Choose Environment…");
    await pick(workbench, "Test");
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await workbench.page.locator(".tab", { hasText: "(Test · strandby)" }).waitFor();
    // Waits until the PDF is shown, because only then can it be picked.
    await webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first().waitFor();
    await runCommand(workbench, "Smartform PDF: Compare Two PDFs…");
    await pick(workbench, "Saved draft · strandby");
    await pick(workbench, "Test · strandby");
    await head("left").getByText("Saved draft · strandby").waitFor();
    await head("right").getByText("Test · strandby").waitFor();
    await becomes(workbench, async () => /differs? in \d+ words\./.test(await summary()), true);
    await useTheme(workbench, "hc-light");
    await screenshot(workbench, "pdfCompare-environments");
  });
});

interface Sheet {
  readonly lines: readonly string[];
  readonly stamp?: boolean;
}

const terms: Sheet = { lines: ["Terms of the insurance", "They hold for everybody."] };

async function pdfOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const { lines, stamp = false } of sheets) {
    const page = pdf.addPage([595, 842]);
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 72, y: 720 - 40 * index, size: 24, font });
    if (stamp) page.drawCircle({ x: 400, y: 300, size: 40, color: rgb(0.8, 0.1, 0.1) });
  }
  return pdf.save();
}
