/**
 * A request that reaches people: every question can be dismissed, nothing is sent before the last yes, and then only to
 * the receivers that the dialog named.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, openFile } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";

describe("forms that notify people", () => {
  let page: Page;

  const { service, workbench, it } = useService("notify", {
    options: () => {
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        notification: {
          sendEmail: true,
          sendSms: false,
          participatingParties: [
            { id: "customer", name: "Åsa Öberg", email: "asa@example.com" },
            { id: "Case worker", name: "Bo Ek", email: "bo@example.com" },
          ],
        },
      };
      return { files: { "notice.form.json": JSON.stringify(request, undefined, 2) } };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const created = async () => (await items("/ledger")).filter(({ operation }) => operation === "forms.create").length;
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const begin = async () => {
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await dialog(workbench).getByText("This request does more than create a test form").waitFor();
  };

  it("asks first, and sends nothing at Escape", async () => {
    await openFile(workbench, "notice.form.json");
    await activeEditor(workbench).locator(".codelens-decoration", { hasText: "Create test form" }).waitFor();
    await begin();
    await screenshot(workbench, "notify-reach");
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await created(), 0);
  });

  it("names who is left out, then every receiver, and sends nothing at Enter", async () => {
    await begin();
    await press("Create as Written…");
    await quickInput(workbench).getByText("Private secret").first().waitFor();
    await screenshot(workbench, "notify-secret");
    await answer(workbench, "");
    await dialog(workbench).getByText("Only the first party would be notified").waitFor();
    await dialog(workbench).getByText("Bo Ek: the party Case worker").waitFor();
    await screenshot(workbench, "notify-left-out");
    await press("Notify Only the First");
    await dialog(workbench).getByText("Create this form of Claim report?").waitFor();
    await dialog(workbench).getByText("asa@example.com").waitFor();
    assert.doesNotMatch(await dialog(workbench).innerText(), /bo@example\.com/);
    await screenshot(workbench, "notify-consent");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await created(), 0);
    assert.deepEqual(await items("/outbox"), []);
  });

  it("sends after the word, to the receiver that it named, and says so", async () => {
    await begin();
    await press("Create as Written…");
    await quickInput(workbench).getByText("Private secret").first().waitFor();
    await answer(workbench, "");
    await press("Notify Only the First");
    await press("Create and Notify");
    await notifications(workbench)
      .filter({ hasText: "asked to notify 1 party; 1 party in the request was left out" })
      .waitFor();
    await screenshot(workbench, "notify-done");
    assert.equal(await created(), 1);
    assert.deepEqual(
      (await items("/outbox")).map(({ channel, to }) => ({ channel, to })),
      [{ channel: "email", to: "asa@example.com" }],
    );
  });
});
