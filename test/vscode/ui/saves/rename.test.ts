/**
 * A text code is renamed from a letter. Twelve library texts in three languages, a Smartform and two request files
 * mention it. The plan is shown, carried out, and undone after its message is gone. Then data that library texts
 * mention are renamed, and a tree shows which texts include a text.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { CatalogFile } from "../../../../api/index.ts";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, openFile } from "../../editors.ts";
import { dialog, notifications } from "../../messages.ts";
import { pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const languages = ["en", "sv", "de"];
const text = (id: string, code: string, content: string) => ({
  id,
  folderId: "letters",
  code,
  name: code,
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: "en",
  translations: Object.fromEntries(languages.map((language) => [language, { content: `${content} (${language})` }])),
});
const library: CatalogFile = {
  folders: [{ id: "letters", name: "Letters", parentFolderId: null, isDefault: false, code: "letters" }],
  texts: [
    text("closing", "closing", "Kind regards"),
    text("rules", "rules", "For [[ customer.name ]]"),
    ...Array.from({ length: 12 }, (_, index) =>
      text(
        `letter-${index}`,
        `letter-${String(index).padStart(2, "0")}`,
        `Letter ${index}. [[ LIB : letters : closing ]]`,
      ),
    ),
  ],
  smartforms: [
    {
      id: "welcome",
      name: "Welcome letter",
      textLibraryFolder: "letters",
      pages: [{ blocks: [{ text: "Hello [[ LIB : closing ]]", format: "plain" }] }],
    },
  ],
};
const letter = "Hello\n\n[[ LIB : letters : closing ]]\n[[ customer.name ]]\n";

describe("renaming a text's code", () => {
  let page: Page;

  const { service, workbench, it } = useService("rename", {
    sandbox: () => ({ imports: [library] }),
    options: () => {
      const request = (greeting: string) =>
        JSON.stringify(
          {
            dialogDefinitionId: service.ready.demo.smartforms.singleStep,
            values: { name: greeting, description: "[[ LIB : letters : closing ]]" },
          },
          undefined,
          2,
        );
      return {
        files: { "letter.sft": letter, "one.form.json": request("One"), "two.form.json": request("Two") },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Letters" });
      await openFile(workbench, "letter.sft");
    },
  });

  const onDisk = (name: string) => readFile(join(workbench.folder, name), "utf8");
  /** Resolves with the number of translations of the service's twelve letters that contain a reference to this code. */
  const mentioning = async (code: string) => {
    let found = 0;
    for (let index = 0; index < 12; index++) {
      const { translations } = (await service.call("GET", `/Integrations/textlibrary/texts/letter-${index}`)).json as {
        readonly translations: Record<string, { readonly content: string }>;
      };
      found += languages.filter((language) => translations[language]?.content.includes(`: ${code} ]]`)).length;
    }
    return found;
  };
  const putCursorInCode = async () => {
    // The link under the code shows that the language server has resolved it.
    const link = activeEditor(workbench).locator(".view-line .detected-link", { hasText: "closing" }).last();
    // VS Code requests the links of a file only once. A file that was opened before the library was read gets its links
    // when it is opened again.
    if (
      !(await link.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    ) {
      await runCommand(workbench, "View: Close All Editors");
      await openFile(workbench, "letter.sft");
    }
    await link.click();
  };

  const renameTo = async (name: string) => {
    await page.keyboard.press("F2");
    const box = page.locator(".rename-box input");
    await box.waitFor();
    await box.fill(name);
    await page.keyboard.press("Enter");
  };
  const rename = async (name: string) => {
    await putCursorInCode();
    await renameTo(name);
    await dialog(workbench).getByText(`Rename closing to ${name}?`).waitFor();
  };
  const press = (name: string) => dialog(workbench).getByRole("button", { name, exact: true }).click();
  const codeOf = async (id: string) =>
    ((await service.call("GET", `/Integrations/textlibrary/texts/${id}`)).json as { readonly code: string }).code;
  const untouched = async () => {
    assert.equal(await mentioning("closing"), 36);
    assert.equal(await codeOf("closing"), "closing");
    assert.match(await onDisk("one.form.json"), /letters : closing/);
    assert.equal(await editorText(workbench), letter);
  };
  const plansInStatusBar = () => page.locator(".part.statusbar").getByText("1 plan to undo");

  it("asks before anything is changed, and changes nothing at Escape", async () => {
    await rename("farewell");
    await dialog(workbench)
      .getByText("36 references in 12 texts will be updated. This goes live for everyone.")
      .waitFor();
    await screenshot(workbench, "rename-question");
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    await untouched();
  });

  it("shows every line that would change, and asks next to it until it is answered", async () => {
    await rename("farewell");
    await press("Show Plan…");
    await activeTab(workbench, "Plan.txt").waitFor();
    await quickInput(workbench).getByPlaceholder("Nothing has changed yet.").waitFor();
    await screenshot(workbench, "rename-plan");
    await pick(workbench, "Cancel");
    await activeTab(workbench, "letter.sft").waitFor();
    await untouched();
  });

  it("changes the code and every reference, saves in no other way, and says what the Smartform still needs", async () => {
    await rename("farewell");
    await press("Rename Everywhere");
    await becomes(workbench, () => codeOf("closing"), "farewell");
    const done = notifications(workbench).filter({ hasText: "Renamed closing to farewell (16 changes)." });
    await done
      .filter({
        hasText:
          "References in the Smartform Welcome letter are not changed automatically. Change them in the authoring application: [[ LIB : closing ]] to [[ LIB : farewell ]].",
      })
      .waitFor();
    await screenshot(workbench, "rename-applied");
    assert.equal(await editorText(workbench), letter.replace("closing", "farewell"));
    assert.match(await onDisk("one.form.json"), /letters : farewell/);
    assert.equal(await mentioning("farewell"), 36);
    assert.equal(await page.locator(".tabs-container .tab.dirty").count(), 0);
  });

  it("is undone as one, from the status bar, after its message is gone", async () => {
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await plansInStatusBar().click();
    await quickInput(workbench).getByText("Renamed closing to farewell (16 changes).").first().waitFor();
    await screenshot(workbench, "rename-plans");
    await pick(workbench, "Rename closing to farewell");
    await press("Undo");
    await notifications(workbench).filter({ hasText: "Undone: Rename closing to farewell (16 changes)." }).waitFor();
    await untouched();
    await plansInStatusBar().waitFor({ state: "hidden" });
    assert.equal(await page.locator(".tabs-container .tab.dirty").count(), 0);
  });

  it("makes a plan also for data that library texts mention, and can leave them out", async () => {
    const rules = async () =>
      (await service.call("GET", "/Integrations/textlibrary/texts/rules")).at("translations.sv.content");
    await activeEditor(workbench).locator(".view-line span", { hasText: "customer.name" }).last().click();
    // Moves the cursor from the first name of the path into the last one.
    for (const key of ["Control+ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await renameTo("first");
    await dialog(workbench).getByText("Rename the data customer.name to first?").waitFor();
    await screenshot(workbench, "rename-data");
    await press("Only in Files");
    await becomes(workbench, () => editorText(workbench), letter.replace("customer.name", "customer.first"));
    assert.equal(await rules(), "For [[ customer.name ]] (sv)");
    await plansInStatusBar().waitFor();
  });

  it("shows what includes the text, as a tree", async () => {
    await runCommand(workbench, "View: Close All Editors");
    await openFile(workbench, "letter.sft");
    await putCursorInCode();
    await runCommand(workbench, "Calls: Show Call Hierarchy");
    const callers = page.locator(".sidebar .monaco-list-row");
    await callers.filter({ hasText: "letter-11" }).waitFor();
    await screenshot(workbench, "include-tree");
    assert.equal(await callers.count(), 1 + 12 + 3);
  });
});
