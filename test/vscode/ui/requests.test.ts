/**
 * Request files in the window: mistakes are shown and repaired. The request is sent after a dialog that names every
 * receiver, and its response is shown beside it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/root.mjs";
import { useWindow } from "../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, openFile, squiggles, webview } from "../editors.ts";
import { dialog, notifications, problems } from "../messages.ts";
import { answer, quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";
import { becomes } from "../waiting.ts";

const sample = (name: string) => readFileSync(join(root, "samples/requests", name), "utf8");
const good = sample("agreement.signing.json");
const bad = good
  .replace('"language": "en"', '"language": "english"')
  .replace('"karin@example.com",', '"karin@example.com", "role": "owner",')
  .replace('"file": "agreement.pdf"', '"file": "agrement.pdf"');

const session = JSON.stringify(
  {
    operation: "documents.sessions.create",
    environment: "Test",
    body: {
      MetaFile: "ClaimLetters",
      Document: "Decision",
      DataAsBase64: { file: "claim.xml" },
      UserName: "karin",
      SenderCallBackEndpoint: "https://callback.example/done",
      SenderCallBackUserName: "claims",
      SenderCallBackPassword: { secret: "callback" },
    },
  },
  undefined,
  2,
);

describe("request files", () => {
  const { workbench, it } = useWindow("requests", {
    options: () => ({
      // Without auto save, an edited document stays dirty.
      settings: { "files.autoSave": "off" },
      files: {
        "agreement.signing.json": bad,
        "agreement.pdf": sample("agreement.pdf"),
        "claim.xml": sample("claim.xml"),
        "decision.document.json": sample("decision.document.json"),
        "claims.store.json": sample("claims.store.json"),
        "edit.document.json": session,
      },
    }),
    begin: async () => {
      await openView(workbench, "Smartform");
      await workbench.page.getByRole("button", { name: "Use the Sandbox" }).first().click();
      await workbench.page.locator('.sidebar [role="treeitem"][aria-label^="Folder Claims"]').first().waitFor();
    },
  });

  const lens = (words: string) => activeEditor(workbench).locator(".codelens-decoration a", { hasText: words });
  const outbox = async (): Promise<string> => {
    await runCommand(workbench, "Smartform: Show Sandbox Outbox");
    await activeTab(workbench, "Sandbox outbox").waitFor();
    await becomes(workbench, async () => (await editorText(workbench)) !== "", true);
    return editorText(workbench);
  };

  const backToOrder = async (): Promise<void> => {
    await workbench.page.locator(".tabs-container .tab", { hasText: "agreement.signing.json" }).click();
    await activeTab(workbench, "agreement.signing.json").waitFor();
  };

  it("show mistakes in place, and send nothing then", async () => {
    await openFile(workbench, "agreement.signing.json");
    await squiggles(workbench, "error").nth(1).waitFor();
    await squiggles(workbench, "warning").first().waitFor();
    const rows = await problems(workbench);
    for (const words of [
      "Expected cs, da, de",
      'There is no documented property "role"',
      'There is no file "agrement.pdf"',
    ])
      await rows.filter({ hasText: words }).first().waitFor();
    await screenshot(workbench, "requests-findings");
    await runCommand(workbench, "Smartform Forms: Send Request File");
    await notifications(workbench).filter({ hasText: "cannot be sent" }).waitFor();
    assert.match(await outbox(), /The outbox is empty/);
  });

  it("name everyone before an order is sent, and send nothing at Enter", async () => {
    await backToOrder();
    await writeFile(join(workbench.folder, "agreement.signing.json"), good);
    await becomes(workbench, () => squiggles(workbench, "error").count(), 0);
    await lens("Create the signing order").click();
    for (const words of ["Karin Lind <karin@example.com>", "Oskar Berg <oskar@example.com>", "agreement.pdf"])
      await dialog(workbench).getByText(words).first().waitFor();
    await screenshot(workbench, "requests-dialog");
    await workbench.page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.match(await outbox(), /The outbox is empty/);
  });

  it("send what is written, even unsaved, to those whom the dialog named", async () => {
    await backToOrder();
    await focusEditor(workbench);
    await workbench.page.keyboard.press("Enter");
    await workbench.page.keyboard.press("Control+Home");
    await activeTab(workbench, "agreement.signing.json", "dirty").waitFor();
    await lens("Create the signing order").click();
    await dialog(workbench).getByRole("button", { name: "Create and Ask Them", exact: true }).click();
    await notifications(workbench).filter({ hasText: "was created" }).waitFor();
    await screenshot(workbench, "requests-sent");
    await outbox();
    for (const address of ["karin@example.com", "oskar@example.com"])
      await becomes(workbench, async () => (await editorText(workbench)).includes(`signing to ${address}`), true);
  });

  it("show a PDF in its panel, and the store's results as JSON next to it", async () => {
    await openFile(workbench, "decision.document.json");
    await lens("Create the PDF").click();
    await webview(workbench).locator("canvas").first().waitFor();
    await screenshot(workbench, "requests-pdf");
    await openFile(workbench, "claims.store.json");
    await lens("Search the document store").click();
    await workbench.page.locator(".tab", { hasText: "claims.store answer.json" }).first().waitFor();
    await screenshot(workbench, "requests-answer");
  });

  it("ask for a password once, masked, and never write it down (T160)", async () => {
    await openFile(workbench, "edit.document.json");
    await lens("Start the editing session").click();
    await quickInput(workbench).getByText('Password "callback"').waitFor();
    assert.equal(await quickInput(workbench).locator("input:visible").first().getAttribute("type"), "password");
    await screenshot(workbench, "requests-password");
    await answer(workbench, "hunter2");
    await notifications(workbench).filter({ hasText: "was started" }).waitFor();
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await lens("Start the editing session").click();
    await notifications(workbench).filter({ hasText: "was started" }).waitFor();
    assert.doesNotMatch(await editorText(workbench), /hunter2/);
    await runCommand(workbench, "Smartform Forms: Forget Passwords of Request Files");
    await notifications(workbench).filter({ hasText: "1 password was removed" }).waitFor();
  });
});
