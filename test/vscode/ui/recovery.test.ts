/** Processes that are killed at the worst moment: the extension host in the middle of a save, the language server in the middle of an edit. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { visit, type Visit } from "../../sandbox/visit.ts";
import {
  activeTab, becomes, dialog, editorText, notifications, openText, openWorkbench, pick, problems, processOf, replaceText, screenshot, showFailure, signIn, squiggles, type Workbench,
} from "../workbench.ts";

const texts = "/Integrations/textlibrary/texts";
const photo = "text-questions-photo";

interface Text {
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

describe("recovery", function () {
  this.bail(true);
  let service: Visit;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    service = await visit();
    workbench = await openWorkbench({ files: { "letter.sft": "" } });
    ({ page } = workbench);
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await service?.close();
  });

  afterEach(async function () {
    if (this.currentTest?.state === "failed") await showFailure(workbench, "recovery");
  });

  const ledger = async () => (await service.control("GET", "/ledger")).at("items") as readonly { readonly method: string; readonly path: string; readonly status: number | null }[];
  const paths = async () => (await ledger()).map(({ path }) => path);
  const saving = async () => (await ledger()).filter(({ path }) => path.endsWith(photo)).map(({ method, status }) => `${method} ${status}`);
  const english = async () => ((await service.call("GET", `${texts}/${photo}`)).json as Text).translations["en"]?.content;

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

  it("keeps what was typed when the extension host is killed with the write on the wire, and finishes the save on the author's word", async () => {
    const [old, typed] = [await english(), "Please take photos before the crash."];
    await replaceText(workbench, typed);
    await service.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "stall" });
    await service.control("DELETE", "/ledger");
    await page.keyboard.press("Control+S");
    await becomes(workbench, async () => (await saving()).includes("PUT null"), true);
    process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
    const offer = notifications(workbench).filter({ hasText: "A save of photo did not come to an end" });
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
    await notifications(workbench).filter({ hasText: "Unfinished save of photo" }).getByRole("button", { name: "Save Now" }).click();
    await notifications(workbench).filter({ hasText: "photo is saved" }).waitFor();
    await screenshot(workbench, "unfinished-save-done");
    assert.equal(await english(), typed);
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  it("remembers across a crash what the typing began with, so that a colleague's line is not overwritten", async () => {
    await replaceText(workbench, "Please take photos, says the author.");
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await service.control("DELETE", "/ledger");
    process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
    const { translations: _, ...fields } = (await service.call("GET", `${texts}/${photo}`)).json as Text;
    await service.call("PUT", `${texts}/${photo}`, { body: { ...fields, translations: { en: { content: "Please take photos, says the colleague." } } } });
    // The new extension host is at work once it reads the library.
    while (!(await paths()).some((path) => path.endsWith("/textlibrary/folders"))) await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.press("Control+S");
    await notifications(workbench).filter({ hasText: "somebody else changed the same lines" }).waitFor();
    assert.equal(await english(), "Please take photos, says the colleague.");
  });

  it("keeps the unsaved text when the window is loaded again, says that the sign-in is gone, and goes on after a new one", async () => {
    await page.reload();
    // The editor's server keeps secrets in memory alone, so that this reload signs out.
    await page.locator(".sidebar").getByText("You are signed out of this connection").waitFor();
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await screenshot(workbench, "loaded-again");
    assert.equal(await editorText(workbench), "Please take photos, says the author.");
    await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    await screenshot(workbench, "signed-in-again");
  });
});
