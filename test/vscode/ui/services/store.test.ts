/**
 * The document store and distribution in the real window: very many documents are in one table, many are changed after
 * they were counted, one is distributed once, and a refused patch stays in its editor.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { readable } from "../../contrast.ts";
import { useService } from "../../story.ts";
import { activeTab, editorText, openFile, selectWords, webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { runCommandOf } from "../../sideBar.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { profileOf, signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

/**
 * The number of documents besides those of the demo. With `STORED=1000000` there are a million; storing them takes
 * minutes.
 */
const stored = Number(process.env["STORED"] ?? 20_000);
const portion = 20_000;

describe("the document store and distribution", () => {
  let page: Page;

  const { service, workbench, it } = useService("store", {
    options: async () => {
      for (let from = 0; from < stored; from += portion) {
        const documents = Array.from({ length: portion }, (_, at) => ({
          values: {
            "Claim.Number": `M-${String(from + at).padStart(7, "0")}`,
            "Claim.Decision": "archived",
            "Claim.Amount": String((from + at) % 5000),
          },
        }));
        assert.equal((await service.control("POST", "/store/documents", { documents })).status, 200);
      }
      const distribution = {
        operation: "distribution.sendOnceJson",
        environment: "Test",
        body: {
          MetaFile: "ClaimLetters",
          Document: "Decision",
          DataAsBase64: Buffer.from(
            JSON.stringify({ Customer: { Name: "Eva Lind" }, DISTRIBUTION: "CentralDistribution" }),
          ).toString("base64"),
        },
      };
      const profile = { ...profileOf(service, "strandby"), documentsApiUrl: service.ready.documentsApiUrl };
      return {
        files: { "decision.distribution.json": JSON.stringify(distribution, undefined, 2) },
        settings: { "smartform.connections": [profile] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Readonly<Record<string, unknown>>[];
  const calls = async (operation: string) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;
  const table = () => webview(workbench);
  const status = () => table().locator("#status").innerText();
  const said = (text: string | RegExp) => notifications(workbench).getByText(text).first().waitFor();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const search = async (label: string, text: string) => {
    await table().getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press("Enter");
  };

  it("shows the folder's own columns, and reads all documents page by page", async () => {
    await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Document Store…");
    await pick(workbench, "Test");
    await quickInput(workbench).getByText("The service does not list folders").waitFor();
    await answer(workbench, "Claims");
    await table().getByText("Date of the claim").first().waitFor();
    await becomes(workbench, status, "200 documents read; the total is not known");
    await screenshot(workbench, "store-table");
    await table().locator('[row-index="0"] [role="gridcell"]').first().click();
    for (const rows of [200, 400, 600, 800, 1000, 1200]) {
      await page.keyboard.press("End");
      await becomes(
        workbench,
        async () => Number(/^([\d,]+) /.exec(await status())?.[1]?.replaceAll(",", "")) >= rows,
        true,
      );
    }
    assert.ok((await table().locator('[role="row"]').count()) < 200, "rows out of view are no elements");
    assert.ok((await calls("store.search")) <= 6, "an answer is asked for once");
    await search("Claim number", stored > 300_000 ? "LIKE M-03%77" : "LIKE M-00%77");
    await table()
      .getByRole("gridcell", { name: stored > 300_000 ? "M-0300077" : "M-0000077" })
      .waitFor();
    await screenshot(workbench, "store-found");
  });

  it("opens a stored document as PDF by keyboard", async () => {
    await search("Claim number", "S-77");
    await becomes(workbench, status, "2 documents, all read");
    await table().locator('[row-index="0"] [role="gridcell"]').first().click();
    await page.keyboard.press("Enter");
    await page.locator(".tab", { hasText: "Stored document 1001-1 · PDF" }).waitFor();
    await webview(workbench).getByText("Decision on claim S-77").first().waitFor();
    await screenshot(workbench, "store-pdf");
    await page.locator(".tab", { hasText: "Stored document 1001-1 · PDF" }).click();
    await page.keyboard.press("Control+W");
    await page.locator(".tab", { hasText: "Stored document 1001-1 · PDF" }).waitFor({ state: "hidden" });
  });

  it("changes all matches after showing their number and some of them (T152, T153)", async () => {
    await search("Claim number", "LIKE S-%");
    await search("Customer name", "Eva Lind");
    await becomes(workbench, status, "3 documents, all read");
    await table().getByRole("button", { name: "Change All That Match…" }).click();
    await quickInput(workbench)
      .getByText("Columns to change")
      .or(quickInput(workbench).locator('input[placeholder="Columns to change"]'))
      .first()
      .waitFor();
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "Decision" }).first().click();
    await page.keyboard.press("Enter");
    await quickInput(workbench).getByText("Decision: the new value").waitFor();
    await answer(workbench, "closed");
    await quickInput(workbench).getByText("Change 3 stored documents…").waitFor();
    await quickInput(workbench).getByText("1003/1: S-90").first().waitFor();
    await screenshot(workbench, "store-count");
    assert.equal(await calls("store.updateMany"), 0);
    await pick(workbench, "Change 3 stored documents…");
    await dialog(workbench).getByText("3 stored documents match now and would be changed").waitFor();
    await screenshot(workbench, "store-consent");
    assert.equal(await calls("store.updateMany"), 0);
    await press("Change Them");
    await said(
      "3 stored documents were changed. A new search shows the new values in 3 of the 3 documents found before.",
    );
    await table().getByRole("gridcell", { name: "closed" }).first().waitFor();
    await clear();
  });

  it("deletes a document that was read before and is looked up afterwards, and can be read in high contrast", async () => {
    await table().locator('[row-index="2"] [role="gridcell"]').first().click();
    await table().getByRole("button", { name: "Delete…" }).click();
    await dialog(workbench).getByText("The document was read just now.").waitFor();
    await screenshot(workbench, "store-delete");
    await press("Delete");
    await said(
      "The stored document was deleted for good. A search by the document's values does not find the document.",
    );
    await clear();
    await becomes(workbench, status, "2 documents, all read");
    await useTheme(workbench, "hc-black");
    await table().locator("body.vscode-high-contrast").waitFor();
    await screenshot(workbench, "store-high-contrast");
    await readable(
      table().locator('[role="gridcell"], [role="columnheader"] .ag-header-cell-text, button:enabled, label, #status'),
      { least: 5 },
    );
  });

  it("distributes once though it is clicked many times, warns of the letter box, and says accepted (T147, T148, T150)", async () => {
    await service.control("POST", "/faults", { kind: "reset-after", operation: "distribution.sendOnceJson", times: 1 });
    await openFile(workbench, "decision.distribution.json");
    await runCommandOf(workbench, "Documents", "Smartform Documents: Distribute a Document…");
    await dialog(workbench).getByText("even a test may reach a letter box").waitFor();
    await screenshot(workbench, "distribution-consent");
    await press("Distribute");
    await said("goes out under the same GUID, and nobody gets it twice");
    await clear();
    for (let times = 0; times < 3; times += 1) {
      await runCommandOf(workbench, "Documents", "Smartform Documents: Distribute a Document…");
      await dialog(workbench)
        .getByText(times === 0 ? "it is not known whether it was distributed" : "was already accepted for distribution")
        .waitFor();
      if (times === 0) await screenshot(workbench, "distribution-again");
      await press("Distribute Again with the Same Id");
      await press("Distribute");
      await said("The document was accepted for distribution through print");
      await clear();
    }
    assert.deepEqual(
      [
        (await items("/outbox")).filter(({ channel }) => channel === "distribution").length,
        (await items("/distributions")).map(({ requests }) => requests),
      ],
      [1, [4]],
    );
    await runCommandOf(workbench, "Documents", "Smartform Documents: Show Distributions…");
    await quickInput(workbench).getByText("The service does not report here whether the document arrived.").waitFor();
    await screenshot(workbench, "distribution-list");
    await pick(workbench, "Decision of ClaimLetters");
    await pick(workbench, "Mark Its Notification as Ready…");
    await dialog(workbench).getByText("You cannot recall the notification").waitFor();
    await screenshot(workbench, "distribution-notification");
    await press("Mark It as Ready");
    await said("The service has marked the notification as ready.");
    await clear();
  });

  it("keeps a refused patch of the viewer archive in its editor (T163)", async () => {
    await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Viewer Archive…");
    await pick(workbench, "Letters");
    await asks(workbench, "User id that the viewer archive gets");
    await answer(workbench, "karin");
    await becomes(workbench, status, "2 documents, all read");
    await screenshot(workbench, "viewer-table");
    await table().locator('[row-index="0"] [role="gridcell"]').first().click();
    await table().getByRole("button", { name: "Change Metadata…" }).click();
    await activeTab(workbench, "patch-8e4d0f6c", "any").waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).includes('"path": "/Title"'), true);
    await selectWords(workbench, "/Title");
    await page.keyboard.insertText("/partitionKey");
    await becomes(workbench, async () => (await editorText(workbench)).includes('"path": "/partitionKey"'), true);
    await runCommand(workbench, "Smartform Forms: Send Request File");
    await said("refused the patch, and nothing was changed");
    assert.match(await editorText(workbench), /"path": "\/partitionKey"/);
    await screenshot(workbench, "viewer-patch");
  });
});
