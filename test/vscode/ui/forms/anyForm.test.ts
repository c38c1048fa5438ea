/**
 * Things that are opened by their ids: any form with its values and PDF until it is deleted, a Smartform with its
 * definition, and an audit event. Also a form that a request file creates.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, openFile, webview } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, asks, pick, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, expand, foldView, pressOn, runCommandOf, treeItem, unfoldView } from "../../sideBar.ts";
import { profileOf, signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("forms, Smartforms and audit events by their id", () => {
  let page: Page;
  let formId: string;

  const { service, workbench, it } = useService("any-form", {
    options: async () => {
      const { singleStep, multiStep } = service.ready.demo.smartforms;
      const make = async (path: string, dialogDefinitionId: string, values: object) =>
        String((await service.call("POST", path, { body: { dialogDefinitionId, values } })).at("id"));
      formId = await make("/Test/Integrations/dialog/json", singleStep, { name: "Åsa Öberg" });
      await make("/Integrations/dialog/json", multiStep, {});
      const made = {
        operation: "pdf.createForm",
        body: { dialogDefinitionId: singleStep, values: { name: "Karin Holm" } },
      };
      return {
        files: { "claim.forms.json": JSON.stringify(made, undefined, 2) },
        settings: { "smartform.connections": [profileOf(service, "strandby")] },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
      for (const other of ["Text Library", "Smartforms"]) await foldView(workbench, other);
      await unfoldView(workbench, "Test Forms");
    },
  });

  const opened = () => page.locator('.sidebar [role="treeitem"][aria-level="2"]', { hasText: "Claim report" }).first();
  const operations = async () =>
    (await service.control("GET", "/ledger")).at("items") as readonly {
      readonly operation: string | null;
      readonly path: string;
    }[];

  it("opens any form by its id, wherever it is filed", async () => {
    await runCommand(workbench, "Smartform Forms: Open Form by Its Id");
    await asks(workbench, "Id of the form, or the address of its page");
    await screenshot(workbench, "any-form-id");
    await answer(workbench, ` ${formId} `);
    await opened().getByText("Test", { exact: true }).waitFor();
    await treeItem(workbench, "nameÅsa").waitFor();
    // The view no longer shows the hint about creating forms, because it shows a form.
    assert.equal(await page.locator(".sidebar").getByText("This view lists the test forms that you create").count(), 0);
    await screenshot(workbench, "any-form-opened");
  });

  it("shows its PDF, and reads it back", async () => {
    await chooseFor(workbench, opened(), "Show PDF of a Form…", activeTab(workbench, "Claim report · PDF"));
    await webview(workbench).locator(".textLayer span").first().waitFor();
    await screenshot(workbench, "any-form-pdf");
    await chooseFor(workbench, opened(), "Read Form Back", activeEditor(workbench).getByText("asTheWebhookHasIt"));
  });

  it("says that somebody else may have filled it in before it is deleted, and deletes it after the word", async () => {
    await pressOn(opened(), "Delete Forms…");
    await dialog(workbench).getByText(`Delete the form ${formId} of Claim report?`).waitFor();
    for (const words of ["The form was not created from here", "filed under Test"])
      await dialog(workbench).getByText(words).waitFor();
    await screenshot(workbench, "any-form-delete");
    await dialog(workbench).getByRole("button", { name: "Delete the Form", exact: true }).click();
    await notifications(workbench).getByText(`Deleted the form Claim report (${formId}).`).waitFor();
    await treeItem(workbench, "Opened by id").waitFor({ state: "detached" });
    assert.equal((await operations()).filter(({ operation }) => operation === "forms.delete").length, 1);
  });

  it("explains an id that no environment shows", async () => {
    await runCommand(workbench, "Smartform Forms: Open Form by Its Id");
    await asks(workbench, "Id of the form, or the address of its page");
    await answer(workbench, formId);
    await notifications(workbench)
      .getByText(`strandby shows no form with the id ${formId} in any environment`)
      .waitFor();
    await screenshot(workbench, "any-form-none");
    await page.keyboard.press("Escape");
  });

  it("lists a form that a request file makes with its PDF, and finds it by its mark", async () => {
    await openFile(workbench, "claim.forms.json");
    await runCommand(workbench, "Smartform Forms: Send Request File");
    const said = notifications(workbench).filter({ hasText: "A form was created and is listed in Test Forms." });
    await said.waitFor();
    await treeItem(workbench, "claim").getByText("id not known").waitFor();
    await screenshot(workbench, "any-form-made");
    await said.getByText("Find Form").click();
    await treeItem(workbench, "nameKarin Holm").waitFor();
    await screenshot(workbench, "any-form-found");
    await pressOn(treeItem(workbench, "claim"), "Delete Forms…");
    await dialog(workbench).getByText("Delete the test form of claim?").waitFor();
    await dialog(workbench).getByRole("button", { name: "Delete the Form", exact: true }).click();
    await notifications(workbench).getByText("Deleted the form claim (").waitFor();
  });

  it("offers for a form in progress the same actions as for any other", async () => {
    await expand(workbench, "In progress");
    const step = page.locator('.sidebar [role="treeitem"][aria-level="2"]', { hasText: "Claim decision" }).first();
    await step.waitFor();
    await chooseFor(
      workbench,
      step,
      "Show PDF of a Form, Without Attachments…",
      activeTab(workbench, "Claim decision · PDF without attachments"),
    );
    await webview(workbench).locator(".textLayer span").first().waitFor();
    await screenshot(workbench, "any-form-in-progress");
  });

  it("shows the Smartforms of an environment, the definition of one, and the narrowed list", async () => {
    await unfoldView(workbench, "Smartforms");
    await runCommand(workbench, "Smartform Forms: Show Smartforms of an Environment");
    await asks(workbench, "Choose which Smartforms the view shows");
    await pick(workbench, "PreProduction");
    await page.locator(".sidebar .pane-header", { hasText: "PreProduction" }).waitFor();
    await screenshot(workbench, "smartforms-of-environment");
    await runCommand(workbench, "Smartform Forms: Show Smartforms of an Environment");
    await asks(workbench, "Choose which Smartforms the view shows");
    await pick(workbench, "Saved drafts");
    await page.locator(".sidebar .pane-header", { hasText: "drafts" }).waitFor();
    await chooseFor(
      workbench,
      treeItem(workbench, "Claim report"),
      "Show Definition of a Smartform…",
      activeTab(workbench, "Claim report.definition.json"),
    );
    await becomes(workbench, async () => /"id": "/.test(await editorText(workbench)), true);
    await screenshot(workbench, "smartform-definition");
    await runCommand(workbench, "Smartform Forms: Show Filtered Smartforms in Detail");
    await asks(workbench, "integration: narrows the list");
    await answer(workbench, "");
    await asks(workbench, "integrationobject: narrows the list");
    await answer(workbench, "no such object");
    await notifications(workbench).getByText("The service lists no Smartform for this request.").waitFor();
    assert.ok((await service.control("GET", "/ledger")).text.includes("integrationobject"));
  });

  it("opens an audit event by its id, and says if the company has none with this id", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { auditApiUrl } = service.ready;
    const found = await service.send("POST", `${auditApiUrl}/api/Audit`, {
      body: { dateFrom: today, dateTo: today, take: 1 },
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    for (const id of ["00000000-0000-4000-8000-000000000000", String(found.at("eventLogs.0.id"))]) {
      await runCommandOf(workbench, "Audit", "Smartform Statistics and Audit: Open Audit Event by Its Id");
      await asks(workbench, "Id of the audit event");
      await answer(workbench, id);
      if (id.startsWith("00000000"))
        await notifications(workbench).getByText("The company has no event with this id.").waitFor();
    }
    await activeTab(workbench, "audit-event.json").waitFor();
    await becomes(workbench, async () => /"logName": "/.test(await editorText(workbench)), true);
    await screenshot(workbench, "audit-event-by-id");
  });
});
