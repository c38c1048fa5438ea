/**
 * The author's whole job, with a library as it grows in practice: open a text from the tree, break a reference, see the
 * finding, complete the reference, and save although somebody else wrote the text. Then create a test form, look at its
 * PDF, open its page and submit it.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { catalogFile } from "../../../../api/index.ts";
import { root } from "../../../../scripts/root.mjs";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, openFile, replaceText, squiggles, webview } from "../../editors.ts";
import { runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { expand, scrollTo, treeItem } from "../../sideBar.ts";
import { signInWithWizard } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const library = join(root, "..", "shared", "data", "real-library.json");
const texts = "/Integrations/textlibrary/texts";

describe("an author's job on a real library", () => {
  let page: Page;
  let textId: string;

  before(function () {
    if (existsSync(library)) return;
    console.log("    Skipped: this job needs the real library at ../shared/data/real-library.json.");
    this.skip();
  });

  const { service, workbench, it } = useService("authoring", {
    sandbox: async () => ({ imports: [catalogFile.parse(JSON.parse(await readFile(library, "utf8")))] }),
    options: () => {
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        dataTableValue: { customer: { name: "Åsa Öberg" } },
      };
      return { files: { "claim.form.json": JSON.stringify(request, undefined, 2) } };
    },
    begin: async () => {
      ({ page } = workbench);
      textId = String(
        (await service.call("GET", "/Integrations/textlibrary/search?q=order_number&pageSize=100")).at(
          "texts.items.0.id",
        ),
      );
    },
  });

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, string>[];
  const text = async () =>
    (await service.call("GET", `${texts}/${textId}`)).json as {
      readonly translations: Record<string, { readonly content: string; readonly updatedAt?: string }>;
    };

  it("signs in to the service", () => signInWithWizard(workbench, service, { name: "strandby", folder: "spree" }));

  it("shows the library in the tree, and opens a language of a text", async () => {
    await expand(workbench, "spree");
    await scrollTo(workbench, treeItem(workbench, "adjustment_labels"), treeItem(workbench, "order_number"));
    await expand(workbench, "order_number");
    const language = page.locator('.sidebar [role="treeitem"][aria-label^="Language sv"]');
    await scrollTo(workbench, treeItem(workbench, "order_number"), language);
    await language.click();
    await activeEditor(workbench).locator(".view-lines").first().waitFor();
    assert.equal(await editorText(workbench), "Beställning [[ number ]]");
    await screenshot(workbench, "tree-and-text");
  });

  it("underlines a broken reference and completes it", async () => {
    await replaceText(workbench, "Beställning [[ number ]] [[ LIB : spree : not_fond ]]");
    await squiggles(workbench, "error").first().waitFor();
    await screenshot(workbench, "finding");
    for (let times = 0; times < " ]]".length + "nd".length; times++) await page.keyboard.press("Backspace");
    await page.keyboard.type("und");
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget .monaco-list-row", { hasText: "not_found" }).first().waitFor();
    await screenshot(workbench, "completion");
    await page.keyboard.press("Enter");
    await squiggles(workbench, "error").first().waitFor({ state: "detached" });
    assert.equal(await editorText(workbench), "Beställning [[ number ]] [[ LIB : spree : not_found ]]");
  });

  it("saves only that language, between two readings, and loses no write of somebody else", async () => {
    const before = await text();
    const { translations: _, ...fields } = before;
    await service.control("DELETE", "/ledger");
    await service.control("POST", "/between", {
      operation: "textlibrary.texts.get",
      id: textId,
      write: {
        method: "PUT",
        path: `${texts}/${textId}`,
        body: { ...fields, translations: { fr: { content: "Commande [[ number ]], par quelqu’un d’autre" } } },
      },
    });
    await page.keyboard.press("Control+S");
    const calls = async () =>
      (await items("/ledger"))
        .filter(({ path, clientId }) => path?.endsWith(textId) && clientId !== undefined)
        .map(({ method }) => method);
    await becomes(workbench, calls, ["GET", "PUT", "GET"]);
    await activeTab(workbench, ".sv", "clean").waitFor();
    const after = await text();
    assert.equal(after.translations["sv"]?.content, "Beställning [[ number ]] [[ LIB : spree : not_found ]]");
    assert.equal(after.translations["fr"]?.content, "Commande [[ number ]], par quelqu’un d’autre");
    const changed = Object.keys(after.translations).filter(
      (language) => JSON.stringify(after.translations[language]) !== JSON.stringify(before.translations[language]),
    );
    assert.deepEqual(changed.sort(), ["fr", "sv"]);
  });

  it("makes a test form and shows its PDF, and nobody is notified", async () => {
    await service.control("POST", "/webhooks", {
      smartformId: service.ready.demo.smartforms.singleStep,
      url: "https://crm.example.com/claims",
      enabled: true,
    });
    await openFile(workbench, "claim.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await webview(workbench).locator(".textLayer", { hasText: "Åsa Öberg" }).first().waitFor();
    await screenshot(workbench, "pdf");
    assert.deepEqual(await items("/outbox"), []);
  });

  it("opens the form's page, which can be submitted; only then is something sent", async () => {
    const path = (await items("/ledger")).findLast(({ operation }) => operation === "pdf.existing")?.path ?? "";
    const [, smartformId, formId] = /dialogDefinitions\/([^/]+)\/dialogValues\/([^/]+)\/pdf/.exec(path) ?? [];
    const form = await (page.context().browser() ?? assert.fail("The page has no browser.")).newPage();
    await form.goto(`${service.ready.formsAppUrl}/dialog/${smartformId}/form/${formId}`);
    await form.screenshot({ path: join(root, "out", "screenshots", "form-page.png"), fullPage: true });
    assert.deepEqual(await items("/outbox"), []);
    await form.getByRole("button", { name: /submit/i }).click();
    await form
      .getByText(/submitted/i)
      .first()
      .waitFor();
    await form.close();
    assert.deepEqual(
      (await items("/outbox")).map(({ channel, url, formId: id }) => ({ channel, url, id })),
      [{ channel: "webhook", url: "https://crm.example.com/claims", id: formId }],
    );
  });
});
