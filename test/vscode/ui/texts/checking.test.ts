/**
 * A check of the whole Text Library: it can be cancelled, and each of its findings stays in the Problems view until
 * that finding is fixed.
 */
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, chooseFix, editorText } from "../../editors.ts";
import { libraryItem } from "../../library.ts";
import { notifications } from "../../messages.ts";
import { pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";
import { processOf } from "../../workbench.ts";

const command = "Smartform Library: Check the Text Library";

describe("checking the Text Library", () => {
  let page: Page;

  const { service, workbench, it } = useService("checking", {
    options: () => ({ files: { "letter.sft": "" } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  /** Finds a row in the Problems view, which the command for the check opens. */
  const row = (text: string) => page.locator(".markers-panel .monaco-list-row", { hasText: text }).first();
  /** Resolves with the names of the texts that the Problems view shows. */
  const texts = async () =>
    (await page.locator('.markers-panel .monaco-list-row[aria-level="1"] .label-name').allInnerTexts()).filter(
      (label) => label !== "",
    );

  it("shows its progress, and can be cancelled", async () => {
    const server = await processOf(workbench.pid, "dist/server.js");
    process.kill(server, "SIGSTOP");
    try {
      await runCommand(workbench, command);
      const progress = notifications(workbench).filter({ hasText: "Checking the Text Library" });
      await progress.waitFor();
      await screenshot(workbench, "checking-progress");
      await progress.getByRole("button", { name: "Cancel" }).click();
    } finally {
      process.kill(server, "SIGCONT");
    }
    await notifications(workbench).filter({ hasText: "Checking the Text Library" }).waitFor({ state: "detached" });
    await page.locator(".markers-panel", { hasText: "No problems" }).waitFor();
    await screenshot(workbench, "checking-ended");
  });

  it("shows its findings, text by text", async () => {
    await runCommand(workbench, command);
    await row("witness.en.sft").waitFor();
    // The folder also counts the error and the warning in the texts of its subfolder.
    await libraryItem(workbench, "Folder Claims").and(page.locator('[aria-label*=" error"]')).waitFor();
    await notifications(workbench).filter({ hasText: "The Text Library was checked: " }).waitFor();
    await screenshot(workbench, "checking-found");
    await page
      .locator(".markers-panel-action-filter input, .panel input[placeholder^='Filter']")
      .first()
      .fill("**/claims-questions/*");
    await becomes(workbench, texts, ["photo.en.sft", "photo.sv.sft", "witness.en.sft", "witness.sv.sft"]);
  });

  it("keeps findings that were looked at and not fixed", async () => {
    await row("[Ln 1, Col 42]").click();
    await activeTab(workbench, "photo.sv").waitFor();
    await runCommand(workbench, "View: Close Editor");
    await page.locator(".tabs-container .tab").waitFor({ state: "detached" });
    await becomes(workbench, texts, ["photo.en.sft", "photo.sv.sft", "witness.en.sft", "witness.sv.sft"]);
    // Duplicates look like one entry, but each is counted.
    await becomes(workbench, () => page.locator(".panel .badge-content").first().innerText(), "16");
  });

  it("drops those that are fixed and saved, and says which languages are now stale", async () => {
    await row("[Ln 1, Col 53]").dblclick();
    await activeTab(workbench, "photo.en").waitFor();
    await activeEditor(workbench).locator(".squiggly-error").first().waitFor();
    await chooseFix(workbench, "Add the spaces");
    await becomes(
      workbench,
      () => editorText(workbench),
      "Please take photos of the damage and mark them with [[ claim.number ]].",
    );
    await page.keyboard.press("Control+S");
    await activeTab(workbench, "photo.en", "clean").waitFor();
    await runCommand(workbench, "View: Close Editor");
    await becomes(workbench, texts, ["photo.sv.sft", "witness.en.sft", "witness.sv.sft", "photo.de.sft"]);
    await row("stale-translation").waitFor();
    await screenshot(workbench, "checking-mended");
  });

  it("drops those that a new text fixes elsewhere, and reports what that one lacks", async () => {
    await row("[Ln 1, Col 55]").dblclick();
    await activeTab(workbench, "witness.en").waitFor();
    await activeEditor(workbench).locator(".squiggly-error").first().waitFor();
    await chooseFix(workbench, 'Create the text "witnesses"');
    await quickInput(workbench).getByText("Content of witnesses").waitFor();
    await pick(workbench, "Plain text");
    await activeTab(workbench, "witnesses.en").waitFor();
    await row("unknown-text").waitFor({ state: "detached" });
    await row("missing-translation").waitFor();
    await becomes(workbench, texts, ["photo.sv.sft", "witness.sv.sft", "photo.de.sft"]);
    await screenshot(workbench, "checking-mended-elsewhere");
  });
});
