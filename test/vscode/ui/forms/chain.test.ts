/**
 * The whole service in one piece of work: a form, its PDF, an order that two people sign, and the archive with a second
 * version and a rollback. A distribution reaches its receiver once, although it is sent fifty times. The audit log, the
 * statistics and the journey show all of this.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { at } from "../../../sandbox/visit.ts";
import { reach } from "../../bars.ts";
import { useService } from "../../story.ts";
import { activeEditor, openFile, webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, expand, foldView, selectRow, treeItem, unfoldView } from "../../sideBar.ts";
import { profileOf, signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const claim = `<?xml version="1.0" encoding="utf-8"?>\n<Data>\n  <Customer Name="Åsa Öberg"/>\n</Data>\n`;

describe("a form on its way through the whole service", () => {
  let page: Page;

  const { service, workbench, it } = useService("chain", {
    options: () => {
      const { demo } = service.ready;
      const form = { dialogDefinitionId: demo.smartforms.singleStep, values: { name: "Åsa Öberg" } };
      const letter = {
        operation: "distribution.sendOnce",
        environment: demo.documentsEnvironment,
        body: { MetaFile: demo.metaFile, Document: demo.document, DataAsBase64: { file: "claim.xml" } },
      };
      return {
        files: {
          "accident.form.json": JSON.stringify(form, undefined, 2),
          "letter.distribution.json": JSON.stringify(letter, undefined, 2),
          "claim.xml": claim,
        },
        settings: { "smartform.connections": [profileOf(service, "strandby")] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
      for (const name of ["Text Library", "Smartforms"]) await foldView(workbench, name);
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const calls = async (operation: string) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;
  const sent = async (channel: string) =>
    (await items("/outbox")).filter((item) => item["channel"] === channel).map((item) => item["to"]);
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const said = (text: string) => notifications(workbench).getByText(text).first().waitFor();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");
  const asked = (prompt: string) =>
    quickInput(workbench).getByText(prompt).or(quickInput(workbench).getByPlaceholder(prompt)).first().waitFor();
  const step = async (prompt: string, text: string): Promise<void> => {
    await asked(prompt);
    await answer(workbench, text);
  };
  const document = () => page.locator('.sidebar [role="treeitem"][aria-label^="Document accident"]').first();
  const version = (number: number) =>
    page.locator(`.sidebar [role="treeitem"][aria-label^="Version ${number},"]`).first();

  it("makes the form and shows its PDF", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await webview(workbench).locator(".page canvas").first().waitFor();
    assert.deepEqual([await calls("forms.create"), await items("/outbox")], [1, []]);
    await screenshot(workbench, "chain-pdf");
  });

  it("asks two people to sign the PDF shown", async () => {
    await page.locator(".tabs-container .tab", { hasText: "PDF" }).click();
    await page.locator(".editor-actions").getByRole("button", { name: "Start Signing Order…" }).first().click();
    await step("Name of the order", "Accident of Åsa");
    await pick(workbench, "English");
    await pick(workbench, "Go on with these texts");
    for (const [number, email, first, last] of [
      [1, "asa@example.com", "Åsa", "Öberg"],
      [2, "bo@example.com", "Bo", "Ek"],
    ] as const) {
      await step(`Email address of signatory ${number}`, email);
      await step(`First name of signatory ${number}`, first);
      await step(`Last name of signatory ${number}`, last);
      await pick(workbench, "No order");
      if (number === 1) await pick(workbench, "Add a signatory…");
    }
    await pick(workbench, "Go on with these 2 signatories");
    await asked("Send the signed documents to every signatory");
    await page.keyboard.press("Enter");
    for (const part of ["Åsa Öberg <asa@example.com>", "Bo Ek <bo@example.com>"])
      await dialog(workbench).getByText(part).first().waitFor();
    await screenshot(workbench, "chain-consent");
    await press("Create and Ask Them");
    await said("was created. Its status is created.");
    assert.deepEqual((await sent("signing")).concat(await sent("email")).sort(), ["asa@example.com", "bo@example.com"]);
    await clear();
  });

  it("shows the order as completed when both have signed", async () => {
    const listed = await service.send("POST", `${service.ready.signingApiUrl}/DigitalSigningOrders/GetListOfOrders`, {
      body: {},
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    const id = String(at(listed.json, "0.id"));
    for (const signatory of [0, 1]) await service.control("POST", `/signing/${id}/act`, { signatory, action: "sign" });
    await unfoldView(workbench, "Signing");
    await page
      .locator('.sidebar [role="treeitem"][aria-label^="Signing order Accident of Åsa"][aria-label*="completed"]')
      .first()
      .waitFor();
    await screenshot(workbench, "chain-signed");
    await foldView(workbench, "Signing");
  });

  it("stores the PDF in the archive, and once more as its second version", async () => {
    await page.locator(".tabs-container .tab", { hasText: "PDF" }).click();
    await runCommand(workbench, "Smartform Archive: Store in the Archive as a New Document…");
    await pick(workbench, "The PDF shown");
    await press("Browse the Archive");
    await quickInput(workbench).locator('.monaco-list-row[aria-label="Production"]').click();
    await pick(workbench, "Claims");
    await pick(workbench, "Store in Production");
    await said("is stored as version 1 in Production");
    await clear();
    await unfoldView(workbench, "Archive");
    await runCommand(workbench, "Smartform Archive: Show New Documents of the Archive");
    await document().waitFor();
    await page.locator(".tabs-container .tab", { hasText: "PDF" }).click();
    await runCommand(workbench, "Smartform Archive: Store in the Archive as a New Version…");
    await pick(workbench, "The PDF shown");
    await pick(workbench, "accident");
    await pick(workbench, "Store in Production");
    await said("is stored as version 2 in Production");
    await screenshot(workbench, "chain-archived");
    await clear();
  });

  it("returns to the first version, by the typed environment", async () => {
    // Moves the focus from the PDF's page to the row, because that page has commands of its own.
    await selectRow(document());
    // Waits for the response, because the old rows stay until it arrives, and an entry of their menus would not apply
    // to a new row.
    const searches = await calls("archive.search");
    await runCommand(workbench, "Smartform Archive: Show New Documents of the Archive");
    await becomes(workbench, async () => (await calls("archive.search")) > searches, true);
    await expand(workbench, "accident");
    await version(1).waitFor();
    await chooseFor(workbench, version(1), "Return to an Earlier Version", dialog(workbench));
    await press("Return to the Earlier Version");
    await answer(workbench, "Production");
    await said("gone: version 2; still there: version 1");
    await screenshot(workbench, "chain-rolled-back");
    assert.equal(await calls("archive.rollback"), 1);
    await clear();
  });

  it("distributes the letter once, although it is sent fifty times", async () => {
    // Every response is lost. The author then decides to distribute again with the same id.
    await service.control("POST", "/faults", { operation: "distribution.sendOnce", kind: "reset-after" });
    await openFile(workbench, "letter.distribution.json");
    const send = async (): Promise<void> => {
      await activeEditor(workbench).locator(".codelens-decoration a").first().click();
    };
    await send();
    await dialog(workbench).waitFor();
    await screenshot(workbench, "chain-distribution");
    await dialog(workbench)
      .locator(".dialog-buttons .monaco-button")
      .filter({ hasNotText: /Copy Details|Cancel/ })
      .click();
    await said("The call may have taken effect anyway");
    await screenshot(workbench, "chain-distribution-unknown");
    await clear();
    const lost = await calls("distribution.sendOnce");
    await service.control("DELETE", "/faults");
    await send();
    await press("Distribute Again with the Same Id");
    await dialog(workbench).getByText("Operation: distribute the document once").waitFor();
    await dialog(workbench)
      .locator(".dialog-buttons .monaco-button")
      .filter({ hasNotText: /Copy Details|Cancel/ })
      .click();
    await becomes(workbench, async () => (await calls("distribution.sendOnce")) > lost, true);
    const before = await calls("distribution.sendOnce");
    const [{ externalId = "" } = {}] = await items("/distributions");
    await screenshot(workbench, "chain-distributed");
    // Repeats the request, as a program that never got a response does. This changes nothing.
    const body = {
      MetaFile: service.ready.demo.metaFile,
      Document: service.ready.demo.document,
      DataAsBase64: Buffer.from(claim).toString("base64"),
      ExternalCorrelationId: externalId,
    };
    for (let times = before; times < 50; times += 1) {
      const url = `${service.ready.documentsApiUrl}/${service.ready.demo.documentsEnvironment}/distribute/idempotent/send`;
      await service.send("PUT", url, {
        body,
        headers: { authorization: `Bearer ${await service.bearer("standard")}` },
      });
    }
    assert.equal(await calls("distribution.sendOnce"), 50);
    assert.equal((await sent("distribution")).length, 1);
  });

  it("shows all of it in audit, statistics and journey", async () => {
    await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
    const names = webview(workbench).locator('[row-index] [col-id="logName"][role="gridcell"]');
    const readNames = () =>
      names.evaluateAll((cells) =>
        cells
          .map((cell) => ({
            row: Number(cell.closest("[row-index]")?.getAttribute("row-index")),
            name: cell.textContent ?? "",
          }))
          .sort((one, other) => one.row - other.row)
          .map(({ name }) => name),
      );
    // The table draws its rows one after the other.
    await becomes(workbench, async () => (await readNames()).filter((name) => name !== "").length > 5, true);
    const shown = await readNames();
    const { eventLogs } = (
      await service.call("POST", "/audit/api/Audit", { body: { dateFrom: "2000-01-01", dateTo: "2100-01-01" } })
    ).json as { readonly eventLogs: readonly { readonly logName: string }[] };
    const happened = eventLogs.map(({ logName }) => logName);
    for (const name of ["FormCreated", "SigningOrderCreated", "SigningOrderCompleted"])
      assert.ok(happened.includes(name), `${name} is not in ${happened.join()}`);
    // The events must contain the rows in view, in the same order. Newer events may have been added since the rows were
    // read.
    assert.ok(happened.join().includes(shown.join()), `${shown.join()} is not in ${happened.join()}`);
    await screenshot(workbench, "chain-audit");
    await runCommand(workbench, "Smartform Statistics and Audit: Show Statistics");
    await webview(workbench).locator("#total", { hasText: "events" }).waitFor();
    await (await reach(webview(workbench).getByLabel("Template"))).selectOption("Claim report");
    await page.keyboard.press("Escape");
    await screenshot(workbench, "chain-statistics");
    await unfoldView(workbench, "Test Forms");
    await chooseFor(
      workbench,
      treeItem(workbench, "accident"),
      "Show Journey",
      webview(workbench).getByText("Sent to be signed"),
    );
    await screenshot(workbench, "chain-journey");
    await becomes(workbench, async () => (await sent("distribution")).length, 1);
  });
});
