/**
 * Things that no list shows, in the real window: orders with all details; documents, sessions and stored documents by
 * their ids; refused searches; a plain distribution.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onePagePdf } from "../../../../sandbox/demo/onePagePdf.ts";
import { at } from "../../../sandbox/visit.ts";
import { useService } from "../../story.ts";
import { activeTab, editorText, openFile, pressLens, webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, answerPath, asks, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, openView, runCommandOf, treeItem, unfoldView } from "../../sideBar.ts";
import { profileOf, signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

/** The first version of a document of the demo's archive, in Production. */
const firstVersion = "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f5011";
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4);

describe("items that no list shows", () => {
  let page: Page;

  const { service, workbench, it } = useService("byId", {
    options: () => {
      const body = {
        MetaFile: "ClaimLetters",
        Document: "Decision",
        DataAsBase64: Buffer.from(JSON.stringify({ Customer: { Name: "Eva Lind" } })).toString("base64"),
      };
      const file = (content: object): string => JSON.stringify(content, undefined, 2);
      return {
        files: {
          "Lease.pdf": onePagePdf(["Lease", "", "Between both of us."]),
          "photo.jpg": picture,
          "plain.distribution.json": file({ operation: "distribution.sendJson", environment: "Test", body }),
          "start.document.json": file({
            operation: "documents.sessions.createJson",
            environment: "Test",
            body: { ...body, UserName: "eva" },
          }),
        },
        settings: { "smartform.connections": [profileOf(service, "strandby")] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const calls = async (operation: string) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const said = (text: string | RegExp) => notifications(workbench).getByText(text).first().waitFor();
  const clear = () => runCommand(workbench, "Notifications: Clear All Notifications");
  const row = (spoken: string) => page.locator(`.sidebar [role="treeitem"][aria-label^="${spoken}"]`).first();
  /**
   * Chooses an entry from the open list by keyboard, because rows of earlier lists are still there, and a click may hit
   * a moving row.
   */
  const choose = async (label: string) => {
    const rows = quickInput(workbench).locator(".monaco-list-row:visible");
    await rows.filter({ hasText: label }).first().waitFor();
    await quickInput(workbench).locator("input:visible").last().fill(label);
    await becomes(workbench, async () => (await rows.first().innerText()).includes(label), true);
    await page.keyboard.press("Enter");
  };
  /** Ticks an entry of a list with check boxes. The list is filtered first, so that it shows only this entry. */
  const tick = async (label: string) => {
    const rows = quickInput(workbench).locator(".monaco-list-row:visible");
    await rows.filter({ hasText: label }).first().waitFor();
    await quickInput(workbench).locator("input[type=text]:visible").last().fill(label);
    await becomes(workbench, () => rows.count(), 1);
    await rows.first().click();
    await quickInput(workbench).getByText("1 Selected").waitFor();
  };
  const authorized = async () => ({ headers: { authorization: `Bearer ${await service.bearer("standard")}` } });

  it("shows how signing is set up, as far as the service says", async () => {
    await runCommandOf(workbench, "Signing", "Smartform Signing: Show How Signing Is Set Up");
    await activeTab(workbench, "signing-setup.txt").waitFor();
    await becomes(workbench, async () => (await editorText(workbench)).includes("Signing provider: Sandbox"), true);
    await screenshot(workbench, "byid-signing-setup");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("makes an order with a webhook, an archive folder, an own id and a personal number, all in one step", async () => {
    await openView(workbench, "Explorer");
    await chooseFor(workbench, treeItem(workbench, "Lease.pdf"), "Start Signing Order…");
    await asks(workbench, "Name of the order");
    await answer(workbench, "Lease 9");
    await choose("English");
    await asks(workbench, "Go on with these texts");
    await choose("Go on with these texts");
    for (const [prompt, text] of [
      ["Email address of signatory 1", "asa@example.com"],
      ["First name of signatory 1", "Åsa"],
      ["Last name of signatory 1", "Berg"],
    ] as const) {
      await asks(workbench, prompt);
      await answer(workbench, text);
    }
    await choose("No order");
    await choose("Go on with this signatory");
    await asks(workbench, "All of these are optional");
    await tick("More…");
    await screenshot(workbench, "byid-signing-options");
    await page.keyboard.press("Enter");
    await asks(workbench, "Signing provider: Sandbox; archive: Sandbox");
    await choose("Webhook when completed");
    await asks(workbench, "when the order is completed");
    await quickInput(workbench).locator("input:visible").first().fill("hooks");
    await quickInput(workbench).getByText('(API document 2, "Signing order")').waitFor();
    await answer(workbench, "https://hooks.example/done");
    await asks(workbench, "Signing provider: Sandbox");
    await choose("Archive folder for the signed documents");
    await choose("Policies");
    await asks(workbench, "Signing provider: Sandbox");
    await choose("Åsa Berg");
    await asks(workbench, "Id of Åsa Berg in your own system");
    await answer(workbench, "tenant-1");
    await asks(workbench, "Personal number of Åsa Berg");
    await answer(workbench, "191212121212");
    await asks(workbench, "How does Åsa Berg sign?");
    await choose("With a link to sign immediately");
    await asks(workbench, "Signing provider: Sandbox");
    await quickInput(workbench).getByText("own id tenant-1 · a personal number · a link to sign immediately").waitFor();
    assert.doesNotMatch(await quickInput(workbench).innerText(), /1212/);
    await screenshot(workbench, "byid-signing-more");
    await choose("Go on");
    await dialog(workbench).getByText("https://hooks.example/done").first().waitFor();
    for (const part of [
      "The order includes the personal numbers of: asa@example.com.",
      "The signed documents go into the archive folder",
      "Anyone who has the link can immediately sign for: asa@example.com",
    ])
      await dialog(workbench).getByText(part).first().waitFor();
    assert.doesNotMatch(await dialog(workbench).innerText(), /1212/);
    await screenshot(workbench, "byid-signing-consent");
    await press("Create and Ask Them");
    await said("was created. Its status is created. Signatories: Åsa Berg (created).");
    const listed = await service.send("POST", `${service.ready.signingApiUrl}/DigitalSigningOrders/GetListOfOrders`, {
      body: {},
      ...(await authorized()),
    });
    assert.equal(at(listed.json, "0.signatories.0.id"), "tenant-1");
    await service.control("POST", `/signing/${String(at(listed.json, "0.id"))}/act`, { signatory: 0, action: "sign" });
    assert.deepEqual(
      (await items("/outbox")).filter(({ channel }) => channel === "webhook").map(({ to }) => to),
      ["https://hooks.example/done"],
    );
    await clear();
  });

  it("opens and downloads by id a document that was never searched for, and copies the id of a folder", async () => {
    await runCommandOf(workbench, "Archive", "Smartform Archive: Open a Document of the Archive by Its Id…");
    await press("Browse the Archive");
    await quickInput(workbench).locator('.monaco-list-row[aria-label="Production"]').click();
    await asks(workbench, "Id of a document or of one of its versions");
    await screenshot(workbench, "byid-archive-open");
    await answer(workbench, firstVersion);
    await webview(workbench).getByText("Version 1: as the customer told it.").waitFor();
    await screenshot(workbench, "byid-archive-opened");
    await runCommandOf(workbench, "Archive", "Smartform Archive: Download from the Archive by Id…");
    await asks(workbench, "Id of a document or of one of its versions");
    await answer(workbench, firstVersion);
    await answerPath(workbench, "Claim report S-77.pdf", join(workbench.folder, "by-id.pdf"));
    await becomes(
      workbench,
      () =>
        readFile(join(workbench.folder, "by-id.pdf")).then(
          (bytes) => bytes.subarray(0, 5).toString(),
          () => "",
        ),
      "%PDF-",
    );
    await runCommandOf(workbench, "Archive", "Smartform Archive: Copy Id of an Archive Folder…");
    await choose("Policies");
    await becomes(
      workbench,
      () => page.evaluate(() => navigator.clipboard.readText()),
      "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4003",
    );
    assert.equal(await calls("archive.search"), 0);
    await clear();
  });

  it("stores a file from the Explorer that is not a PDF, and deletes nothing by a typed id before the dialog said what is known", async () => {
    await openView(workbench, "Explorer");
    await chooseFor(
      workbench,
      page.locator('.explorer-folders-view [role="treeitem"]', { hasText: "photo.jpg" }),
      "Store in the Archive as a New Document…",
    );
    await choose("Policies");
    await quickInput(workbench).getByText("Store in Production").waitFor();
    await screenshot(workbench, "byid-archive-store");
    await choose("Store in Production");
    await said('"photo.jpg" is stored as version 1 in Production');
    await clear();
    await runCommandOf(workbench, "Archive", "Smartform Archive: Delete from the Archive by Id…");
    await answer(workbench, firstVersion);
    await press("Without Copies");
    await dialog(workbench)
      .getByText("You entered only the document's id, and nothing else is known about the document")
      .waitFor();
    await screenshot(workbench, "byid-archive-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("archive.delete"), 0);
  });

  const started: string[] = [];
  const start = async (): Promise<string> => {
    const { documentsApiUrl, demo } = service.ready;
    const body = {
      MetaFile: demo.metaFile,
      Document: demo.document,
      UserName: "eva",
      DataAsBase64: Buffer.from("{}").toString("base64"),
    };
    const made = await service.send("POST", `${documentsApiUrl}/Test/dxml/create/jsondata`, {
      body,
      ...(await authorized()),
    });
    started.push(String(made.at("StartURL")));
    return String(made.at("DxmlUID"));
  };

  it("adds to the view a session that a request file starts, one by its id, and those that a filter finds", async () => {
    await unfoldView(workbench, "Documents");
    await page.getByRole("button", { name: "Choose Environment…" }).click();
    await choose("Test");
    const [one, two] = [await start(), await start()];
    await openFile(workbench, "start.document.json");
    await pressLens(
      workbench,
      "Start the editing session from JSON",
      notifications(workbench).getByText("The editing session"),
    );
    await row("Session Decision, draft").waitFor();
    await clear();
    await runCommand(workbench, "Smartform Documents: Open Editing Session by Its Id…");
    await asks(workbench, "Id of the editing session");
    await answer(workbench, "no-such-session");
    await said("The service does not show the editing session no-such-session in Test to this client");
    await clear();
    await runCommand(workbench, "Smartform Documents: Open Editing Session by Its Id…");
    await asks(workbench, "Id of the editing session");
    await answer(workbench, one);
    await said(`${one}: draft`);
    await row(`Session ${one}`).waitFor();
    await clear();
    await runCommand(workbench, "Smartform Documents: Find Editing Sessions…");
    await choose("By status, and by when the sessions were started or changed…");
    await asks(workbench, "Statuses to list; select none to list all");
    await tick("draft");
    await screenshot(workbench, "byid-sessions-filter");
    await page.keyboard.press("Enter");
    for (const prompt of [
      "Started from this day or time on",
      "Started on or before this day",
      "Changed from this day or time on",
      "Changed on or before this day",
    ]) {
      await asks(workbench, prompt);
      await page.keyboard.press("Enter");
    }
    await tick(two);
    await screenshot(workbench, "byid-sessions-found");
    await page.keyboard.press("Enter");
    await row(`Session ${two}`).waitFor();
    await screenshot(workbench, "byid-sessions");
  });

  it("discards a session that was named by its id, after its dialog", async () => {
    const id = await start();
    await runCommand(workbench, "Smartform Documents: Discard Editing Session…");
    await choose("Another session, by its id…");
    await asks(workbench, "Id of the editing session");
    await answer(workbench, id);
    await dialog(workbench).getByText(`Discard the editing session "${id}"?`).waitFor();
    await screenshot(workbench, "byid-session-discard");
    await press("Discard");
    await said("was discarded. The session's status on the service is now: discarded.");
    await clear();
  });

  it("opens the editor of a session that this window did not start, by its start address, and shows only the origin", async () => {
    const { pathname } = new URL(started[0] ?? "");
    await runCommand(workbench, "Smartform Documents: Open Editor by Its Start Address…");
    await asks(workbench, "The session's start URL, or only the start parameter");
    await quickInput(workbench).locator("input:visible").first().fill("https://editor.example/elsewhere");
    await asks(workbench, "Paste the whole start URL");
    await answer(workbench, started[0] ?? "");
    await dialog(workbench).getByText("You typed this address.").waitFor();
    assert.ok(!(await dialog(workbench).innerText()).includes("WebEditor"));
    await screenshot(workbench, "byid-session-address");
    const opening = page.context().waitForEvent("page");
    await press("Open in Browser");
    const editor = await opening;
    await editor.waitForURL(/WebEditor/);
    assert.ok(editor.url().endsWith(pathname.slice(pathname.lastIndexOf("/"))));
    await editor.close();
  });

  it("sends the named environment group, and shows it before", async () => {
    await runCommand(workbench, "Smartform Documents: Make Output of a Document…");
    await asks(workbench, "Exact name of the MetaFile");
    await answer(workbench, service.ready.demo.metaFile);
    await quickInput(workbench).getByText("Another document…").waitFor();
    await choose(service.ready.demo.document);
    await choose("HTML");
    await choose("No data");
    await choose("Environment group");
    await asks(workbench, "Enter the group's name or id.");
    await answer(workbench, "North");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "North" }).waitFor();
    await screenshot(workbench, "byid-group");
    await choose("Create the HTML");
    await activeTab(workbench, `${service.ready.demo.document}.html`).waitFor();
    assert.ok((await items("/ledger")).some(({ path }) => String(path).endsWith("/Test/html/create/jsondata/North")));
  });

  it("opens a stored document by its ids, and asks before it deletes one", async () => {
    await runCommand(workbench, "Smartform Documents: Open Stored Document by Its Ids…");
    await asks(workbench, "The document's JobId and DocId");
    await quickInput(workbench).locator("input:visible").first().fill("1002");
    await asks(workbench, "Write the JobId and the DocId");
    await answer(workbench, "1002/1");
    await choose("PDF");
    await page.locator(".tab", { hasText: "Stored document 1002-1 · PDF" }).waitFor();
    await webview(workbench).getByText("Decision on claim S-81").first().waitFor();
    await screenshot(workbench, "byid-stored");
    await runCommand(workbench, "Smartform Documents: Delete Stored Document by Its Ids…");
    await asks(workbench, "The document's JobId and DocId");
    await answer(workbench, "1002/1");
    await dialog(workbench).getByText("The document's current content is not known").waitFor();
    await screenshot(workbench, "byid-stored-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("store.delete"), 0);
    await runCommand(workbench, "Smartform Documents: Change Stored Document by Its Ids…");
    await asks(workbench, "The document's JobId and DocId");
    await answer(workbench, "1002/1");
    await asks(workbench, "Exact name of the");
    await answer(workbench, "Claims");
    await asks(workbench, "Columns to change");
    await tick("Decision");
    await page.keyboard.press("Enter");
    await asks(workbench, "Decision: the new value");
    await answer(workbench, "closed");
    await dialog(workbench).getByText("Decision: not known → “closed”").waitFor();
    await screenshot(workbench, "byid-stored-change");
    await press("Change It");
    await said("1 stored document was changed. The document was read again and holds what you entered.");
    await clear();
  });

  it("opens a table whose first search is refused, and says what to fill in", async () => {
    await service.control("POST", "/faults", { operation: "store.search", kind: "status", status: 400 });
    await runCommand(workbench, "Smartform Documents: Search the Document Store…");
    await choose("Claims");
    const table = webview(workbench);
    await table.getByText("fill in at least one box above, and press Enter").waitFor();
    await screenshot(workbench, "byid-store-refused");
    await service.control("DELETE", "/faults");
    await table.getByLabel("Claim number", { exact: true }).fill("S-81");
    await page.keyboard.press("Enter");
    await table.getByRole("gridcell", { name: "S-81" }).waitFor();
    await screenshot(workbench, "byid-store-asked");
    await runCommand(workbench, "View: Close All Editors");
    await service.control("POST", "/faults", { operation: "viewer.search", kind: "status", status: 400, times: 1 });
    await runCommand(workbench, "Smartform Documents: Search the Viewer Archive…");
    await choose("Letters");
    await asks(workbench, "User id that the viewer archive gets");
    await answer(workbench, "karin");
    await asks(workbench, "The archive may need a narrower search model");
    await screenshot(workbench, "byid-viewer-refused");
    await answer(workbench, '{"Year": 1998}');
    await webview(workbench).getByRole("gridcell", { name: "S-3" }).first().waitFor();
    await runCommand(workbench, "View: Close All Editors");
  });

  it("distributes by the plain call only from a request file, after a dialog that says what that means, and lists it", async () => {
    await openFile(workbench, "plain.distribution.json");
    await pressLens(workbench, "Distribute the document from JSON", dialog(workbench));
    await dialog(workbench)
      .getByText("This call has no GUID: if you send it again, the document is distributed a second time.")
      .waitFor();
    await screenshot(workbench, "byid-plain");
    await press("Distribute");
    await said("The document was accepted for distribution");
    await clear();
    assert.deepEqual(
      [
        await calls("distribution.sendJson"),
        (await items("/outbox")).filter(({ channel }) => channel === "distribution").length,
      ],
      [1, 1],
    );
    await runCommand(workbench, "Smartform Documents: Show Distributions…");
    await quickInput(workbench).getByText("Sent without a GUID.").waitFor();
    await screenshot(workbench, "byid-plain-listed");
    await page.keyboard.press("Escape");
  });

  it("never reveals the start address of a session", async () => {
    const parameter = (started[0] ?? "").split("/").at(-1) ?? "";
    assert.ok(parameter.length > 20 && !workbench.console.join("\n").includes(parameter));
  });
});
