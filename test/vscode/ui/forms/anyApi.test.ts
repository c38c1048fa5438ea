/**
 * A connection for a single API, in the window: the wizard makes it, views say which addresses it lacks, and an audit
 * event is sent from a file.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, openFile } from "../../editors.ts";
import { clickAway, dialog, notifications } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { openView, unfoldView } from "../../sideBar.ts";

const event = JSON.stringify(
  {
    operation: "audit.write",
    body: {
      customerId: "demo",
      logName: "CaseClosed",
      user: "claims-system",
      source: 15,
      level: 1,
      description: { case: "C-1" },
    },
  },
  undefined,
  2,
);

describe("a connection for one API", () => {
  let page: Page;

  const { service, workbench, it } = useService("any-api", {
    options: () => ({ files: { "closed.audit.json": event } }),
    begin: async () => {
      ({ page } = workbench);
      await openView(workbench, "Smartform");
    },
  });

  const lens = () => activeEditor(workbench).locator(".codelens-decoration a", { hasText: "Write the audit event" });
  const calls = async (): Promise<readonly string[]> =>
    (
      (await service.control("GET", "/ledger")).at("items") as readonly {
        readonly operation: string | null;
        readonly clientId?: string;
      }[]
    ).map(({ operation }) => operation ?? "none");

  /** Goes through the wizard, for the audit API alone. */
  async function signIn(name: string, client: "standard" | "audit", scope: string): Promise<void> {
    const { clientId, clientSecret } = service.client(client);
    const answers = [
      ["Name of the connection", name],
      ["Address of the token service", service.ready.authUrl],
      ["Address of the forms API", ""],
      ["Address of the audit API", service.ready.auditApiUrl],
      ["Address of the statistics API", ""],
      ["Address of the digital signing API", ""],
      ["Address of the archive API", ""],
      ["Address of the document editor API", ""],
      ["Client id", clientId],
      ["Scopes of the token", scope],
      ["Client secret", clientSecret],
    ] as const;
    for (const [prompt, value] of answers) {
      await asks(workbench, prompt);
      if (prompt === "Scopes of the token") await screenshot(workbench, "any-api-scopes");
      await answer(workbench, value);
    }
  }

  it("is signed in to by its token if its client can only write audit events, and says that nothing more can be shown", async () => {
    await page.getByRole("button", { name: "Sign In to a Service" }).first().click();
    await signIn("writer", "audit", "api.audit");
    await dialog(workbench).getByText("The token is ok.").waitFor();
    await dialog(workbench).getByText("Only its token can be tested without writing an event").waitFor();
    await screenshot(workbench, "any-api-token");
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await page.locator(".statusbar").getByText("Smartform writer (").waitFor();
  });

  it("shows in the views what it lacks, with a way to add it, and requests nothing", async () => {
    await page
      .getByText("This connection has no address for the forms API, which holds the Text Library.")
      .first()
      .waitFor();
    await unfoldView(workbench, "Smartforms");
    await page
      .getByText("This connection has no address for the forms API, which holds the Smartforms.")
      .first()
      .waitFor();
    await page
      .locator(".sidebar")
      .getByRole("button", { name: "Add Archive, Signing and More to the Connection" })
      .first()
      .waitFor();
    await screenshot(workbench, "any-api-lacks");
    assert.deepEqual(await calls(), ["token"]);
  });

  it("sends an audit event from a file as its client of type Audit, after a dialog", async () => {
    await openFile(workbench, "closed.audit.json");
    await lens().click();
    await dialog(workbench).getByText("This cannot be undone.").waitFor();
    await screenshot(workbench, "any-api-event");
    await dialog(workbench).getByRole("button", { name: "Write the audit event", exact: true }).click();
    await notifications(workbench)
      .getByText("The service answered, but that does not prove that it stored the event")
      .waitFor();
    await screenshot(workbench, "any-api-sent");
    assert.deepEqual(
      (await calls()).filter((operation) => operation !== "token"),
      ["audit.write"],
    );
    const day = new Date().toISOString().slice(0, 10);
    const found = await service.call("POST", "/audit/api/Audit", {
      body: { dateFrom: day, dateTo: day, search: "CaseClosed", take: 10 },
    });
    assert.equal(found.at("eventLogs.0.user"), "claims-system");
    await runCommand(workbench, "Notifications: Clear All Notifications");
  });

  it("says before the dialog that it has no client of type Audit, and offers to add one", async () => {
    await service.control("DELETE", "/ledger");
    await runCommand(workbench, "Smartform: Sign In to a Service…");
    await signIn("reader", "standard", "");
    await dialog(workbench).getByText("Host and token are ok.").waitFor();
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await page.locator(".statusbar").getByText("Smartform reader (").waitFor();
    assert.deepEqual(await calls(), ["token", "audit.search"]);
    await openFile(workbench, "closed.audit.json");
    await lens().click();
    await notifications(workbench).getByText("The connection reader has no client of type Audit.").waitFor();
    await screenshot(workbench, "any-api-no-audit-client");
    assert.equal(await dialog(workbench).count(), 0);
    await notifications(workbench).getByRole("button", { name: "Sign In an Audit Client" }).click();
    for (const [prompt, value] of [
      ["Address of the audit API", service.ready.auditApiUrl],
      ["Client id (type Audit", "nobody"],
      ["Secret of the client", "not the secret"],
    ] as const) {
      await asks(workbench, prompt);
      await answer(workbench, value);
    }
    // After the service refused the client, the wizard asks again for the answer that may be wrong.
    await clickAway(dialog(workbench).getByRole("button", { name: "Change the Answers" }));
    await asks(workbench, "Client id (type Audit");
    assert.equal(await quickInput(workbench).locator("input:visible").first().inputValue(), "nobody");
    await page.keyboard.press("Escape");
    assert.deepEqual(await calls(), ["token", "audit.search", "token"]);
  });

  it("gets the other APIs added, and loses nothing that was entered if a scope is refused", async () => {
    await page.locator(".statusbar").getByText("Smartform reader (").click();
    await asks(workbench, "Now: reader");
    await pick(workbench, "Add Archive, Signing and More to the Connection");
    for (const [prompt, value] of [
      ["Address of the forms API", service.ready.formsApiUrl],
      ["Address of the forms application", service.ready.formsAppUrl],
      ["Address of the audit API", service.ready.auditApiUrl],
      ["Address of the statistics API", ""],
      ["Address of the digital signing API", ""],
      ["Address of the archive API", ""],
      ["Address of the document editor API", ""],
      ["Scopes of the token", "Test"],
    ] as const) {
      await asks(workbench, prompt);
      await answer(workbench, value);
    }
    await dialog(workbench).getByText("Nothing was added to reader.").first().waitFor();
    await screenshot(workbench, "any-api-scope-refused");
    await clickAway(dialog(workbench).getByRole("button", { name: "Change the Answers" }));
    await asks(workbench, "Scopes of the token");
    assert.equal(await quickInput(workbench).locator("input:visible").first().inputValue(), "Test");
    await answer(workbench, "");
    await notifications(workbench).getByText("reader now has: forms, audit.").waitFor();
    await page.locator('.sidebar [role="treeitem"][aria-label^="Folder Claims"]').first().waitFor();
    await screenshot(workbench, "any-api-added");
  });
});
