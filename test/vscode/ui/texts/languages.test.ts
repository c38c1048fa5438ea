/**
 * Languages of the library in the window: progress, a walk that marks finished texts, changes since a translation, and
 * words that are replaced in many texts after every change was shown.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeTab } from "../../editors.ts";
import { libraryItem } from "../../library.ts";
import { notifications } from "../../messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { useTheme } from "../../settings.ts";
import { chooseFor, foldView, unfold, unfoldView } from "../../sideBar.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const [early, late] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
const words = (content: string, updatedAt: string, source = 0) => ({ content, source, updatedAt });
const text = (id: string, folderId: string, translations: Readonly<Record<string, ReturnType<typeof words>>>) => ({
  id,
  folderId,
  code: id,
  name: "",
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: "en",
  translations,
});
const folder = (id: string, name: string) => ({ id, name, parentFolderId: null, isDefault: false, code: id });

describe("languages", () => {
  let page: Page;

  const { service, workbench, it } = useService("languages", {
    sandbox: () => ({
      empty: true,
      imports: [
        {
          folders: [folder("letters", "Letters"), folder("mail", "Mail")],
          texts: [
            text("closing", "letters", { en: words("Yours truly", early) }),
            text("greeting", "letters", {
              en: words("Dear reader of the gazette", early),
              sv: words("Hej läsare", late),
            }),
            text("legal", "letters", { en: words("The gazette [[ year ]]", late), sv: words("Tidningen", early, 1) }),
            text("thanks", "letters", { en: words("Thank you", early) }),
            text("subject", "mail", { en: words("Your gazette", early), sv: words("Din tidning", early) }),
          ],
        },
      ],
    }),
    options: () => ({ files: { "letter.sft": "" } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Letters" });
    },
  });

  const row = (spoken: string): Locator => page.locator(`.sidebar [role="treeitem"][aria-label^="${spoken}"]`).first();
  const contentOf = async (id: string, language: string): Promise<unknown> =>
    (await service.call("GET", `/Integrations/textlibrary/texts/${id}`)).at(`translations.${language}.content`);
  const status = (label: string): Locator => page.locator(".part.statusbar").getByText(label);

  it("show the progress of each, in the library and in each folder, with what waits", async () => {
    for (const view of ["Text Library", "Smartforms"]) await foldView(workbench, view);
    await unfoldView(workbench, "Languages");
    await row("Language sv, 3 of 5 texts, 2 missing, 1 stale, 1 drifted, 1 by machine").waitFor();
    await unfold(row("Language sv,"));
    await row("Folder Mail in sv, 1 of 1 text").waitFor();
    await unfold(row("Folder Letters in sv, 2 of 4 texts, 2 missing"));
    await screenshot(workbench, "languages-progress");
  });

  it("are worked through next to the default language, and saving marks a text as done", async () => {
    await chooseFor(
      workbench,
      row("Missing in sv, 2"),
      "Work Through Translations…",
      activeTab(workbench, "closing.sv"),
    );
    await page.locator(".tabs-container .tab", { hasText: "closing.en" }).waitFor();
    await status("Missing in sv: 2 of 2 left").waitFor();
    await page.keyboard.type("Med hälsning");
    await page.keyboard.press("Control+S");
    await becomes(workbench, () => contentOf("closing", "sv"), "Med hälsning");
    await status("Missing in sv: 1 of 2 left").waitFor();
    await row("Language sv, 4 of 5 texts, 1 missing").waitFor();
    await runCommand(workbench, "Smartform Library: Next Translation");
    await activeTab(workbench, "thanks.sv").waitFor();
    await screenshot(workbench, "languages-walk");
    await runCommand(workbench, "Smartform Library: Stop Working Through Translations");
    await status("Missing in sv").waitFor({ state: "detached" });
  });

  it("show what changed in the default language since one was written, and say if that is unknown", async () => {
    await foldView(workbench, "Languages");
    await unfoldView(workbench, "Text Library");
    await unfold(libraryItem(workbench, "Folder Letters"));
    await unfold(libraryItem(workbench, "Text greeting,"));
    await libraryItem(workbench, "Language sv").waitFor();
    await service.call("PUT", "/Integrations/textlibrary/texts/greeting", {
      body: {
        folderId: "letters",
        code: "greeting",
        contentType: 0,
        defaultLanguage: "en",
        translations: { en: { content: "Dear reader of the journal" } },
      },
    });
    const language = (spoken: string): Locator =>
      page.locator(`.sidebar [role="treeitem"][aria-level="3"][aria-label^="Language ${spoken}"]`).first();
    await chooseFor(
      workbench,
      language("sv"),
      "Show What Changed",
      activeTab(workbench, "current when sv was written"),
    );
    await page.locator(".monaco-diff-editor").getByText("gazette").first().waitFor();
    await screenshot(workbench, "languages-since");
    await unfold(libraryItem(workbench, "Text legal,"));
    await chooseFor(
      workbench,
      language("sv, machine-translated"),
      "Show What Changed",
      notifications(workbench).filter({ hasText: /not known (what|on which version)/ }),
    );
  });

  it("replace words in all of them at the chosen places, after showing each change", async () => {
    await runCommand(workbench, "Smartform Library: Find and Replace in Texts…");
    await asks(workbench, "Find and replace in which texts?");
    await pick(workbench, "The whole Text Library");
    await asks(workbench, "Words to find");
    await answer(workbench, "gazette");
    await asks(workbench, "Words to replace");
    await answer(workbench, "paper");
    await asks(workbench, "How to search");
    await page.keyboard.press("Enter");
    await asks(workbench, "In which language?");
    await pick(workbench, "Every language");
    await page.locator(".tabs-container .tab.active", { hasText: 'Replace "gazette"' }).waitFor();
    await quickInput(workbench)
      .getByText("2 places in 2 texts will be updated. This goes live for everyone.")
      .waitFor();
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "languages-replace");
    await pick(workbench, "Choose Places…");
    await quickInput(workbench)
      .locator(".monaco-list-row", { hasText: "legal (en), line 1" })
      .locator("input, .monaco-checkbox, .quick-input-list-checkbox")
      .first()
      .click();
    await screenshot(workbench, "languages-places");
    await quickInput(workbench).getByRole("button", { name: "OK" }).click();
    await becomes(workbench, () => contentOf("subject", "en"), "Your paper");
    assert.equal(await contentOf("legal", "en"), "The gazette [[ year ]]");
    await notifications(workbench).filter({ hasText: "done (1 change)." }).waitFor();
  });

  it("say that you are signed out if the settings name another client, for which there is no secret", async () => {
    await foldView(workbench, "Text Library");
    await unfoldView(workbench, "Languages");
    await row("Language sv").waitFor();
    const file = join(workbench.data, "data", "Machine", "settings.json");
    const before = await readFile(file, "utf8");
    await writeFile(file, before.replace(service.client("standard").clientId, "another-client"));
    await page.locator(".sidebar").getByText("You are signed out of this connection").waitFor();
    await screenshot(workbench, "languages-signed-out");
    await writeFile(file, before);
    await row("Language sv").waitFor();
  });
});
