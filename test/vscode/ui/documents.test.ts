/**
 * The document editor in the real window: a session from its start, through the browser, to its end; outputs; and the
 * dialogs that warn before harm.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { useService } from "../story.ts";
import { activeTab, editorText, webview } from "../editors.ts";
import { dialog, notifications } from "../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { chooseFor, clickUntil, unfold, unfoldView } from "../sideBar.ts";
import { signIn } from "../signIn.ts";
import { becomes } from "../waiting.ts";

describe("the document editor", () => {
  let page: Page;
  let startParameter = "";

  const { service, workbench, it } = useService("documents", {
    options: () => {
      const { authUrl, formsApiUrl, formsAppUrl, documentsApiUrl } = service.ready;
      const profile = {
        name: "strandby",
        clientId: service.client("standard").clientId,
        authUrl,
        formsApiUrl,
        formsAppUrl,
        documentsApiUrl,
      };
      const claim = {
        Claim: { Number: "S-77", Date: "2026-11-01", Decision: "approved", Amount: "100 EUR" },
        Customer: { Name: "Åsa Öberg" },
        CaseWorker: { Name: "Karin" },
      };
      return {
        files: { "claim.json": JSON.stringify(claim, undefined, 2) },
        settings: { "smartform.connections": [profile] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const calls = async (operation: string) =>
    ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string | null }[]).filter(
      (item) => item.operation?.startsWith(operation),
    ).length;
  const row = (spoken: string): Locator => page.locator(`.sidebar [role="treeitem"][aria-label^="${spoken}"]`).first();
  const said = (text: string | RegExp) => notifications(workbench).getByText(text).first().waitFor();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();

  it("asks for its own environment before it requests anything from the service", async () => {
    await unfoldView(workbench, "Documents");
    await page.getByText("The document editor has its own environments").waitFor();
    await screenshot(workbench, "documents-environment");
    assert.equal(await calls("documents."), 0);
    await page.getByRole("button", { name: "Choose Environment…" }).click();
    await quickInput(workbench).getByText("IntegrationTest").waitFor();
    await pick(workbench, "Test");
    await page.locator(".sidebar .pane-header", { hasText: "strandby · Test" }).waitFor();
    assert.equal(await calls("documents."), 0);
  });

  it("shows what the service gives for a MetaFile: documents, texts, keywords", async () => {
    await clickUntil(row("Add a MetaFile"), quickInput(workbench));
    await answer(workbench, "Nothing");
    await said("The service shows no such MetaFile");
    await clear();
    await runCommand(workbench, "Smartform Documents: Add MetaFile");
    await answer(workbench, "ClaimLetters");
    for (const name of ["MetaFile ClaimLetters", "Documents", "Texts", "Keywords"]) await unfold(row(name));
    for (const name of ["Document Decision", "Text Approval, Claims/Decisions", "Keyword approved"])
      await row(name).waitFor();
    await screenshot(workbench, "documents-metafile");
    await row("Text Approval").click();
    await activeTab(workbench, "Approval.txt").waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).includes("We have approved your claim."), true);
  });

  it("starts a session after showing everything that is sent", async () => {
    await chooseFor(
      workbench,
      row("Document Decision"),
      "Start Editing Session…",
      quickInput(workbench).getByText("A file of the workspace"),
    );
    await pick(workbench, "A file of the workspace");
    await pick(workbench, "claim.json");
    await quickInput(workbench).getByText("Written to the service's audit log").first().waitFor();
    await answer(workbench, "eva");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "smartform-test" }).waitFor();
    await quickInput(workbench).evaluate((list) => Promise.all(list.getAnimations().map(({ finished }) => finished)));
    await screenshot(workbench, "documents-wish");
    assert.equal(await calls("documents.sessions.create"), 0);
    await page.keyboard.press("Enter");
    await said("The editing session of Decision was started in Test");
    await row("Session Decision, draft").waitFor();
    await screenshot(workbench, "documents-started");
    assert.equal(await calls("documents.sessions.create"), 1);
  });

  it("opens the editor in the browser after a click, and shows only the origin of its address", async () => {
    await notifications(workbench).getByRole("button", { name: "Open Editor…" }).click();
    await dialog(workbench)
      .getByText(`Origin: ${new URL(service.ready.documentsApiUrl).origin}`)
      .waitFor();
    await screenshot(workbench, "documents-open");
    assert.doesNotMatch(await dialog(workbench).innerText(), /WebEditor/);
    const opening = page.context().waitForEvent("page");
    await press("Open in Browser");
    const editor = await opening;
    await editor.waitForURL(/WebEditor/);
    // VS Code in a browser replaces a loopback address with an address of its own server, where nothing listens. So the
    // test opens the original address.
    startParameter = new URL(editor.url()).pathname.split("/").at(-1) ?? "";
    await editor.goto(`${service.ready.formsAppUrl}/WebEditor/${startParameter}`);
    await editor.getByRole("heading", { name: "Decision" }).waitFor();
    await editor.getByLabel("Customer.Name").fill("Åsa Öberg-Lind");
    await editor.getByRole("button", { name: "Finish" }).click();
    await editor.getByText("Editing is finished.").waitFor();
    await editor.close();
    await runCommand(workbench, "Smartform Documents: Refresh Documents");
    await row("Session Decision, finished").waitFor();
  });

  it("shows the session's PDF in the panel, and its XML as plain text", async () => {
    await chooseFor(
      workbench,
      row("Session Decision"),
      "Show Output of Editing Session…",
      quickInput(workbench).getByText("PDF"),
    );
    await pick(workbench, "PDF");
    await webview(workbench).locator(".textLayer", { hasText: "Öberg-Lind" }).first().waitFor();
    await screenshot(workbench, "documents-pdf");
    await chooseFor(
      workbench,
      row("Session Decision"),
      "Show Output of Editing Session…",
      quickInput(workbench).getByText("DXML"),
    );
    await pick(workbench, "DXML");
    await activeTab(workbench, "Decision.dxml").waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).includes("Öberg-Lind"), true);
    await screenshot(workbench, "documents-dxml");
  });

  it("says that these data give no document, and opens nothing", async () => {
    await clear();
    const tabs = await page.locator(".tabs-container .tab").count();
    await chooseFor(
      workbench,
      row("MetaFile ClaimLetters"),
      "Make Output of a Document…",
      quickInput(workbench).getByText("Another document…"),
    );
    await pick(workbench, "Another document…");
    await asks(workbench, "Exact name of the document");
    await answer(workbench, service.ready.demo.documentNotProduced);
    await pick(workbench, "HTML");
    await pick(workbench, "No data");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "smartform-test" }).waitFor();
    await page.keyboard.press("Enter");
    await said("The logic of the MetaFile creates no document from these data");
    await screenshot(workbench, "documents-nothing");
    assert.equal(await page.locator(".tabs-container .tab").count(), tabs);
    await clear();
  });

  it("warns before an earlier date, changes nothing at Enter, and reports the date that it read again", async () => {
    const begin = async () => {
      await chooseFor(
        workbench,
        row("Session Decision"),
        "Change Retention Date of Editing Session…",
        quickInput(workbench).getByText("deletes the session sooner"),
      );
      const day = new Date(Date.now() + 3 * 86_400_000);
      await answer(
        workbench,
        `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`,
      );
      await dialog(workbench).getByText("The new date is EARLIER than the current one").waitFor();
    };
    await begin();
    await screenshot(workbench, "documents-retention");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("documents.dxml.retain"), 0);
    await begin();
    await press("Change the Date");
    await said(/The date was changed\. The service now keeps the session until/);
    await row("Session Decision, finished · 2 days left").waitFor();
    assert.equal(await calls("documents.dxml.retain"), 1);
    await clear();
  });

  it("names who may be notified before a session is discarded, and shows its state afterwards", async () => {
    await chooseFor(
      workbench,
      row("Session Decision"),
      "Discard Editing Session…",
      dialog(workbench).getByText("the callback address that was given when the session was started"),
    );
    await dialog(workbench).getByText("Editing of this session is FINISHED").waitFor();
    await screenshot(workbench, "documents-discard");
    await press("Discard");
    await said("was discarded. The session's status on the service is now: discarded.");
    await row("Session Decision, discarded").waitFor();
  });

  it("stays in its own environment while forms run in PreProduction, which it does not have", async () => {
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({ "workbench.colorTheme": "Default High Contrast" }),
    );
    await page.locator(".monaco-workbench.hc-black").waitFor();
    await screenshot(workbench, "documents-high-contrast");
    await runCommand(workbench, "Smartform: Choose Environment…");
    await pick(workbench, "PreProduction");
    await page.locator(".statusbar").getByText("PreProduction").waitFor();
    await row("Session Decision").waitFor();
    await screenshot(workbench, "documents-beside-preproduction");
  });

  it("never reveals the address of the session", async () => {
    assert.ok(startParameter.length > 20);
    assert.ok(!workbench.console.join("\n").includes(startParameter));
    const { text } = await service.control("GET", "/outbox");
    assert.ok(!text.includes(startParameter));
  });
});
