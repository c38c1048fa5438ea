/**
 * The preview beside a text shows what the text prints. From a word in the PDF of a form, the author gets to the text
 * that printed it, and back.
 */
import assert from "node:assert/strict";
import { oneLine } from "../../bars.ts";
import { drawn } from "../../pixels.ts";
import { useService } from "../../story.ts";
import { activeTab, editorText, focusEditor, openFile, replaceText, squiggles, webview } from "../../editors.ts";
import { quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { signIn } from "../../signIn.ts";

describe("the printed text, and the text behind a PDF", () => {
  const { service, workbench, it } = useService("preview", {
    options: () => {
      const request = {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: { name: "Åsa Öberg" },
        dataTableValue: { customer: { name: "Åsa" }, caseWorker: { name: "Bo" } },
      };
      return {
        files: {
          "accident.form.json": JSON.stringify(request, undefined, 2),
          "note.sft": "Until then: [[ LIB : common-footers : contact ]]\n",
          "names.sft": "Dear [[ first ]]\n",
          "names.json": JSON.stringify({ first: "Ada", second: "Ada" }),
          "smartform.json": JSON.stringify({ files: [{ include: "names.sft", data: "names.json" }] }),
          "letter.sft.html":
            "<h2>Your claim</h2>\n<p>By [[ INPUT : way | default=post ]] to <b>[[ customer.name ]]</b><script>alert(1)</script>.</p>\n[[ LIB : common-footers : contact ]]\n",
        },
      };
    },
    begin: async () => {
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  it("shows what a text prints while it is typed, with the source of each piece", async () => {
    await openFile(workbench, "letter.sft.html");
    await runCommand(workbench, "Smartform PDF: Open Preview to the Side");
    const text = webview(workbench).locator("#text");
    await text.getByText("Call us on 010 123 45 67").waitFor();
    assert.equal(await text.locator("input").inputValue(), "post");
    assert.equal(await text.locator("script").count(), 0);
    await focusEditor(workbench);
    await workbench.page.keyboard.press("Control+Home");
    await workbench.page.keyboard.type("<p>Typed just now</p>");
    await text.getByText("Typed just now").waitFor();
    await workbench.page.keyboard.press("Control+S");
    await activeTab(workbench, "letter.sft.html", "clean").waitFor();
    await screenshot(workbench, "preview");
    await drawn(workbench, webview(workbench).locator("body"));
    await oneLine(webview(workbench));
    // HTML tags in a plain text take effect, as in the sandbox. A note in the preview and a finding warn that the
    // service may print the tags as they are written.
    const note = webview(workbench).getByRole("note");
    assert.doesNotMatch(await note.innerText(), /tags/);
    await openFile(workbench, "note.sft");
    await text.getByText("Until then:").waitFor();
    await text.locator("b", { hasText: "Questions?" }).waitFor();
    await note.getByText("the service may print the tags as they are written").waitFor();
    await squiggles(workbench, "warning").first().waitFor();
    await screenshot(workbench, "preview-mixed");
    await openFile(workbench, "letter.sft.html");
    await text.getByText("Typed just now").waitFor();
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "preview-high-contrast");
    await text.getByText("Call us on 010 123 45 67").click();
    await activeTab(workbench, "contact.en.sft.html").first().waitFor();
    await runCommand(workbench, "View: Close All Editors");
  });

  it("names the data behind a word, even if other data print the same word", async () => {
    await openFile(workbench, "names.sft");
    await runCommand(workbench, "Smartform PDF: Open Preview to the Side");
    const word = webview(workbench).locator("#text .data", { hasText: "Ada" });
    await word.and(webview(workbench).getByTitle("Data first", { exact: true })).waitFor();
    await replaceText(workbench, "Dear [[ second ]]\n");
    await word.and(webview(workbench).getByTitle("Data second", { exact: true })).waitFor();
    await workbench.page.keyboard.press("Control+S");
    await activeTab(workbench, "names.sft", "clean").waitFor();
    await runCommand(workbench, "View: Close All Editors");
  });

  it("opens the text that printed the clicked word", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    const word = webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first();
    await word.waitFor();
    // Clears the notifications, because one may cover the word.
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await word.scrollIntoViewIfNeeded();
    await word.click({ modifiers: ["Control"] });
    // The text opens without a choice between texts, because the sandbox reports the Smartform's pages and thus what
    // the Smartform prints.
    await activeTab(workbench, "contact.en.sft.html").waitFor();
    await screenshot(workbench, "pdf-to-text");
    assert.match(await editorText(workbench), /Call us on\s+010 123 45 67/);
  });

  it("offers a choice if the service does not say what the Smartform prints", async () => {
    await service.control("POST", "/choices", { id: "N7", alternative: "without pages" });
    await webview(workbench)
      .locator(".textLayer span", { hasText: "weekdays" })
      .first()
      .click({ modifiers: ["Alt"] });
    await quickInput(workbench).getByText("common-footers : contact (en)").first().waitFor();
    await screenshot(workbench, "pdf-to-text-likely");
    await workbench.page.keyboard.press("Enter");
    // Waits until the list is closed, so that it does not receive the keys for the palette. Waiting for the tab is not
    // enough, because the text was in front before.
    await quickInput(workbench).waitFor({ state: "hidden" });
    await activeTab(workbench, "contact.en.sft.html").waitFor();
    await service.control("POST", "/choices", { id: "N7", alternative: "full" });
  });

  it("marks the place of the cursor in the PDF", async () => {
    // Clicks into the editor, because the clicked panel may keep the focus.
    await workbench.page.locator(".view-line", { hasText: "weekdays" }).first().click();
    await runCommand(workbench, "Smartform PDF: Show in the PDF");
    await webview(workbench).locator(".printed-mark").first().waitFor();
    await screenshot(workbench, "text-to-pdf");
  });
});
