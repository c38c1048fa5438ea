/**
 * The archive in the real window: documents are searched, compared, stored, rolled back and deleted. Each result agrees
 * with the question before it, and with the sandbox.
 */
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onePagePdf } from "../../../../sandbox/demo/onePagePdf.ts";
import { useService } from "../../story.ts";
import { webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, answerPath, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, chooseInMenu, expand, openView, pressOn, runCommandOf, unfoldView } from "../../sideBar.ts";
import { profileOf, signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("the archive", () => {
  let page: Page;

  const { service, workbench, it } = useService("archive", {
    options: () => ({
      files: {
        "readme.txt": "PDFs for the archive.\n",
        "Decision S-77.pdf": onePagePdf(["Decision about claim S-77", "", "We pay 100 euro."]),
      },
      settings: { "smartform.connections": [profileOf(service, "strandby")] },
    }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const ledger = async () =>
    (await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string | null }[];
  const calls = async (operation: string) => (await ledger()).filter((item) => item.operation === operation).length;
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const said = (text: string) => notifications(workbench).getByText(text).first().waitFor();
  const document = (name: string) => page.locator(`.sidebar [role="treeitem"][aria-label^="Document ${name}"]`).first();
  const version = (number: number) =>
    page.locator(`.sidebar [role="treeitem"][aria-label^="Version ${number},"]`).first();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");

  it("requests nothing from the service before a search, and asks for its environment once", async () => {
    await unfoldView(workbench, "Archive");
    await page.getByText("The archive needs an environment").waitFor();
    await screenshot(workbench, "archive-environment");
    await page.getByRole("button", { name: "Choose the Archive’s Environment…" }).click();
    await quickInput(workbench).locator('.monaco-list-row[aria-label="Production"]').click();
    await page.getByText("Nothing is requested from the archive until you search.").waitFor();
    assert.equal((await ledger()).filter(({ operation }) => operation?.startsWith("archive.")).length, 0);
  });

  it("finds by a column, and shows versions with number and time", async () => {
    await page.getByRole("button", { name: "Search the Archive…" }).last().click();
    await dialog(workbench).getByText("the access groups of folders do not limit it").waitFor();
    await screenshot(workbench, "archive-browse");
    await press("Browse the Archive");
    await pick(workbench, "Claim number");
    await asks(workbench, "Part of the value");
    await screenshot(workbench, "archive-search");
    await answer(workbench, "s-77");
    await document("Decision S-77.pdf").waitFor();
    await expand(workbench, "Claim report S-77 signed.pdf");
    await version(1).waitFor();
    await page.locator(".pane-header .description", { hasText: "Production" }).first().waitFor();
    await screenshot(workbench, "archive-found");
  });

  it("compares the text of two versions", async () => {
    await pressOn(version(2), "Compare with Previous Version…");
    await page.locator(".monaco-diff-editor").getByText("Version 1: as the customer told it.").first().waitFor();
    await page.locator(".monaco-diff-editor").getByText("Version 2: with the right date.").first().waitFor();
    await screenshot(workbench, "archive-compared");
    await version(1).click();
    await webview(workbench).getByText("Version 1: as the customer told it.").waitFor();
    await version(3).click({ modifiers: ["Control"] });
    await chooseFor(
      workbench,
      version(3),
      "Compare Archived Versions…",
      page.locator(".monaco-diff-editor").getByText("Version 3: signed by both parties."),
    );
    await screenshot(workbench, "archive-compared-two");
    await chooseFor(
      workbench,
      version(3),
      "Compare Archived PDF Versions Page by Page…",
      webview(workbench)
        .locator("#summary")
        .getByText(/^Page 1 differs in \d+ words\.$/),
    );
    await webview(workbench).locator("#head-left .detail").getByText("Production · ").waitFor();
    await webview(workbench).locator(".cell.right .mark.added").first().waitFor();
    await screenshot(workbench, "archive-compared-pages");
    await runCommand(workbench, "View: Close Editor");
  });

  it("downloads a version under the service's name for it", async () => {
    await chooseFor(workbench, version(2), "Download Archived Version…");
    await answerPath(workbench, ".pdf", join(workbench.folder, "second.pdf"));
    // Waits for the file instead of the message, because the message disappears.
    await becomes(
      workbench,
      () =>
        readFile(join(workbench.folder, "second.pdf")).then(
          (bytes) => bytes.subarray(0, 5).toString(),
          () => "",
        ),
      "%PDF-",
    );
    await clear();
  });

  it("shows a version, and stores it as a new document only after saying that the name is taken", async () => {
    await version(3).click();
    await webview(workbench).getByText("Version 3: signed by both parties.").waitFor();
    await page.locator(".tab", { hasText: "(version 3)" }).click();
    await page.locator(".editor-group-container.active .tab.active", { hasText: "(version 3)" }).waitFor();
    await page.locator(".editor-group-container.active .editor-actions .codicon-toolbar-more").click();
    await chooseInMenu(workbench, "Store in the Archive as a New Document…");
    await pick(workbench, "Policies");
    await quickInput(workbench).getByText("Store in Production").waitFor();
    await screenshot(workbench, "archive-store");
    await pick(workbench, "Customer");
    await asks(workbench, "The maximum length of a value");
    await answer(workbench, "Test Person");
    await pick(workbench, "Store in Production");
    await dialog(workbench).getByText('already has a document named "Claim report S-77 signed.pdf"').waitFor();
    await screenshot(workbench, "archive-store-twin");
    await press("Edit the Upload…");
    await pick(workbench, "Store in Production");
    await press("Store Another Document");
    await said('is stored as version 1 in Production, folder "Policies". The archive was read again and shows it');
    assert.equal(await calls("archive.upload"), 1);
    await clear();
  });

  it("stores a file from the Explorer as a new version of the chosen document", async () => {
    await openView(workbench, "Explorer");
    // The explorer is now shown in place of the archive view, which has a row with this name too.
    const file = quickInput(workbench).locator(".monaco-list-row", { hasText: "File name" });
    // The rows of the explorer move while it opens, so the menu may belong to another row.
    do {
      if ((await file.count()) > 0) await page.keyboard.press("Escape");
      await file.waitFor({ state: "detached" });
      await chooseFor(
        workbench,
        page.locator('.explorer-folders-view [role="treeitem"]', { hasText: "Decision S-77.pdf" }),
        "Store in the Archive as a New Version…",
      );
      await pick(workbench, "Decision S-77.pdf");
      await quickInput(workbench).getByText("S-77 (kept)").waitFor();
    } while (!(await file.innerText()).includes("Decision S-77.pdf"));
    await screenshot(workbench, "archive-version");
    await pick(workbench, "Store in Production");
    await said("is stored as version 2 in Production");
    await clear();
    await openView(workbench, "Smartform Services");
  });

  it("returns to an earlier version: copies first, the numbers, the typed environment, and a report", async () => {
    await expand(workbench, "Claim report S-77 signed.pdf");
    await chooseFor(
      workbench,
      version(1),
      "Return to an Earlier Version",
      dialog(workbench).getByText("from version 3 to version 1?"),
    );
    await screenshot(workbench, "archive-rollback");
    assert.equal(await calls("archive.rollback"), 0);
    await press("Return to the Earlier Version");
    await quickInput(workbench).getByText("Type Production to go on").waitFor();
    await answer(workbench, "Production");
    await said("gone: versions 2 and 3; still there: version 1");
    await screenshot(workbench, "archive-rolled-back");
    assert.equal(await calls("archive.rollback"), 1);
    await clear();
    await runCommandOf(workbench, "Archive", "Smartform Archive: Show Copies of Removed Versions…");
    await quickInput(workbench).getByText("version 2 - Claim report S-77.pdf").waitFor();
    await screenshot(workbench, "archive-copies");
    await pick(workbench, "version 2 - Claim report");
    await webview(workbench).getByText("Version 2: with the right date.").waitFor();
  });

  it("deletes nothing at Enter, and if the answer is lost says so and what exists, and sends nothing again", async () => {
    const remove = async (copies: () => Promise<void>): Promise<void> => {
      await chooseFor(workbench, document("Decision S-77.pdf"), "Delete from the Archive…");
      await copies();
      await dialog(workbench).getByText('Delete "Decision S-77.pdf" from the archive?').waitFor();
    };
    await remove(() => press("Without Copies"));
    await screenshot(workbench, "archive-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("archive.delete"), 0);
    await service.control("POST", "/faults", { operation: "archive.delete", kind: "reset-after", times: 1 });
    const folder = join(workbench.folder, "copies");
    await mkdir(folder);
    await remove(async () => {
      await press("Keep Copies…");
      await answerPath(workbench, `${workbench.folder}/`, `${folder}/`, () =>
        quickInput(workbench).getByRole("button", { name: "Keep Copies Here" }).click(),
      );
    });
    await dialog(workbench).getByText("Copies are in ").waitFor();
    await screenshot(workbench, "archive-delete-copies");
    assert.equal((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".pdf")).length, 2);
    await press("Delete");
    await answer(workbench, "Production");
    await said("The call may have taken effect anyway");
    await said("gone: versions 1 and 2");
    await screenshot(workbench, "archive-unknown");
    assert.equal(await calls("archive.delete"), 1);
    await clear();
  });

  it("stays readable in high contrast", async () => {
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({ "workbench.colorTheme": "Default High Contrast" }),
    );
    await page.locator(".monaco-workbench.hc-black").waitFor();
    await document("Claim report S-77").click();
    await screenshot(workbench, "archive-high-contrast");
  });
});
