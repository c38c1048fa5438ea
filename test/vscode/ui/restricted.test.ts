/** Restricted Mode: the views say so, and no service gets a request until the workspace is trusted. */
import assert from "node:assert/strict";
import { useService } from "../story.ts";
import { openFile, squiggles } from "../editors.ts";
import { runCommand, quickInput } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";

describe("Restricted Mode", () => {
  const { service, workbench, it } = useService("restricted", {
    options: () => {
      const { authUrl, formsApiUrl, formsAppUrl } = service.ready;
      const { clientId } = service.client("standard");
      return {
        files: { "letter.sft": "Dear [[customer]],\n" },
        trusted: false,
        settings: { "smartform.connections": [{ name: "strandby", authUrl, formsApiUrl, formsAppUrl, clientId }] },
      };
    },
  });

  it("says so, checks local files, and calls nobody", async () => {
    const { page } = workbench;
    await openFile(workbench, "letter.sft");
    await squiggles(workbench, "error").first().waitFor();
    await openView(workbench, "Smartform");
    await page.locator(".sidebar").getByText("This workspace is in Restricted Mode").first().waitFor();
    await page.locator(".part.statusbar").getByText("Smartform").first().waitFor();
    await screenshot(workbench, "restricted");
    await runCommand(workbench, "Smartform: Switch Connection…");
    await quickInput(workbench).getByText("strandby").waitFor();
    await quickInput(workbench).getByText("strandby").click();
    await page.locator(".notifications-toasts").getByText("Restricted Mode").waitFor();
    await screenshot(workbench, "restricted-refusal");
    assert.deepEqual((await service.control("GET", "/ledger")).at("items"), []);
  });
});
