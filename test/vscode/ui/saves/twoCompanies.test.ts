/**
 * Two companies in one window: everything that is still on the screen when the author switches continues in its own
 * company, or does nothing.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeTab, editorText, focusEditor, openFile, pressLens, replaceText, webview } from "../../editors.ts";
import { libraryItem, openText } from "../../library.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, asks, pick, quickInput, reloadWindow, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { setUserSettings } from "../../settings.ts";
import { chooseFor, openView, runCommandOf, unfold } from "../../sideBar.ts";
import { profileOf } from "../../signIn.ts";
import { becomes, waitForBackup } from "../../waiting.ts";

const texts = "/Integrations/textlibrary/texts";

interface Found {
  readonly id: string;
  readonly code: string;
}

describe("two companies", () => {
  let page: Page;
  let connections: readonly ReturnType<typeof profileOf>[];

  const { service, workbench, it } = useService("two-companies", {
    options: () => {
      const profile = profileOf(service, "strandby");
      connections = [profile, { ...profile, name: "nordby", clientId: service.client("other").clientId }];
      return {
        files: { "letter.sft": "" },
        settings: { "smartform.connections": connections },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await openView(workbench, "Smartform");
    },
  });

  const codes = async (as: "standard" | "other", query: string): Promise<readonly string[]> =>
    (
      (await service.call("GET", `/Integrations/textlibrary/search?q=${query}`, { as })).at(
        "texts.items",
      ) as readonly Found[]
    )
      .map(({ code }) => code)
      .filter((code) => code.startsWith(query));
  const writesAs = async (as: "standard" | "other"): Promise<readonly string[]> => {
    const items = (await service.control("GET", "/ledger")).at("items") as readonly {
      readonly method: string;
      readonly path: string;
      readonly clientId?: string;
    }[];
    return items
      .filter(
        ({ method, path, clientId }) =>
          method !== "GET" && !path.endsWith("/connect/token") && clientId === service.client(as).clientId,
      )
      .map(({ method, path }) => `${method} ${path}`);
  };

  async function switchTo(name: "strandby" | "nordby"): Promise<void> {
    await runCommand(workbench, "Smartform: Switch Connection");
    await asks(workbench, "Now: ");
    await pick(workbench, name);
    await page.locator(".statusbar").getByText(`Smartform ${name}`).waitFor();
    // Waits until the library has loaded, because its rows are redrawn until then, and an open menu would lose its row.
    await page.locator(".sidebar .pane-header", { hasText: `${name} · last read` }).waitFor();
  }

  async function signInTo(name: "strandby" | "nordby", as: "standard" | "other"): Promise<void> {
    await runCommand(workbench, "Smartform: Switch Connection");
    await asks(workbench, "Now: ");
    await pick(workbench, name);
    await asks(workbench, "Client secret");
    await answer(workbench, service.client(as).clientSecret);
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await page.locator(".statusbar").getByText(`Smartform ${name}`).waitFor();
    await libraryItem(workbench, "Folder Claims").waitFor();
  }

  /**
   * Finds a notification in the notification centre, which still has the notifications that are no longer on the
   * screen.
   */
  async function standing(words: string | RegExp): Promise<Locator> {
    const list = page.locator(".notifications-center .notification-list-item");
    const found = list.filter({ hasText: words }).first();
    // Opens the centre again if needed, because a click on a button closes it, and the result may appear before or
    // after that.
    await becomes(
      workbench,
      async () => {
        if (!(await list.first().isVisible())) await runCommand(workbench, "Notifications: Show Notifications");
        return found.isVisible();
      },
      true,
    );
    return found;
  }

  it("signs in to both", async () => {
    await signInTo("nordby", "other");
    await signInTo("strandby", "standard");
    await libraryItem(workbench, "Folder Policies").waitFor();
  });

  const boxes: readonly (readonly [command: string, prompt: string, id: string, view: string])[] = [
    [
      "Smartform Forms: Open Form by Its Id",
      "Id of the form, or the address of its page",
      "0f0e0d0c-0b0a-4908-8706-050403020100",
      "Smartforms",
    ],
    [
      "Smartform Statistics and Audit: Open Audit Event by Its Id",
      "Id of the audit event",
      "0f0e0d0c-0b0a-4908-8706-050403020101",
      "Audit",
    ],
    [
      "Smartform Signing: Open Signing Order by Its Id",
      "Id of the signing order",
      "0f0e0d0c-0b0a-4908-8706-050403020102",
      "Signing",
    ],
    [
      "Smartform Documents: Open Editing Session by Its Id",
      "Id of the editing session",
      "session-of-strandby",
      "Documents",
    ],
  ];
  it("requests no id if its connection was given to another company while the box was open", async () => {
    // Only the first company has this folder, so it shows whose library the tree lists.
    const policies = libraryItem(workbench, "Folder Policies");
    const pointTo = async (as: "standard" | "other"): Promise<void> => {
      const { clientId } = service.client(as);
      await setUserSettings(workbench, {
        "smartform.connections": connections.map((each) => ({
          ...each,
          documentsEnvironment: "Test",
          ...(each.name === "strandby" && { clientId }),
        })),
      });
      await policies.waitFor({ state: as === "other" ? "detached" : "visible" });
    };
    await openFile(workbench, "letter.sft");
    await pointTo("standard");
    for (const [command, prompt, id, view] of boxes) {
      await runCommandOf(workbench, view, command);
      await asks(workbench, prompt);
      // Opens the library, because its rows show which company the connection leads to.
      await openView(workbench, "Smartform");
      await service.control("DELETE", "/ledger");
      await pointTo("other");
      await asks(workbench, prompt);
      await answer(workbench, id);
      // Waits until the box is closed. It may still be validating its input, and the palette, which opens the
      // notification centre, would close it too early.
      await becomes(workbench, () => quickInput(workbench).count(), 0);
      await standing(/This belongs to .* Nothing was done\.|the connection was changed or closed in the meantime/);
      await screenshot(workbench, `two-companies-${id}`);
      const asked = (await service.control("GET", "/ledger")).at("items") as readonly { readonly path: string }[];
      assert.deepEqual(
        asked.filter(({ path }) => path.includes(id)),
        [],
        command,
      );
      await runCommand(workbench, "Notifications: Clear All Notifications");
      await pointTo("standard");
    }
  });

  it("undoes a deletion only in its own library, and offers the way there", async () => {
    await switchTo("strandby");
    for (const row of ["Folder Claims", "Subfolder Questions"]) await unfold(libraryItem(workbench, row));
    await chooseFor(workbench, libraryItem(workbench, "Text photo"), "Delete Text…", dialog(workbench));
    await dialog(workbench).getByRole("button", { name: "Delete the Text" }).click();
    await notifications(workbench).filter({ hasText: "photo is deleted" }).waitFor();
    assert.deepEqual(await codes("standard", "photo"), []);
    await switchTo("nordby");
    await service.control("DELETE", "/ledger");
    await (await standing("photo is deleted")).getByRole("button", { name: "Undo" }).click();
    const refusal = await standing(
      "photo belongs to strandby, and this window is connected to nordby. Nothing was done.",
    );
    await screenshot(workbench, "two-companies-undo");
    await becomes(workbench, () => quickInput(workbench).count(), 0);
    assert.deepEqual([await writesAs("other"), await writesAs("standard")], [[], []]);
    await refusal.getByRole("button", { name: "Switch to strandby and Try Again" }).click();
    await becomes(workbench, () => codes("standard", "photo"), ["photo"]);
    await page.locator(".statusbar").getByText("Smartform strandby").waitFor();
    assert.deepEqual([await writesAs("other"), await codes("other", "photo")], [[], []]);
  });

  it("saves what an author wrote as a new text only in its own library", async () => {
    await switchTo("strandby");
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text witness"], "en");
    await replaceText(workbench, "Words of strandby alone.");
    const [{ id }] = (
      (await service.call("GET", "/Integrations/textlibrary/search?q=witness")).at("texts.items") as readonly Found[]
    ).filter(({ code }) => code === "witness") as [Found];
    assert.equal((await service.call("DELETE", `${texts}/${id}`)).status, 204);
    await page.keyboard.press("Control+S");
    await standing("The service no longer shows witness");
    await switchTo("nordby");
    await service.control("DELETE", "/ledger");
    await (
      await standing("The service no longer shows witness")
    )
      .getByRole("button", { name: "Save as New Text" })
      .click();
    const refusal = await standing(
      "witness belongs to strandby, and this window is connected to nordby. Nothing was done.",
    );
    await screenshot(workbench, "two-companies-new-text");
    await becomes(workbench, () => quickInput(workbench).count(), 0);
    await refusal.getByRole("button", { name: "Switch to strandby and Try Again" }).click();
    await asks(workbench, "Folder for witness");
    await pick(workbench, "Claims / Questions");
    await asks(workbench, "Unique in its top folder");
    await answer(workbench, "witness-again");
    await becomes(workbench, () => codes("standard", "witness-again"), ["witness-again"]);
    await standing("witness-again is in the library, live for everyone, in");
    // The tab of the deleted text continues with the new text, which has the same words.
    await page.locator(".tabs-container .tab", { hasText: "witness.en" }).waitFor({ state: "detached" });
    await activeTab(workbench, "witness-again.en", "clean").waitFor();
    await screenshot(workbench, "two-companies-goes-on");
    assert.deepEqual([await writesAs("other"), await codes("other", "witness")], [[], []]);
  });

  it("shows above a text of the other company, and before it is saved, whose it is", async () => {
    await switchTo("strandby");
    await openText(workbench, ["Folder Claims", "Text letter"], "en");
    await switchTo("nordby");
    const lens = page.locator(".editor-group-container.active .codelens-decoration");
    await lens.filter({ hasText: "This text is from strandby, but this window uses nordby" }).waitFor();
    await screenshot(workbench, "two-companies-elsewhere");
    await focusEditor(workbench);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("x");
    await service.control("DELETE", "/ledger");
    await runCommand(workbench, "File: Save All");
    await dialog(workbench).getByText("letter (en) in claims, in the library of strandby").waitFor();
    await dialog(workbench).getByRole("button", { name: "Keep in the Editor" }).click();
    await page.keyboard.press("Control+Z");
    assert.deepEqual([await writesAs("other"), await writesAs("standard")], [[], []]);
    await pressLens(workbench, "Switch to strandby", page.locator(".statusbar").getByText("Smartform strandby"));
    await page.locator(".statusbar").getByText("Smartform strandby").waitFor();
    await lens.filter({ hasText: "A text of strandby" }).waitFor({ state: "detached" });
  });

  it("writes an audit event from a table as the client of the table's company", async () => {
    await switchTo("strandby");
    await runCommand(workbench, "Smartform: Sign In an Audit Client");
    await asks(workbench, "Address of the audit API");
    await answer(workbench, service.ready.auditApiUrl);
    await asks(workbench, "Client id (type Audit");
    await answer(workbench, service.client("audit").clientId);
    await asks(workbench, "Secret of the client of type Audit");
    await answer(workbench, service.client("audit").clientSecret);
    await standing("The Audit client of strandby is signed in.");
    await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
    await webview(workbench).getByRole("grid", { name: "Audit of strandby" }).waitFor();
    await switchTo("nordby");
    await webview(workbench).getByRole("button", { name: "Write an Event…" }).click();
    await asks(workbench, "Event name; searches find the event by this name");
    await quickInput(workbench).getByText("Write an Audit Event · strandby").first().waitFor();
    await screenshot(workbench, "two-companies-audit");
    await page.keyboard.press("Escape");
  });

  it("keeps a draft in its library if its connection is pointed at another one and the window is reloaded", async () => {
    await switchTo("strandby");
    await openText(workbench, ["Folder Claims", "Text letter"], "en");
    await replaceText(workbench, "A draft of strandby.");
    await waitForBackup(workbench, "A draft of strandby.");
    const refusal = "the connection strandby no longer leads to the service and client that this text came from";
    // Reloads the window with another client, and signs in again, because VS Code in a browser keeps no secret across a
    // reload.
    const pointTo = async (as: "standard" | "other"): Promise<void> => {
      const { clientId } = service.client(as);
      await setUserSettings(workbench, {
        "smartform.connections": connections.map((each) => (each.name === "strandby" ? { ...each, clientId } : each)),
      });
      await reloadWindow(workbench);
      await activeTab(workbench, "letter.en", "dirty").waitFor();
      await signInTo("strandby", as);
    };
    await pointTo("other");
    await service.control("DELETE", "/ledger");
    await focusEditor(workbench);
    await page.keyboard.press("Control+S");
    await standing(refusal);
    await screenshot(workbench, "two-companies-repointed");
    await activeTab(workbench, "letter.en", "dirty").waitFor();
    assert.equal(await editorText(workbench), "A draft of strandby.");
    assert.deepEqual([await writesAs("other"), await writesAs("standard")], [[], []]);
    // When the connection leads back to the first company, the draft can be saved. Its base is still the version that
    // it began from.
    await pointTo("standard");
    await focusEditor(workbench);
    await page.keyboard.press("Control+S");
    await activeTab(workbench, "letter.en", "clean").waitFor();
    const [write, ...others] = await writesAs("standard");
    assert.deepEqual([await writesAs("other"), others], [[], []]);
    assert.ok(write !== undefined);
  });
});
