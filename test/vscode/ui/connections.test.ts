/** A connection in use: tested service by service, its secret replaced only by one that works, signed out of, all from the status bar. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { visit, type Visit } from "../../sandbox/visit.ts";
import { answer, asks, dialog, notifications, openWorkbench, pick, quickInput, screenshot, signIn, type Workbench } from "../workbench.ts";

describe("a connection", function () {
  this.bail(true);
  let service: Visit;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    service = await visit();
    workbench = await openWorkbench({ files: { "readme.txt": "" } });
    ({ page } = workbench);
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
  });

  afterEach(async function () {
    if (this.currentTest?.state === "failed") await screenshot(workbench, "connections-failed");
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await service?.close();
  });

  const fromStatusBar = async (label: string): Promise<void> => {
    await page.locator(".statusbar").getByText("Smartform strandby").click();
    await asks(workbench, "Now: strandby");
    await pick(workbench, label);
  };
  const tokens = async (): Promise<number> => ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[]).filter(({ operation }) => operation === "token").length;

  it("offers all that can be done with it from the status bar", async () => {
    await page.locator(".statusbar").getByText("Smartform strandby").click();
    await asks(workbench, "Now: strandby");
    await screenshot(workbench, "connections-list");
    await page.keyboard.press("Escape");
  });

  it("is tested service by service, and says what was not asked and why", async () => {
    await service.control("POST", "/faults", { operation: "textlibrary.folders.list", kind: "status", status: 403 });
    await fromStatusBar("Test Connection");
    await quickInput(workbench).getByText("Failed: Text Library.").or(quickInput(workbench).getByPlaceholder("Failed: Text Library.")).first().waitFor();
    await quickInput(workbench).getByText("The connection has no address of it.").first().waitFor();
    await screenshot(workbench, "connections-test");
    await page.keyboard.press("Escape");
    await service.control("DELETE", "/faults");
  });

  it("keeps the secret that works until another one was tested", async () => {
    await fromStatusBar("Replace Client Secret");
    await asks(workbench, "New secret of the client");
    assert.equal(await quickInput(workbench).locator("input:visible").first().getAttribute("type"), "password");
    await answer(workbench, "not the secret");
    await dialog(workbench).getByText("Not signed in.").first().waitFor();
    await screenshot(workbench, "connections-secret-refused");
    await dialog(workbench).getByRole("button").first().click();
    await fromStatusBar("Test Connection");
    await quickInput(workbench).getByPlaceholder("none failed").or(quickInput(workbench).getByText("none failed")).first().waitFor();
    await page.keyboard.press("Escape");
    const before = await tokens();
    await fromStatusBar("Replace Client Secret");
    await asks(workbench, "New secret of the client");
    await answer(workbench, service.client("standard").clientSecret);
    await notifications(workbench).getByText("works, and is kept in place of the one before").first().waitFor();
    assert.ok(await tokens() > before, "the new secret was tested");
  });

  it("is signed out of, and calls nothing then", async () => {
    await fromStatusBar("Sign Out");
    await page.locator(".statusbar").getByText("Smartform: not connected").waitFor();
    await screenshot(workbench, "connections-signed-out");
  });
});
