/**
 * Digital signing in the real window: an order is begun from a PDF, confirmed, followed, downloaded, cancelled and
 * deleted. The outbox and the ledger confirm each step.
 */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onePagePdf } from "../../../../sandbox/demo/onePagePdf.ts";
import { at } from "../../../sandbox/visit.ts";
import { useService } from "../../story.ts";
import { hoverOver, webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, answerPath, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, openView, pressOn, selectRow, treeItem, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("digital signing", () => {
  let page: Page;

  const { service, workbench, it } = useService("signing", {
    options: () => {
      const { authUrl, formsApiUrl, formsAppUrl, signingApiUrl } = service.ready;
      const profile = {
        name: "strandby",
        clientId: service.client("standard").clientId,
        authUrl,
        formsApiUrl,
        formsAppUrl,
        signingApiUrl,
      };
      return {
        files: { "readme.txt": "PDFs to be signed.\n", "Lease.pdf": onePagePdf(["Lease", "", "Between both of us."]) },
        settings: { "smartform.connections": [profile] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const calls = async (operation: string) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;
  const mailed = async () => (await items("/outbox")).map((item) => item["to"]).sort();
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const said = (text: string) => notifications(workbench).getByText(text).first().waitFor();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");
  const asked = (prompt: string) => asks(workbench, prompt);
  const order = (name: string) =>
    page.locator(`.sidebar [role="treeitem"][aria-label^="Signing order ${name}"]`).first();
  const orderId = async (): Promise<string> => {
    const url = `${service.ready.signingApiUrl}/DigitalSigningOrders/GetListOfOrders`;
    const listed = await service.send("POST", url, {
      body: {},
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    return String(at(listed.json, "0.id"));
  };
  const begin = async (): Promise<void> => {
    await openView(workbench, "Explorer");
    await chooseFor(workbench, treeItem(workbench, "Lease.pdf"), "Start Signing Order…");
  };

  it("requests nothing from the service before the view is opened, and says if there is nothing", async () => {
    assert.equal((await items("/ledger")).filter((item) => String(item["operation"]).startsWith("signing.")).length, 0);
    await unfoldView(workbench, "Signing");
    await page.getByText("No signing order was found.").waitFor();
    await screenshot(workbench, "signing-empty");
  });

  it("begins an order from a PDF, checks what is typed, goes back, and loses nothing at Escape", async () => {
    await begin();
    await asked("Name of the order");
    await answer(workbench, "Lease 7");
    await pick(workbench, "English");
    await asked("Go on with these texts");
    await screenshot(workbench, "signing-texts");
    await pick(workbench, "Subject of the notification by email");
    await asked("for a line break");
    await quickInput(workbench).locator("input:visible").first().fill("x".repeat(257));
    await asked('at most 256 characters (API document 2, "Signing order"). It has 257 characters now.');
    await screenshot(workbench, "signing-limit");
    await answer(workbench, "Please sign the lease");
    await asked("Please sign the lease");
    await pick(workbench, "Go on with these texts");
    for (const [prompt, text] of [
      ["Email address of signatory 1", "asa@example.com"],
      ["First name of signatory 1", "Åsa"],
      ["Last name of signatory 1", "Berg"],
    ] as const) {
      await asked(prompt);
      await answer(workbench, text);
    }
    await asked("Place of signatory 1 in the signing sequence");
    await quickInput(workbench).getByRole("button", { name: "Back" }).click();
    await asked("Last name of signatory 1");
    assert.equal(await quickInput(workbench).locator("input:visible").first().inputValue(), "Berg");
    await page.keyboard.press("Escape");
    await said("The order is kept until this window closes");
    await notifications(workbench).getByRole("button", { name: "Go On" }).click();
    await pick(workbench, "Go on where you left off");
    await asked("Email address of signatory 1");
    for (let box = 0; box < 3; box += 1) {
      const value = await quickInput(workbench).locator("input:visible").first().inputValue();
      assert.equal(value, ["asa@example.com", "Åsa", "Berg"][box]);
      await page.keyboard.press("Enter");
      await asked(
        ["First name of signatory 1", "Last name of signatory 1", "Place of signatory 1 in the signing sequence"][
          box
        ] ?? "",
      );
    }
    await pick(workbench, "No order");
    await pick(workbench, "Add a signatory…");
    for (const [prompt, text] of [
      ["Email address of signatory 2", "bo@example.com"],
      ["First name of signatory 2", "Bo"],
      ["Last name of signatory 2", "Ek"],
    ] as const) {
      await asked(prompt);
      await answer(workbench, text);
    }
    await pick(workbench, "No order");
    await asked("Go on with these 2 signatories");
    await screenshot(workbench, "signing-people");
    await pick(workbench, "Go on with these 2 signatories");
    await asked("Send the signed documents to every signatory");
    await page.keyboard.press("Enter");
  });

  it("T117 names every person and every file before anything is sent, and sends nothing at Enter", async () => {
    await dialog(workbench).getByText('Ask 2 people to sign "Lease 7').waitFor();
    for (const part of ["Åsa Berg <asa@example.com>", "Bo Ek <bo@example.com>", "Lease.pdf", "bytes)", "strandby"])
      await dialog(workbench).getByText(part).first().waitFor();
    await screenshot(workbench, "signing-consent");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    await said("Nothing was sent.");
    assert.deepEqual([await calls("signing.orders.create"), await mailed()], [0, []]);
    await clear();
  });

  it("makes the order after the word, once, and shows what was read again", async () => {
    await runCommand(workbench, "Smartform Signing: Start Signing Order…");
    await pick(workbench, "Go on where you left off");
    await asked("Send the signed documents to every signatory");
    await page.keyboard.press("Enter");
    await press("Create and Ask Them");
    await said("was created. Its status is created. Signatories: Åsa Berg (created), Bo Ek (created).");
    await screenshot(workbench, "signing-made");
    assert.deepEqual(
      [await calls("signing.orders.create"), await mailed()],
      [1, ["asa@example.com", "bo@example.com"]],
    );
    await notifications(workbench).getByRole("button", { name: "Show Order" }).click();
    await order("Lease 7").waitFor();
    await page.locator('.sidebar [role="treeitem"][aria-label^="Signatory Åsa Berg"]').waitFor();
    await screenshot(workbench, "signing-tree");
  });

  it("T120 reminds only after the dialog named everyone who has not signed, and follows until all have", async () => {
    const id = await orderId();
    await service.control("POST", `/signing/${id}/act`, { signatory: 0, action: "sign" });
    await service.control("DELETE", "/outbox");
    await pressOn(order("Lease 7"), "Follow Signing Order");
    await page.locator('.sidebar [role="treeitem"][aria-label*="followed"]').waitFor();
    assert.equal(await calls("signing.sendReminders"), 0);
    await chooseFor(
      workbench,
      order("Lease 7"),
      "Remind Signatories…",
      dialog(workbench).getByText("Bo Ek <bo@example.com>"),
    );
    assert.doesNotMatch(await dialog(workbench).innerText(), /asa@example\.com/);
    await screenshot(workbench, "signing-remind");
    await press("Remind");
    await said("The service says that it reminded everyone who has not signed Lease 7");
    assert.deepEqual([await calls("signing.sendReminders"), await mailed()], [1, ["bo@example.com"]]);
    await clear();
    await service.control("POST", `/signing/${id}/act`, { signatory: 1, action: "sign" });
    await said("completed and is no longer followed");
    await screenshot(workbench, "signing-followed");
    await clear();
  });

  it("T126 downloads the signed files once they can exist, completely, and shows them", async () => {
    await chooseFor(workbench, order("Lease 7"), "Download Signed Files…");
    const target = join(workbench.folder, "signed.pdf");
    await answerPath(workbench, ".pdf", target, async () => {
      await screenshot(workbench, "signing-save");
      await page.keyboard.press("Enter");
    });
    await said("Saved signed.pdf");
    assert.equal((await readFile(target)).subarray(0, 5).toString(), "%PDF-");
    await notifications(workbench).getByRole("button", { name: "Show PDF" }).click();
    await webview(workbench).getByText("Between both of us.").first().waitFor();
    await screenshot(workbench, "signing-signed");
    await clear();
    await chooseFor(workbench, order("Lease 7"), "Download Proofs of All Signatures…");
    await answerPath(workbench, ".pdf", join(workbench.folder, "proofs.pdf"));
    await said("Saved proofs.pdf");
    assert.equal((await readFile(join(workbench.folder, "proofs.pdf"))).subarray(0, 5).toString(), "%PDF-");
    await clear();
  });

  it("starts an order from the PDF shown, with the button above it", async () => {
    await page.locator(".editor-actions").getByRole("button", { name: "Start Signing Order…" }).first().click();
    await asked("Name of the order");
    assert.match(await quickInput(workbench).locator("input:visible").first().inputValue(), /^Lease 7/);
    await page.keyboard.press("Escape");
    await said("Nothing was sent.");
    await clear();
  });

  it("T121 deletes nothing at Enter, and if the answer is lost says what exists and sends nothing again", async () => {
    await chooseFor(
      workbench,
      order("Lease 7"),
      "Delete Signing Order…",
      dialog(workbench).getByText('Delete the signing order "Lease 7'),
    );
    await screenshot(workbench, "signing-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("signing.orders.delete"), 0);
    await service.control("POST", "/faults", { operation: "signing.orders.delete", kind: "reset-after", times: 1 });
    await chooseFor(workbench, order("Lease 7"), "Delete Signing Order…", dialog(workbench));
    await press("Delete the Order");
    await said("The call may have taken effect anyway");
    await said("The extension asked for the order again, but the service no longer shows it");
    await screenshot(workbench, "signing-unknown");
    assert.equal(await calls("signing.orders.delete"), 1);
    await becomes(workbench, () => order("Lease 7").count(), 0);
    await clear();
  });

  it("stays readable in high contrast", async () => {
    const { ready } = service;
    const people = [{ emailAddress: "cy@example.com", firstName: "Cy", lastName: "Dahl", signUrl: "" }];
    const body = {
      packageName: "Another order",
      language: "en",
      emailNotificationSubject: "s",
      emailNotificationMessage: "m",
      signingNotificationTitle: "t",
      signingNotificationMessage: "m",
      signatories: people,
      signNowViaUrl: true,
      signingOrderFiles: [{ name: "a.pdf", fileContent: Buffer.from(onePagePdf(["A"])).toString("base64") }],
    };
    await service.send("POST", `${ready.signingApiUrl}/DigitalSigningOrders/`, {
      body,
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({ "workbench.colorTheme": "Default High Contrast" }),
    );
    await page.locator(".monaco-workbench.hc-black").waitFor();
    await runCommand(workbench, "Smartform Signing: Refresh Signing Orders");
    await selectRow(order("Another order"));
    await hoverOver(
      workbench,
      page.locator('.sidebar [role="treeitem"][aria-label^="Signatory Cy Dahl"]'),
      "it is not shown",
    );
    assert.doesNotMatch(await page.locator(".monaco-hover:visible").first().innerText(), /http/);
    await screenshot(workbench, "signing-high-contrast");
  });

  it("cancels after the word, filters by status, and opens by its id an order that the filter hides", async () => {
    const id = await orderId();
    await chooseFor(
      workbench,
      order("Another order"),
      "Cancel Signing Order…",
      dialog(workbench).getByText("Cy Dahl <cy@example.com>"),
    );
    await screenshot(workbench, "signing-cancel");
    assert.equal(await calls("signing.orders.cancel"), 0);
    await press("Cancel the Order");
    await said("The order Another order is cancelled.");
    assert.equal(await calls("signing.orders.cancel"), 1);
    await clear();
    const filter = async (status: string): Promise<void> => {
      await runCommand(workbench, "Smartform Signing: Filter Signing Orders…");
      await asked("Statuses to list; select none to list all");
      await quickInput(workbench).locator(".monaco-list-row", { hasText: status }).click();
      await page.keyboard.press("Enter");
      for (const prompt of ["From this day on", "Up to this day"]) {
        await asked(prompt);
        await page.keyboard.press("Enter");
      }
    };
    await filter("Completed");
    await page.getByText("No signing order was found.").waitFor();
    await runCommand(workbench, "Smartform Signing: Open Signing Order by Its Id…");
    await asked("Id of the signing order");
    await answer(workbench, id);
    await order("Another order").waitFor();
    await screenshot(workbench, "signing-by-id");
  });
});
