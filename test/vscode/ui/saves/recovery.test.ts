/**
 * Processes that are killed at the worst moment: the extension host in the middle of a save, the language server in the
 * middle of an edit.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeTab, editorText, focusEditor, replaceText, squiggles } from "../../editors.ts";
import { libraryItem, openText, unfoldTo } from "../../library.ts";
import { dialog, notifications, problems } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { foldView, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes, waitForBackup } from "../../waiting.ts";
import { processOf } from "../../workbench.ts";

const texts = "/Integrations/textlibrary/texts";
const photo = "text-questions-photo";

interface Text {
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("recovery", () => {
  let page: Page;

  const { service, workbench, it } = useService("recovery", {
    options: () => ({ files: { "letter.sft": "" } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const ledger = async () =>
    (await service.control("GET", "/ledger")).at("items") as readonly {
      readonly method: string;
      readonly path: string;
      readonly status: number | null;
    }[];
  const paths = async () => (await ledger()).map(({ path }) => path);
  const saving = async () =>
    (await ledger()).filter(({ path }) => path.endsWith(photo)).map(({ method, status }) => `${method} ${status}`);
  const english = async () =>
    ((await service.call("GET", `${texts}/${photo}`)).json as Text).translations["en"]?.content;

  it("restarts the language server, and the edit and its findings are there", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await squiggles(workbench, "error").first().waitFor();
    process.kill(await processOf(workbench.pid, "dist/server.js"), "SIGKILL");
    await replaceText(workbench, "Please take [[photos]] of [[ LIB : claims-questions : nowhere ]]");
    const rows = await problems(workbench);
    await rows.filter({ hasText: "missing-space" }).first().waitFor();
    await rows.filter({ hasText: "nowhere" }).first().waitFor();
    await screenshot(workbench, "server-restarted");
    assert.equal(await editorText(workbench), "Please take [[photos]] of [[ LIB : claims-questions : nowhere ]]");
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "Please take [[photos]] of [[ LIB : claims-questions : nowhere ]]");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  it("sends the next language server the requests that the last one did not answer, and says nothing", async () => {
    const server = await processOf(workbench.pid, "dist/server.js");
    process.kill(server, "SIGSTOP");
    await libraryItem(workbench, "Folder Policies").click();
    // The window shows that it waits for a response: at the row, or at the view if all rows reload.
    const waits = page.locator(".sidebar").locator(".codicon-tree-item-loading, .monaco-progress-container.active");
    await waits.first().waitFor();
    process.kill(server, "SIGKILL");
    await unfoldTo(workbench, ["Folder Policies", "Text welcome"]);
    assert.deepEqual(await notifications(workbench).allInnerTexts(), []);
  });

  it("restarts the language server if it ended while a message was on its way to it, and says nothing of pipes", async () => {
    const host = await processOf(workbench.pid, "type=extensionHost");
    await focusEditor(workbench);
    await page.keyboard.press("Control+End");
    // Stops the extension host for a moment. Keys that are typed now reach it before it notices that its server has
    // ended.
    process.kill(host, "SIGSTOP");
    await page.keyboard.type(" and [[sent]] to us", { delay: 20 });
    process.kill(await processOf(workbench.pid, "dist/server.js"), "SIGKILL");
    process.kill(host, "SIGCONT");
    const rows = await problems(workbench);
    await rows.filter({ hasText: "missing-space" }).nth(1).waitFor();
    assert.deepEqual(await notifications(workbench).allInnerTexts(), []);
  });

  it("keeps what was typed when the extension host is killed during the write, and finishes the save when the author says so", async () => {
    const [old, typed] = [await english(), "Please take photos before the crash."];
    await replaceText(workbench, typed);
    await service.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "stall" });
    await service.control("DELETE", "/ledger");
    await page.keyboard.press("Control+S");
    await becomes(workbench, async () => (await saving()).includes("PUT null"), true);
    process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
    const offer = notifications(workbench).filter({ hasText: "A save of photo was not completed" });
    await offer.waitFor();
    await screenshot(workbench, "unfinished-save");
    assert.equal(await english(), old);
    assert.equal(await editorText(workbench), typed);
    await activeTab(workbench, "photo.en", "dirty").waitFor();

    await service.control("DELETE", "/faults");
    await offer.getByRole("button", { name: "Review" }).click();
    await pick(workbench, "photo");
    await dialog(workbench).getByText("Unfinished save of photo").waitFor();
    await screenshot(workbench, "unfinished-save-choice");
    await dialog(workbench).getByRole("button", { name: "Compare" }).click();
    await page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "before the crash" }).waitFor();
    await screenshot(workbench, "unfinished-save-compared");
    assert.equal(await english(), old);
    await notifications(workbench)
      .filter({ hasText: "Unfinished save of photo" })
      .getByRole("button", { name: "Save Now" })
      .click();
    await notifications(workbench).filter({ hasText: "photo is saved" }).waitFor();
    await screenshot(workbench, "unfinished-save-done");
    assert.equal(await english(), typed);
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  it("remembers across a crash the base of what was typed, so that a colleague's line is not overwritten", async () => {
    await replaceText(workbench, "Please take photos, says the author.");
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await service.control("DELETE", "/ledger");
    process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
    const { translations: _, ...fields } = (await service.call("GET", `${texts}/${photo}`)).json as Text;
    await service.call("PUT", `${texts}/${photo}`, {
      body: { ...fields, translations: { en: { content: "Please take photos, says the colleague." } } },
    });
    // Waits until the new extension host reads the library, which shows that it works.
    while (!(await paths()).some((path) => path.endsWith("/textlibrary/folders")))
      await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.press("Control+S");
    await notifications(workbench).filter({ hasText: "somebody else changed the same lines" }).waitFor();
    assert.equal(await english(), "Please take photos, says the colleague.");
  });

  it("shows what was written in a text that has since been deleted, and makes it a new text", async () => {
    const witness = "text-questions-witness";
    const typed = "Who saw it happen, before the crash?";
    await runCommand(workbench, "View: Close All Editors");
    await dialog(workbench).getByRole("button", { name: "Don't Save" }).click();
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text witness"], "en");
    await replaceText(workbench, typed);
    await service.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "stall" });
    await service.control("DELETE", "/ledger");
    await page.keyboard.press("Control+S");
    await becomes(
      workbench,
      async () => (await ledger()).some(({ method, path }) => method === "PUT" && path.endsWith(witness)),
      true,
    );
    await service.control("DELETE", "/faults");
    assert.equal((await service.call("DELETE", `${texts}/${witness}`)).status, 204);
    process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
    // VS Code asks before it starts an extension host for the third time in five minutes.
    const restart = notifications(workbench).getByRole("button", { name: "Restart Remote Extension Host" });
    const review = notifications(workbench)
      .filter({ hasText: "not completed. What you wrote is kept." })
      .getByRole("button", { name: "Review" });
    await restart.or(review).first().waitFor();
    if (await restart.isVisible()) await restart.click();
    await review.click();
    await pick(workbench, "witness");
    const offer = notifications(workbench).filter({
      hasText: "The service no longer shows witness. What you wrote is shown here",
    });
    await offer.waitFor();
    await becomes(workbench, () => editorText(workbench), typed);
    await screenshot(workbench, "unfinished-save-gone");
    await offer.getByRole("button", { name: "Save as New Text…" }).click();
    await asks(workbench, "Folder for witness");
    await pick(workbench, "Claims / Questions");
    await asks(workbench, "Unique in its top folder");
    await answer(workbench, "witness-again");
    const found = async (): Promise<readonly { readonly id: string; readonly code: string }[]> =>
      (await service.call("GET", "/Integrations/textlibrary/search?q=witness")).at("texts.items") as never;
    await becomes(workbench, async () => (await found()).map(({ code }) => code), ["witness-again"]);
    const [{ id } = { id: "" }] = await found();
    assert.equal(((await service.call("GET", `${texts}/${id}`)).json as Text).translations["en"]?.content, typed);
    // Opens the list again and again, because it does not change while it is open. The entry is gone once the new text
    // is known.
    await becomes(
      workbench,
      async () => {
        await runCommand(workbench, "Smartform Library: Review Unfinished Saves");
        await quickInput(workbench)
          .locator(".monaco-list-row")
          .or(notifications(workbench).filter({ hasText: "There are no unfinished saves." }))
          .first()
          .waitFor();
        const isListed = (await quickInput(workbench).locator(".monaco-list-row", { hasText: "witness" }).count()) > 0;
        await page.keyboard.press("Escape");
        return isListed;
      },
      false,
    );
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await replaceText(workbench, "Please take photos, says the author.");
    await waitForBackup(workbench, "Please take photos, says the author.");
  });

  it("keeps the unsaved text when the window is reloaded, says that the sign-in is gone, and continues after a new one", async () => {
    await page.reload();
    // VS Code's server keeps secrets only in memory in this test, so this reload signs the author out.
    const view = (name: string): Locator =>
      page.locator(".sidebar .pane", { has: page.locator(`.pane-header[aria-label^="${name}"]`) });
    const signedOut = "You are signed out of this connection";
    await view("Text Library").getByText(signedOut).waitFor();
    await unfoldView(workbench, "Languages");
    await view("Languages").getByText(signedOut).waitFor();
    await foldView(workbench, "Languages");
    // Clicks the tab, because VS Code might not have stored which editor was in front.
    await page.locator(".tabs-container .tab.dirty", { hasText: "photo.en" }).click();
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await screenshot(workbench, "loaded-again");
    assert.equal(await editorText(workbench), "Please take photos, says the author.");
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    await screenshot(workbench, "signed-in-again");
  });
});
