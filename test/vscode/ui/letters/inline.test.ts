/**
 * What VS Code offers while an author types: fixes that put the cursor where the author must still type, and the rest
 * of a reference in grey. The rest is offered only if it is certain, only once, and not beside the list of suggestions.
 */
import type { Locator } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, chooseFix, editorText, focusEditor, openFile } from "../../editors.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

describe("inline completion", () => {
  const { service, workbench, it } = useService("inline", {
    apart: true,
    options: () => ({
      files: {
        "rest.sft": "Dear\n[[ LIB : claims : intr",
        "input.sft": "[[ INPUT : ]] and\nmore",
        "words.sft": "Dear intr",
        "a.form.json": "",
      },
    }),
    begin: async () => {
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const grey = (): Locator => activeEditor(workbench).locator(".ghost-text-decoration, .ghost-text-decoration-preview");
  const list = (): Locator => workbench.page.locator(".suggest-widget.visible");

  it("shows the rest of a reference in grey once the list is closed, and accepts it with Tab", async () => {
    await openFile(workbench, "rest.sft");
    await focusEditor(workbench);
    await workbench.page.keyboard.type("o");
    await list().locator(".monaco-list-row", { hasText: "intro" }).first().waitFor();
    await becomes(workbench, () => grey().count(), 0);
    await screenshot(workbench, "inline-list");
    await workbench.page.keyboard.press("Escape");
    await list().waitFor({ state: "hidden" });
    await becomes(workbench, async () => (await grey().allInnerTexts()).join("").replaceAll("\u00a0", " "), " ]]");
    await screenshot(workbench, "inline-grey");
    await workbench.page.keyboard.press("Tab");
    await becomes(workbench, () => editorText(workbench), "Dear\n[[ LIB : claims : intro ]]");
  });

  it("shows nothing in grey after plain words", async () => {
    await openFile(workbench, "words.sft");
    await focusEditor(workbench);
    await workbench.page.keyboard.type("o");
    await workbench.page.keyboard.press("Escape");
    await becomes(workbench, () => editorText(workbench), "Dear intro");
    await becomes(workbench, () => grey().count(), 0);
  });

  it("leads to the name that a fix leaves to type", async () => {
    await openFile(workbench, "input.sft");
    await focusEditor(workbench);
    await workbench.page.keyboard.press("Control+Home");
    await chooseFix(workbench, "Name the input");
    await becomes(workbench, () => editorText(workbench), "[[ INPUT : name ]] and\nmore");
    await screenshot(workbench, "inline-stop");
    await workbench.page.keyboard.type("reason");
    await becomes(workbench, () => editorText(workbench), "[[ INPUT : reason ]] and\nmore");
  });

  it("leads through an empty request", async () => {
    await openFile(workbench, "a.form.json");
    await focusEditor(workbench);
    await chooseFix(workbench, "Write an empty request");
    await becomes(workbench, () => editorText(workbench), '{\n  "dialogDefinitionId": "",\n  "values": {}\n}\n');
    await workbench.page.keyboard.type("x");
    await workbench.page.keyboard.press("Escape");
    await becomes(workbench, () => editorText(workbench), '{\n  "dialogDefinitionId": "x",\n  "values": {}\n}\n');
    await screenshot(workbench, "inline-request");
  });
});
