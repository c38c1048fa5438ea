/** The Test Forms view: test forms are listed and read back, and deleted with a message that names what was deleted. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, hoverOver, openFile } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { answer, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { chooseFor, expand, pressOn, treeItem, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("test forms in their view", () => {
  let page: Page;

  const { service, workbench, it } = useService("test-forms", {
    options: () => {
      const request = { dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: { name: "Åsa Öberg" } };
      const changed = {
        dialogDefinitionId: service.ready.demo.smartforms.rules,
        values: {},
        dataTableValue: { claim: { number: "S-1", amount: 25_000 } },
      };
      return {
        files: {
          "accident.form.json": JSON.stringify(request, undefined, 2),
          "rules.form.json": JSON.stringify(changed),
        },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const calls = async (operation: string) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;
  const form = () => treeItem(workbench, "accident").first();

  it("lists the form that was made, with its content", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await notifications(workbench).getByText("A test form was created").waitFor();
    await unfoldView(workbench, "Test Forms");
    await form().waitFor();
    await expand(workbench, "accident");
    await treeItem(workbench, "nameÅsa").getByText("Åsa Öberg").waitFor();
    await screenshot(workbench, "test-forms");
  });

  it("reads it back in both shapes", async () => {
    await chooseFor(workbench, form(), "Read Form Back", activeEditor(workbench).getByText("asTheWebhookHasIt"));
    assert.match(await editorText(workbench), /"asPrinted"/);
    await screenshot(workbench, "test-form-read-back");
  });

  it("compares it with its request, if the rules changed what was sent", async () => {
    await openFile(workbench, "rules.form.json");
    await page.keyboard.press("F1");
    await answer(workbench, ">Smartform PDF: Create Test Form and Show PDF");
    const said = notifications(workbench).filter({
      hasText: "The Smartform’s rules changed the form’s data: caseWorker, claim.class, summary.",
    });
    await said.waitFor();
    await said.getByText("Compare with the Request").click();
    await activeTab(workbench, "rules.form.json: as written ↔ as stored").waitFor();
    await page.locator(".monaco-diff-editor .view-line", { hasText: "committee" }).first().waitFor();
    await screenshot(workbench, "test-form-compared");
  });

  it("deletes nothing at Enter, and after the word only what is named", async () => {
    const remove = async (ask: () => Promise<void>): Promise<void> => {
      await ask();
      await dialog(workbench).getByText("Delete the test form of accident?").waitFor();
    };
    await remove(async () => {
      await form().click();
      await page.keyboard.press("Delete");
    });
    await screenshot(workbench, "test-form-delete");
    await page.keyboard.press("Enter");
    await dialog(workbench).waitFor({ state: "detached" });
    assert.equal(await calls("forms.delete"), 0);
    await remove(() => pressOn(form(), "Delete Forms…"));
    await dialog(workbench).getByRole("button", { name: "Delete the Form", exact: true }).click();
    await notifications(workbench).getByText("Deleted the form ").waitFor();
    await form().waitFor({ state: "detached" });
    assert.equal(await calls("forms.delete"), 1);
    await screenshot(workbench, "test-forms-deleted");
  });

  it("passes on the marker of one whose answer was lost, since the service has no search for it", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await service.control("POST", "/faults", { operation: "forms.create", kind: "reset-after", times: 1 });
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await form().getByText("may exist").waitFor();
    const told = await hoverOver(workbench, form(), "The service cannot search for this marker.");
    await screenshot(workbench, "test-form-lost");
    const [, marker] = /smartformTest = ([\w-]+)/.exec(await told.innerText()) ?? [];
    await chooseFor(workbench, form(), "Copy Marker");
    await becomes(workbench, () => page.evaluate(() => navigator.clipboard.readText()), marker ?? "a marker");
  });
});
