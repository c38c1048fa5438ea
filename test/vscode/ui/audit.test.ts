/**
 * Audit in VS Code: a second client writes events. A table of events is searched, opened and followed, with keyboard
 * and screen reader, in every theme.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { readable } from "../contrast.ts";
import { oneLine } from "../bars.ts";
import { drawn } from "../pixels.ts";
import { useService } from "../story.ts";
import { activeTab, editorText, webview } from "../editors.ts";
import { dialog, notifications } from "../messages.ts";
import { answer, pick, quickInput, runCommand } from "../palette.ts";
import { runCommandOf } from "../sideBar.ts";
import { screenshot } from "../pictures.ts";
import { signIn } from "../signIn.ts";
import { becomes } from "../waiting.ts";

describe("audit", () => {
  let page: Page;

  const { service, workbench, it } = useService("audit", {
    options: async () => {
      const at = Date.now() - 3_600_000;
      await service.control("POST", "/audit/events", {
        events: Array.from({ length: 1500 }, (_, index) => ({
          logName: index % 3 === 0 ? "CaseShut" : "CaseOpened",
          createdDate: new Date(at - index * 1000).toISOString(),
          user: index % 5 === 0 ? "karin.holm" : "<img src=x onerror=alert(1)>",
          category: "Claims",
          description: { case: `C-${index}` },
        })),
      });
      return { files: { "a.sft": "x" }, env: { TZ: "Europe/Stockholm" } };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const table = () => webview(workbench);
  const status = () => table().locator("#status").innerText();
  const step = async (prompt: string, text: string): Promise<void> => {
    await quickInput(workbench).getByText(prompt).waitFor();
    await answer(workbench, text);
  };
  const choose = async (prompt: string, label: string): Promise<void> => {
    await quickInput(workbench).locator(`input[placeholder^="${prompt}"]`).waitFor();
    await pick(workbench, label);
  };
  const theme = async (name: string, className: string): Promise<void> => {
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({ "workbench.colorTheme": name }),
    );
    await page.locator(`.monaco-workbench.${className}`).waitFor();
    await table()
      .locator(
        `body.vscode-${{ vs: "light", "vs-dark": "dark", "hc-black": "high-contrast", "hc-light": "high-contrast-light" }[className] ?? ""}`,
      )
      .waitFor();
  };

  it("signs in the second client with its own secret (T91)", async () => {
    await runCommand(workbench, "Smartform: Sign In an Audit Client");
    const { clientId, clientSecret } = service.client("audit");
    await step("Address of the audit API", service.ready.auditApiUrl);
    await quickInput(workbench).getByText("Client id (type Audit").waitFor();
    await answer(workbench, service.client("standard").clientId);
    await quickInput(workbench).getByText("This is the client of type Standard").waitFor();
    await answer(workbench, clientId);
    await step("Secret of the client of type Audit", clientSecret);
    await notifications(workbench).getByText("The Audit client of strandby is signed in.").waitFor();
    await page.keyboard.press("Escape");
  });

  it("shows events page by page, opens one by keyboard, and copies text as text", async () => {
    await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
    await table().getByText("Received (Europe/Stockholm)").waitFor();
    await becomes(workbench, async () => /^200 of 1,5\d\d events read$/.test(await status()), true);
    await screenshot(workbench, "audit-light-or-dark");
    await drawn(workbench, webview(workbench).locator("body"));
    await oneLine(webview(workbench));
    assert.equal(await table().locator("img").count(), 0);
    await table().getByRole("grid", { name: "Audit of strandby" }).waitFor();
    await table().locator('[role="gridcell"]').first().click();
    await page.keyboard.press("End");
    await table().getByRole("gridcell", { name: "C-1499" }).waitFor();
    await page.keyboard.press("Home");
    await table().locator('[row-index="0"] [role="gridcell"]').first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await activeTab(workbench, "audit-event.json").waitFor();
    await becomes(workbench, async () => /"logName": "/.test(await editorText(workbench)), true);
    await screenshot(workbench, "audit-event");
    await page.keyboard.press("Control+W");
  });

  it("searches names on the service and filters other columns in what was read (T104)", async () => {
    await table().getByLabel("Event name").fill("karin.holm");
    await page.keyboard.press("Enter");
    await table().getByText("The service searches only the names of events").waitFor();
    await becomes(workbench, status, "No events");
    await screenshot(workbench, "audit-empty");
    await table().getByLabel("Event name").fill("shut");
    await page.keyboard.press("Enter");
    await becomes(workbench, status, "200 of 500 events read");
    await table().getByLabel("User (in the events read so far)").fill("KARIN");
    await becomes(workbench, status, "The filter matches 40 of the 200 events that were read. 200 of 500 events read");
    await table().getByRole("button", { name: "Read More" }).click();
    await becomes(workbench, status, "The filter matches 80 of the 400 events that were read. 400 of 500 events read");
    await screenshot(workbench, "audit-filtered");
    await table().getByLabel("User (in the events read so far)").fill("");
    await table().getByLabel("Event name").fill("");
    await page.keyboard.press("Enter");
    await becomes(workbench, async () => /^200 of 1,5/.test(await status()), true);
  });

  it("writes an event with its warnings, and reports what was read (T98, T100, T107, T108)", async () => {
    await table().getByRole("button", { name: "Follow New Events" }).click();
    await table().getByRole("button", { name: "Follow New Events", pressed: true }).waitFor();
    await runCommandOf(workbench, "Audit", "Smartform Statistics and Audit: Write an Audit Event");
    await step("Event name", "ClaimReviewed");
    await step("User that the event", "karin.holm@example.com");
    await quickInput(workbench).getByText("filter lacks source 15").waitFor();
    await quickInput(workbench).evaluate((shown) =>
      Promise.all(
        shown
          .getAnimations({ subtree: true })
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
          .map(({ finished }) => finished),
      ),
    );
    await screenshot(workbench, "audit-source");
    await choose("Source of the event", "custom");
    await choose("Level of the event", "Information");
    await quickInput(workbench).getByText("Facts about the event").waitFor();
    await answer(workbench, '{"Company": "x"}');
    await quickInput(workbench).getByText("Leave out Company").waitFor();
    await answer(workbench, '{"case": "C-7"}');
    await choose("Does the event hold personal data? It looks as if it does", "The event holds personal data");
    await quickInput(workbench).locator('input[placeholder^="More fields"]').waitFor();
    await page.keyboard.press("Enter");
    await dialog(workbench).getByText('Write the audit event "ClaimReviewed"?').waitFor();
    for (const said of [
      /An audit event cannot be changed or removed/,
      /marked as holding personal data/,
      /filter lacks source 15/,
      /Host: 127\.0\.0\.1/,
    ])
      await dialog(workbench).getByText(said).waitFor();
    await screenshot(workbench, "audit-consent");
    await dialog(workbench).getByRole("button", { name: "Write the Event" }).click();
    await notifications(workbench).getByText('The event "ClaimReviewed" is stored.').waitFor();
    await screenshot(workbench, "audit-written");
    await notifications(workbench).getByRole("button", { name: "Open as JSON" }).click();
    await activeTab(workbench, "audit-event.json").waitFor();
    await becomes(workbench, async () => /"case": "C-7"/.test(await editorText(workbench)), true);
    await page.keyboard.press("Control+W");
    const { items } = (await service.control("GET", "/ledger")).json as {
      readonly items: readonly { readonly operation: string | null; readonly clientId?: string }[];
    };
    assert.deepEqual(
      items.filter(({ operation }) => operation === "audit.write").map(({ clientId }) => clientId),
      [service.client("audit").clientId],
    );
  });

  it("asks for the company’s id if the service does not give it, and offers the typed one again", async () => {
    await service.control("POST", "/faults", { operation: "forms.participatingParties", kind: "status", status: 403 });
    const asked = "Id of the company. It could not be determined";
    await runCommandOf(workbench, "Audit", "Smartform Statistics and Audit: Write an Audit Event");
    await step(asked, "demo");
    await step("Event name", "ClaimTyped");
    await step("User that the event", "claims-system");
    await choose("Source of the event", "forms");
    await choose("Level of the event", "Information");
    await step("Facts about the event", "{}");
    await choose("Does the event hold personal data?", "No personal data");
    await quickInput(workbench).locator('input[placeholder^="More fields"]').waitFor();
    await page.keyboard.press("Enter");
    await dialog(workbench)
      .getByText(/You typed the company’s id, demo\./)
      .waitFor();
    await screenshot(workbench, "audit-company-typed");
    await dialog(workbench).getByRole("button", { name: "Write the Event" }).click();
    await notifications(workbench).getByText('The event "ClaimTyped" is stored.').waitFor();
    await runCommandOf(workbench, "Audit", "Smartform Statistics and Audit: Write an Audit Event");
    await quickInput(workbench).getByText(asked).waitFor();
    await becomes(workbench, () => quickInput(workbench).locator("input:visible").first().inputValue(), "demo");
    await page.keyboard.press("Escape");
    await service.control("DELETE", "/faults");
  });

  it("marks and announces the events that arrive while it follows", async () => {
    await table().getByText("ClaimReviewed").waitFor();
    await service.control("POST", "/audit/events", {
      events: [{ logName: "JustNow", createdDate: new Date().toISOString() }],
    });
    await table()
      .getByRole("gridcell", { name: /^New · / })
      .first()
      .waitFor();
    await table().getByText("JustNow").waitFor();
    await screenshot(workbench, "audit-new");
    await table().getByRole("button", { name: "Follow New Events" }).click();
    await table().getByRole("button", { name: "Follow New Events", pressed: false }).waitFor();
  });

  for (const [name, className] of [
    ["Default Light Modern", "vs"],
    ["Default Dark Modern", "vs-dark"],
    ["Default High Contrast", "hc-black"],
    ["Default High Contrast Light", "hc-light"],
  ] as const) {
    it(`can be read in the theme ${name}`, async () => {
      await theme(name, className);
      await table().locator('[row-index="1"] [role="gridcell"]').nth(1).click();
      await screenshot(workbench, `audit-${className}`);
      await readable(
        table().locator(
          '[row-index] [role="gridcell"], [role="columnheader"] .ag-header-cell-text, button:enabled, label, #status',
        ),
        { least: 20 },
      );
    });
  }

  it("reports an error next to its rows", async () => {
    await service.control("POST", "/faults", { kind: "status", status: 400, operation: "audit.search", times: 1 });
    await table().getByRole("button", { name: "Refresh" }).click();
    await table().getByRole("alert").getByText("The service refused the search").waitFor();
    await screenshot(workbench, "audit-problem");
    await table().getByRole("button", { name: "Try Again" }).click();
    await table().getByText("JustNow").waitFor();
    await becomes(workbench, () => table().getByRole("alert").isVisible(), false);
  });
});
