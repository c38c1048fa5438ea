/**
 * A save is live for the whole company. Whatever VS Code, its settings, its shutdown and other extensions do, only what
 * a person saved reaches the service. Everything is tried with a plain and an HTML text, under each setting of auto
 * save. `npm test` takes only the setting that saves the most.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { others, packOther } from "../other/other.ts";
import { useWindow } from "../story.ts";
import { activeTab, editorText, focusEditor, openFile } from "../editors.ts";
import { openText, libraryItem } from "../library.ts";
import { dialog, notifications, problems } from "../messages.ts";
import { reloadWindow, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { setUserSettings } from "../settings.ts";
import { fold, openView } from "../sideBar.ts";
import { useSandbox } from "../signIn.ts";
import { becomes, waitForBackup } from "../waiting.ts";
import { processOf } from "../workbench.ts";

const autoSaves =
  process.env["SMARTFORM_WHOLE"] === "1" ? ["off", "afterDelay", "onFocusChange", "onWindowChange"] : ["afterDelay"];
const question = "to the Text Library?";

/** The two texts: the path of each in the tree, its tab and its id. */
const texts = [
  { path: ["Folder Claims", "Text letter"], tab: "letter.en.sft.html", id: "text-claims-letter" },
  { path: ["Folder Claims", "Subfolder Questions", "Text photo"], tab: "photo.en.sft", id: "text-questions-photo" },
] as const;

describe("nothing goes live without a save", () => {
  let scratch: string;
  let page: Page;
  let typed = 0;

  const { workbench, it } = useWindow("live", {
    options: async (undo) => {
      scratch = await mkdtemp(join(tmpdir(), "smartform-other-"));
      undo.defer(() => rm(scratch, { recursive: true, force: true }));
      const settings = {
        "files.refactoring.autoSave": true,
        "files.autoSaveDelay": 50,
        "files.hotExit": "onExitAndWindowClose",
        "editor.formatOnSave": true,
      };
      return {
        files: { "beside.txt": "", "notes.txt": "" },
        settings,
        extensions: [await packOther(join(scratch, "other"))],
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await useSandbox(workbench);
    },
  });

  /**
   * Returns every write of the two texts that ever reached the window's own sandbox. Reads the ledger from a copy of
   * the sandbox's database, because the sandbox keeps the database locked.
   */
  function writes(): readonly string[] {
    const file = join(workbench.data, "data/User/globalStorage/smartform.smartform/sandbox/sandbox.db");
    const copy = join(scratch, "copy.db");
    // Copies the log first. If entries move from the log into the file before the file is copied, they are in both
    // copies.
    for (const part of ["-wal", ""]) copyFileSync(`${file}${part}`, `${copy}${part}`);
    const db = new DatabaseSync(copy);
    try {
      const items = db
        .prepare("SELECT itemJson FROM ledger ORDER BY number")
        .all()
        .map(({ itemJson }) => JSON.parse(String(itemJson)) as { readonly method: string; readonly path: string });
      return items
        .filter(({ method }) => method !== "GET" && method !== "HEAD")
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => texts.some(({ id }) => call.endsWith(id)));
    } finally {
      db.close();
    }
  }

  async function setAutoSave(when: string): Promise<void> {
    const each = { "files.autoSave": when };
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({
        ...each,
        "[smartform-text]": each,
        "[smartform-html]": each,
        "[plaintext]": each,
        "[html]": each,
      }),
    );
  }

  async function openTexts(): Promise<void> {
    for (const { path } of texts) {
      await openText(workbench, path, "en");
      // Folds the text, so that only one text at a time shows its languages, and the right language is clicked.
      await fold(libraryItem(workbench, path.at(-1) ?? ""));
      await libraryItem(workbench, "Language").waitFor({ state: "detached" });
    }
  }

  /** Types a word into each text, so that both are unsaved. */
  async function typeIntoTexts(): Promise<void> {
    for (const { tab } of texts) {
      await page.locator(".tabs-container .tab", { hasText: tab }).first().click();
      await activeTab(workbench, tab).waitFor();
      await focusEditor(workbench);
      typed += 1;
      await page.keyboard.insertText(` typed${typed}`);
      await activeTab(workbench, tab, "dirty").waitFor();
    }
  }

  /**
   * Types into a file of the workspace, and waits until VS Code saves it. If VS Code saved texts too, they would be
   * saved by then.
   */
  async function waitForAutoSave(when: string): Promise<void> {
    typed += 1;
    const words = `file${typed}`;
    await openFile(workbench, "notes.txt");
    await focusEditor(workbench);
    await page.keyboard.insertText(words);
    if (when === "off") return;
    if (when === "onFocusChange") await openFile(workbench, "beside.txt");
    if (when === "onWindowChange") await leaveWindow();
    await becomes(
      workbench,
      async () => (await readFile(join(workbench.folder, "notes.txt"), "utf8")).includes(words),
      true,
    );
  }

  /**
   * Sends the page the events of a lost focus. VS Code checks the loss after a timer of 0 ms, and ignores it if the
   * focus is back by then.
   */
  async function leaveWindow(): Promise<void> {
    await page.evaluate(async () => {
      Object.defineProperty(document, "hasFocus", { value: () => false, configurable: true });
      window.dispatchEvent(new Event("blur"));
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      Reflect.deleteProperty(document, "hasFocus");
      window.dispatchEvent(new Event("focus"));
    });
  }

  /**
   * Does the work, and waits for the message that a save was refused. VS Code did not announce this save, so there is
   * no question.
   */
  async function refused(work: () => Promise<void>): Promise<void> {
    await work();
    await notifications(workbench).filter({ hasText: "saved only when you ask for it" }).first().waitFor();
    await clearToasts();
  }

  /** Does the work, and answers each question with no. There must be at least one question. */
  async function refusing(work: () => Promise<void>): Promise<void> {
    await work();
    await dialog(workbench).filter({ hasText: question }).waitFor();
    await screenshot(workbench, "live-question");
    for (
      let asked = true;
      asked;
      asked = await dialog(workbench)
        .waitFor({ timeout: 1000 })
        .then(
          () => true,
          () => false,
        )
    ) {
      // "Keep in the Editor" has the focus. If keys are typed while the question opens, nothing is saved.
      await dialog(workbench).getByRole("button", { name: "Keep in the Editor" }).and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Enter");
      await dialog(workbench).waitFor({ state: "detached" });
    }
    await clearToasts();
  }

  async function clearToasts(): Promise<void> {
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await notifications(workbench).first().waitFor({ state: "detached" });
  }

  async function bothAreUnsaved(): Promise<void> {
    for (const { tab } of texts) await page.locator(".tabs-container .tab.dirty", { hasText: tab }).first().waitFor();
  }

  for (const when of autoSaves) {
    describe(`with auto save ${when}`, () => {
      /** Declares a test that also asserts that nothing was written and both texts are still unsaved. */
      const unsaved = (title: string, body: () => Promise<void>): void =>
        it(title, async () => {
          await body();
          assert.deepEqual(writes(), []);
          await bothAreUnsaved();
        });

      unsaved("both texts are open", async () => {
        await setAutoSave(when);
        await openTexts();
        await typeIntoTexts();
      });

      unsaved("typing, another editor in front and another window in front", async () => {
        await typeIntoTexts();
        await waitForAutoSave(when);
        await leaveWindow();
        await clearToasts();
      });

      unsaved("the window is loaded again", async () => {
        await typeIntoTexts();
        await waitForBackup(workbench, `typed${typed}`);
        await reloadWindow(workbench);
        await libraryItem(workbench, "Folder Claims").waitFor();
        await bothAreUnsaved();
        for (const { tab } of texts) await page.locator(".tabs-container .tab", { hasText: tab }).first().click();
        await waitForAutoSave(when);
      });

      unsaved("the page is loaded again, as a browser does after a crash", async () => {
        await typeIntoTexts();
        await waitForBackup(workbench, `typed${typed}`);
        await page.reload();
        await libraryItem(workbench, "Folder Claims").waitFor();
        await waitForAutoSave(when);
      });

      unsaved("the window is closed and opened again", async () => {
        await typeIntoTexts();
        await waitForBackup(workbench, `typed${typed}`);
        const address = page.url();
        await page.goto("about:blank");
        await page.goto(address);
        await openView(workbench, "Smartform");
        await libraryItem(workbench, "Folder Claims").waitFor();
        await bothAreUnsaved();
        await waitForAutoSave(when);
      });

      unsaved("VS Code is killed and started again", async () => {
        await typeIntoTexts();
        await waitForBackup(workbench, `typed${typed}`);
        await workbench.restart();
        await openView(workbench, "Smartform");
        await libraryItem(workbench, "Folder Claims").waitFor();
        await bothAreUnsaved();
        await waitForAutoSave(when);
      });

      unsaved("the extension host is killed", async () => {
        await typeIntoTexts();
        await waitForBackup(workbench, `typed${typed}`);
        process.kill(await processOf(workbench.pid, "type=extensionHost"), "SIGKILL");
        await libraryItem(workbench, "Folder Claims")
          .waitFor({ state: "detached" })
          .catch(() => undefined);
        await libraryItem(workbench, "Folder Claims").waitFor();
        await waitForAutoSave(when);
      });

      for (const title of Object.keys(others)) {
        unsaved(`another extension: ${title}`, async () => {
          await typeIntoTexts();
          const way = () => runCommand(workbench, title);
          if (title === "Other: Write Through the File System") await way();
          else await (title === "Other: Save Without Formatting" ? refused : refusing)(way);
        });
      }

      unsaved("the undo of a refactoring", async () => {
        await typeIntoTexts();
        // The comparison ignores spaces: the editor's lines wrap depending on the text before them, and a line may end
        // after any full stop.
        const words = async (): Promise<string> => (await editorText(workbench)).replaceAll(/\s+/g, "");
        await becomes(workbench, async () => (await words()).endsWith(`typed${typed}`), true);
        const before = await words();
        await refusing(() => runCommand(workbench, "Other: Refactor"));
        await becomes(workbench, words, `Refactored.${before}`);
        await focusEditor(workbench);
        await page.keyboard.press("Control+Z");
        await becomes(workbench, words, before);
        await waitForAutoSave(when);
      });

      unsaved("the palette and the menus", async () => {
        await typeIntoTexts();
        await refusing(() => runCommand(workbench, "File: Save All"));
        await refused(() => runCommand(workbench, "File: Save Without Formatting"));
      });

      unsaved("a closed tab whose question is answered with Keep in the Editor", async () => {
        await typeIntoTexts();
        await refusing(async () => {
          await runCommand(workbench, "View: Close Editor");
          await dialog(workbench).getByText("Do you want to save the changes").waitFor();
          await dialog(workbench).getByRole("button", { name: "Save", exact: true }).click();
        });
      });
    });
  }

  describe("what a person requests", () => {
    const text = texts[1];

    it("the Save key saves without a question, even after refused saves", async () => {
      await setAutoSave("off");
      await openText(workbench, text.path, "en");
      await focusEditor(workbench);
      await page.keyboard.insertText(" by key");
      const before = writes().length;
      await page.keyboard.press("Control+S");
      await becomes(workbench, () => Promise.resolve(writes().length), before + 1);
      await activeTab(workbench, text.tab, "clean").waitFor();
      assert.equal(await dialog(workbench).count(), 0);
    });

    it("the Save key saves even while a panel has the focus", async () => {
      await focusEditor(workbench);
      await page.keyboard.insertText(" from the panel");
      await problems(workbench);
      await page.locator(".markers-panel").click();
      const before = writes().length;
      await page.keyboard.press("Control+S");
      await becomes(workbench, () => Promise.resolve(writes().length), before + 1);
      await activeTab(workbench, text.tab, "clean").waitFor();
      assert.equal(await dialog(workbench).count(), 0);
      await page.keyboard.press("Control+J");
    });

    it("the button in the title of the editor saves", async () => {
      await focusEditor(workbench);
      await page.keyboard.insertText(" by button");
      const before = writes().length;
      await page.locator('.editor-actions [aria-label^="Save Text"]').click();
      await becomes(workbench, () => Promise.resolve(writes().length), before + 1);
      await activeTab(workbench, text.tab, "clean").waitFor();
      await screenshot(workbench, "live-button");
    });

    it("the menu saves, after a yes", async () => {
      await focusEditor(workbench);
      await page.keyboard.insertText(" by menu");
      const before = writes().length;
      const save = page.locator(".monaco-menu .action-item", { has: page.getByText("Save", { exact: true }) }).last();
      const openMenu = async (): Promise<boolean> => {
        await page.locator(".menubar-menu-button").first().click();
        await page.locator(".monaco-menu").getByText("File", { exact: true }).first().hover();
        await save.waitFor();
        return (await save.and(page.locator(":not(.disabled)")).count()) > 0;
      };
      // A busy window may still show a menu from before the editor was opened. It redraws the menu once another editor
      // is in front.
      while (!(await openMenu())) {
        for (let menus = 2; menus > 0; menus--) await page.keyboard.press("Escape");
        for (const tab of ["notes.txt", text.tab]) {
          await page.locator(".tabs-container .tab", { hasText: tab }).first().click();
          await activeTab(workbench, tab).waitFor();
        }
        await focusEditor(workbench);
      }
      await save.hover();
      // A menu that has just opened does not take a click.
      await page.locator(".monaco-menu .action-item.focused", { hasText: "Save" }).last().waitFor();
      await page.keyboard.press("Enter");
      await dialog(workbench)
        .filter({ hasText: "Save photo (en) to the Text Library?" })
        .getByRole("button", { name: "Save", exact: true })
        .click();
      await becomes(workbench, () => Promise.resolve(writes().length), before + 1);
      await activeTab(workbench, text.tab, "clean").waitFor();
    });

    it("a workspace cannot make VS Code save automatically, but the user's setting can", async () => {
      const folder = join(workbench.folder, ".vscode", "settings.json");
      const each = { "files.autoSave": "afterDelay" };
      await writeFile(
        folder,
        JSON.stringify({ ...each, "[smartform-text]": each, "[plaintext]": each, "smartform.automaticSaves": true }),
      );
      await focusEditor(workbench);
      await page.keyboard.insertText(" automatically");
      const before = writes().length;
      await waitForAutoSave("afterDelay");
      assert.equal(writes().length, before);
      await openText(workbench, text.path, "en");
      await setUserSettings(workbench, { "smartform.automaticSaves": true });
      await focusEditor(workbench);
      await page.keyboard.insertText(" again");
      // VS Code does not retry a refused save automatically. The text is saved after the next edit, or with the Save
      // key.
      await page.keyboard.press("Control+S");
      await becomes(workbench, () => Promise.resolve(writes().length), before + 1);
      await focusEditor(workbench);
      await page.keyboard.insertText(" and again");
      await becomes(workbench, () => Promise.resolve(writes().length), before + 2);
      assert.match(await editorText(workbench), /and again/);
    });
  });
});
