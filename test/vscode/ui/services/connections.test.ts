/**
 * A connection in use, from the status bar: it is tested service by service, its secret is replaced only with one that
 * works, and the author signs out of it.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, openFile, replaceText } from "../../editors.ts";
import { libraryItem, openText } from "../../library.ts";
import { dialog, notifications, told } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { openView, selectRow, treeItem, unfoldView } from "../../sideBar.ts";

describe("a connection", () => {
  let page: Page;

  const { service, workbench, it } = useService("connections", {
    options: () => ({
      files: {
        "accident.form.json": JSON.stringify({
          dialogDefinitionId: service.ready.demo.smartforms.singleStep,
          values: { name: "Åsa Öberg" },
        }),
      },
    }),
    begin: async () => {
      ({ page } = workbench);
      await openView(workbench, "Smartform");
    },
  });

  const fromStatusBar = async (label: string): Promise<void> => {
    await page.locator(".statusbar").getByText("Smartform strandby").click();
    await asks(workbench, "Now: strandby");
    await pick(workbench, label);
  };
  const tokens = async (): Promise<number> =>
    ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[]).filter(
      ({ operation }) => operation === "token",
    ).length;

  it("loses nothing that was entered if the secret is wrong, and asks again for the doubtful value", async () => {
    const { clientId, clientSecret } = service.client("standard");
    const { authUrl, formsApiUrl, formsAppUrl } = service.ready;
    await page.getByRole("button", { name: "Sign In to a Service" }).first().click();
    const answers = [
      ["Name of the connection", "strandby"],
      ["Address of the token service", authUrl],
      ["Address of the forms API", formsApiUrl],
      ["Address of the forms application", formsAppUrl],
      ["Client id", clientId],
      ["Client secret", "not the secret"],
    ] as const;
    for (const [prompt, value] of answers) {
      await asks(workbench, prompt);
      await answer(workbench, value);
    }
    await dialog(workbench).getByText("the sign-in was refused").first().waitFor();
    await screenshot(workbench, "connections-not-signed-in");
    await dialog(workbench).getByRole("button", { name: "Change the Answers" }).click();
    await asks(workbench, "Client id");
    assert.equal(await quickInput(workbench).locator("input:visible").first().inputValue(), clientId);
    await page.keyboard.press("Enter");
    // The wizard asks for the scopes too, because a refused client may need another scope.
    await asks(workbench, "Scopes of the token");
    await page.keyboard.press("Enter");
    await asks(workbench, "Client secret");
    await answer(workbench, clientSecret);
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await libraryItem(workbench, "Folder Claims").waitFor();
  });

  it("offers all its actions from the status bar", async () => {
    await page.locator(".statusbar").getByText("Smartform strandby").click();
    await asks(workbench, "Now: strandby");
    // A screen reader reads the words of a row, but not the name of its icon.
    assert.equal(
      await quickInput(workbench).locator(".monaco-list-row").first().getAttribute("aria-label"),
      "Sandbox, on this computer · no environment: drafts are used",
    );
    assert.equal(await quickInput(workbench).locator(".monaco-list-row .codicon-beaker").count(), 1);
    await screenshot(workbench, "connections-list");
    await page.keyboard.press("Escape");
  });

  it("is tested service by service, and says what was not asked and why", async () => {
    await service.control("POST", "/faults", { operation: "textlibrary.folders.list", kind: "status", status: 403 });
    await fromStatusBar("Test Connection");
    await quickInput(workbench)
      .getByText("Failed: Text Library.")
      .or(quickInput(workbench).getByPlaceholder("Failed: Text Library."))
      .first()
      .waitFor();
    await quickInput(workbench).getByText("The connection has no address for this service.").first().waitFor();
    await screenshot(workbench, "connections-test");
    await page.keyboard.press("Escape");
    await service.control("DELETE", "/faults");
  });

  it("keeps the working secret until another one was tested", async () => {
    await fromStatusBar("Replace Client Secret");
    await asks(workbench, "New secret of the client");
    assert.equal(await quickInput(workbench).locator("input:visible").first().getAttribute("type"), "password");
    await answer(workbench, "not the secret");
    await dialog(workbench).getByText("Not signed in.").first().waitFor();
    await screenshot(workbench, "connections-secret-refused");
    await dialog(workbench).getByRole("button").first().click();
    await fromStatusBar("Test Connection");
    await quickInput(workbench)
      .getByPlaceholder("none failed")
      .or(quickInput(workbench).getByText("none failed"))
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    const before = await tokens();
    await fromStatusBar("Replace Client Secret");
    await asks(workbench, "New secret of the client");
    await answer(workbench, service.client("standard").clientSecret);
    await notifications(workbench).getByText("works and has replaced the old one").first().waitFor();
    assert.ok((await tokens()) > before, "the new secret was tested");
  });

  it("says in the status bar that it got no answer, and what to do, until it gets one", async () => {
    const bar = page.locator(".statusbar-item.warning-kind", { hasText: /Smartform strandby .* · no answer/ });
    for (const kind of ["reset-before", "reset-after"]) {
      await service.control("POST", "/faults", { kind });
      await runCommand(workbench, "Smartform Forms: Refresh Smartforms");
      await bar.waitFor();
      await screenshot(workbench, "connections-no-answer");
      await service.control("DELETE", "/faults");
      await runCommand(workbench, "Smartform Forms: Refresh Smartforms");
      await bar.waitFor({ state: "detached" });
    }
    await service.control("POST", "/faults", { operation: "token", kind: "status", status: 400 });
    await service.control("POST", "/clock", { advanceMs: 4_000_000 });
    await runCommand(workbench, "Smartform Forms: Refresh Smartforms");
    await page
      .locator(".statusbar-item.warning-kind", { hasText: /Smartform strandby .* · sign-in refused/ })
      .waitFor();
    await screenshot(workbench, "connections-refused");
    await service.control("DELETE", "/faults");
  });

  it("says in the status bar that it is signed out if the settings name another client, for which there is no secret", async () => {
    const file = join(workbench.data, "data", "Machine", "settings.json");
    const before = await readFile(file, "utf8");
    await writeFile(file, before.replace(service.client("standard").clientId, "another-client"));
    const bar = page.locator(".statusbar-item.warning-kind", { hasText: /Smartform strandby .* · signed out/ });
    await bar.waitFor();
    // A view that cannot be read says what to do, but does not offer Refresh, which would not help.
    const smartforms = page.locator(".sidebar .pane", { hasText: "Smartforms" });
    await smartforms.getByText("You are signed out of strandby").waitFor();
    assert.equal(await smartforms.getByText("choose Refresh").count(), 0);
    await screenshot(workbench, "connections-out");
    // A command that needs a sign-in offers one.
    await runCommand(workbench, "Smartform Library: New Folder…");
    // The pattern includes the button, because VS Code may also show these words, without a button, for a row that
    // could not be read.
    const offer = await told(workbench, /Sign In….*You are signed out of strandby/s);
    await offer.getByRole("button", { name: "Sign In…" }).click();
    // The message names a connection, so the author is not asked for its name again. The box says where the secret will
    // go.
    await asks(workbench, "Client secret");
    await quickInput(workbench).getByText("Sign In to strandby (").first().waitFor();
    await quickInput(workbench).getByText("client another-client").first().waitFor();
    await page.keyboard.press("Escape");
    await writeFile(file, before);
    await bar.waitFor({ state: "detached" });
    await page.locator(".statusbar").getByText("Smartform strandby (").waitFor();
  });

  it("can be signed out of, and then calls nothing", async () => {
    await fromStatusBar("Sign Out");
    await page.locator(".statusbar").getByText("Smartform: not connected").waitFor();
    await screenshot(workbench, "connections-signed-out");
  });

  it("is marked as signed out in the list, and asks only for its secret; its environment stays", async () => {
    const list = async (shown: string, now: string): Promise<void> => {
      await page.locator(".statusbar").getByText(shown).click();
      await asks(workbench, `Now: ${now}`);
    };
    await list("Smartform: not connected", "not connected");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "signed out" }).first().waitFor();
    await screenshot(workbench, "connections-list-signed-out");
    await pick(workbench, "strandby");
    await asks(workbench, "Client secret");
    await page.keyboard.press("Escape");
    // The command asks for the connection first, and then only for the secret.
    await runCommand(workbench, "Smartform: Sign In to a Service…");
    await asks(workbench, "Connections that you are signed out of");
    await screenshot(workbench, "connections-sign-in-again");
    await pick(workbench, "strandby");
    await asks(workbench, "Client secret");
    // If the secret is wrong, the wizard asks again for the secret only, because it asked for nothing else.
    await answer(workbench, "not the secret");
    await dialog(workbench).getByRole("button", { name: "Change the Answers" }).click();
    await asks(workbench, "Client secret");
    await answer(workbench, service.client("standard").clientSecret);
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await list("Smartform strandby", "strandby");
    await pick(workbench, "Choose Environment");
    await asks(workbench, "Now: no environment");
    await quickInput(workbench).getByText("Production", { exact: true }).first().click();
    await page.locator(".statusbar").getByText("PRODUCTION").waitFor();
    await list("PRODUCTION", "strandby");
    await pick(workbench, "Sandbox");
    await page.locator(".statusbar").getByText("Smartform SANDBOX · drafts").waitFor();
    await list("Smartform SANDBOX", "sandbox");
    await quickInput(workbench)
      .locator(".monaco-list-row", { hasText: "strandby" })
      .getByText("· Production")
      .waitFor();
    await screenshot(workbench, "connections-list-production");
    await answer(workbench, "strandby");
    await page.locator(".statusbar").getByText("PRODUCTION").waitFor();
    await screenshot(workbench, "connections-production");
  });

  it("makes a form in Production only after the dialog, with its name typed", async () => {
    const forms = async (): Promise<number> =>
      ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[]).filter(
        ({ operation }) => operation === "forms.create",
      ).length;
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await dialog(workbench).getByText("Create this form of Claim report?").waitFor();
    await dialog(workbench).getByText("Environment: Production").waitFor();
    await screenshot(workbench, "connections-production-form");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await forms(), 0);
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await dialog(workbench).getByRole("button", { name: "Create the Form", exact: true }).click();
    await asks(workbench, "Type Production to go on");
    await answer(workbench, "Production");
    await notifications(workbench).getByText("A form was created in Production").first().waitFor();
    assert.equal(await forms(), 1);
  });

  it("deletes a form in Production only after the same word", async () => {
    const deleted = async (): Promise<number> =>
      ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[]).filter(
        ({ operation }) => operation === "forms.delete",
      ).length;
    await unfoldView(workbench, "Test Forms");
    await selectRow(treeItem(workbench, "accident"));
    const remove = async (word: string): Promise<void> => {
      await page.keyboard.press("Delete");
      await dialog(workbench).getByRole("button", { name: "Delete the Form", exact: true }).click();
      await asks(workbench, "Type Production to go on");
      await screenshot(workbench, "connections-production-delete");
      await answer(workbench, word);
    };
    await remove("accident");
    await page.keyboard.press("Escape");
    assert.equal(await deleted(), 0);
    await selectRow(treeItem(workbench, "accident"));
    await remove("Production");
    await notifications(workbench).getByText("Deleted the form accident (").first().waitFor();
    assert.equal(await deleted(), 1);
  });

  it("appears in a problem report with its lines of the log, and without its name or address", async () => {
    await runCommand(workbench, "Smartform: Report a Problem");
    await activeEditor(workbench).getByText("Report of a problem").first().waitFor();
    await focusEditor(workbench);
    await activeEditor(workbench).getByText("forms.create: POST").first().waitFor();
    await screenshot(workbench, "connections-report");
    const report = await editorText(workbench);
    assert.doesNotMatch(report, /strandby|127\.0\.0\.1/);
  });

  it("is removed after a word that says what stays: it leaves the settings, and an unsaved text keeps its content", async () => {
    await openText(workbench, ["Folder Claims", "Text intro"], "en");
    await replaceText(workbench, "Not saved yet.");
    const remove = async (): Promise<void> => {
      await runCommand(workbench, "Smartform: Remove Connection");
      await asks(workbench, "Connection to remove");
      await pick(workbench, "strandby");
      await dialog(workbench).getByText("Remove the connection strandby?").waitFor();
    };
    await remove();
    await dialog(workbench).getByText("1 open text of this connection has unsaved changes").waitFor();
    await screenshot(workbench, "connections-remove");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    await page.locator(".statusbar").getByText("PRODUCTION").waitFor();
    await remove();
    await dialog(workbench).getByRole("button", { name: "Remove the Connection", exact: true }).click();
    await notifications(workbench).getByText("The connection strandby is removed.").waitFor();
    await page.locator(".statusbar").getByText("Smartform: not connected").waitFor();
    await runCommand(workbench, "Smartform: Remove Connection");
    await notifications(workbench)
      .getByText("You have no connection to a service, so there is nothing to remove.")
      .waitFor();
    await screenshot(workbench, "connections-removed");
    await activeTab(workbench, "intro", "dirty").waitFor();
    await activeEditor(workbench).getByText("Not saved yet.").first().waitFor();
  });
});
