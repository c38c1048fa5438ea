/**
 * Saves that fail, as an author sees them: somebody else's change of the same line, refusals of every kind, and an
 * unreachable service. Also the warnings before a save.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../../story.ts";
import { activeEditor, activeTab, editorText, focusEditor, pressLens, replaceText, squiggles } from "../../editors.ts";
import { foldTexts, openText } from "../../library.ts";
import { clickAway, dialog, notifications, told } from "../../messages.ts";
import { answerPath, listsFew, pick, quickInput, runCommand } from "../../palette.ts";
import { screenshot } from "../../pictures.ts";
import { setUserSettings, useTheme } from "../../settings.ts";
import { signIn } from "../../signIn.ts";
import { becomes } from "../../waiting.ts";

const texts = "/Integrations/textlibrary/texts";
const photo = "text-questions-photo";

interface Text {
  readonly translations: Readonly<Record<string, { readonly content: string }>>;
}

/** The service's response to the write, and the parts that the message must contain: what happened, and what to do. */
const refusals = [
  {
    name: "401",
    fault: { kind: "status", status: 401 },
    says: [/Not saved: nothing was written/, /does not accept the sign-in/, /Check that this client/],
  },
  {
    name: "403",
    fault: { kind: "status", status: 403 },
    says: [/Not saved: nothing was written/, /does not belong to a company, or has no access/, /administrator/],
  },
  {
    name: "409",
    fault: { kind: "status", status: 409 },
    says: [/Not saved: nothing was written/, /code is already used/, /Choose another code/],
  },
  { name: "500", fault: { kind: "status", status: 500 }, says: [/not known whether the text was saved/, /Save again/] },
  { name: "an HTML page", fault: { kind: "wrong-type" }, says: [/not known|unexpected type/, /sign-in page|proxy/] },
  {
    name: "429",
    fault: { kind: "status", status: 429, retryAfter: 1 },
    says: [/Not saved: nothing was written/, /fewer calls/, /Wait 1 second,/],
  },
] as const;

describe("saving", () => {
  let page: Page;

  const { service, workbench, it } = useService("saving", {
    options: () => ({ files: { "letter.sft": "" }, settings: { "smartform.timeout": 5 } }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  const english = async () =>
    ((await service.call("GET", `${texts}/${photo}`)).json as Text).translations["en"]?.content;
  const writes = async () =>
    (
      (await service.control("GET", "/ledger")).at("items") as readonly {
        readonly method: string;
        readonly path: string;
      }[]
    ).filter(({ method, path }) => method === "PUT" && path.endsWith(photo)).length;

  async function colleagueWrites(content: string, text = "photo"): Promise<void> {
    const { translations: _, ...fields } = (await service.call("GET", `${texts}/text-questions-${text}`)).json as Text;
    assert.equal(
      (
        await service.call("PUT", `${texts}/text-questions-${text}`, {
          body: { ...fields, translations: { en: { content } } },
        })
      ).status,
      200,
    );
  }

  async function saveAndRead(words: RegExp): Promise<string> {
    await page.keyboard.press("Control+S");
    return (await told(workbench, words)).innerText();
  }

  async function clearToasts(): Promise<void> {
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await notifications(workbench).first().waitFor({ state: "detached" });
  }

  it("writes nothing if somebody else changed the same line, and offers both sides", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await replaceText(workbench, "Please take photos, says the author.");
    await colleagueWrites("Please take photos, says the colleague.");
    await service.control("DELETE", "/ledger");
    await saveAndRead(/Your change was not written/);
    await screenshot(workbench, "conflict");
    assert.equal(await english(), "Please take photos, says the colleague.");
    assert.equal(await writes(), 0);
    await activeTab(workbench, "photo.en", "dirty").waitFor();
  });

  it("shows both sides in the merge editor and writes neither, then saves the author's result", async () => {
    await notifications(workbench)
      .filter({ hasText: "Your change was not written" })
      .getByRole("button", { name: "Resolve" })
      .click();
    await dialog(workbench).getByText("Two people changed photo (en) of").waitFor();
    await screenshot(workbench, "conflict-choice");
    await dialog(workbench).getByRole("button", { name: "Compare and Merge" }).click();
    const merge = page.locator(".merge-editor");
    await merge.locator(".code-view.input .view-line", { hasText: "says the colleague" }).first().waitFor();
    await merge.locator(".code-view.input .view-line", { hasText: "says the author" }).first().waitFor();
    await merge.locator(".title", { hasText: "On the service, changed" }).waitFor();
    await screenshot(workbench, "conflict-merge");
    await listsFew(workbench, "a merge under way, beside the Text Library", 70);
    assert.equal(await english(), "Please take photos, says the colleague.");
    assert.equal(await writes(), 0);

    const result = merge.locator(".code-view.result .view-lines");
    await result.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("Please take photos, say both.");
    await page.keyboard.press("Control+S");
    await result.filter({ hasText: "say both" }).waitFor();
    assert.equal(await writes(), 0);
    const kept = page.locator(".statusbar").getByText("The merge is kept in this window");
    await kept.waitFor();
    await screenshot(workbench, "conflict-merged");
    await page.locator('.editor-actions [aria-label^="Complete Merge and Save"]').click();
    await becomes(workbench, english, "Please take photos, say both.");
    await activeTab(workbench, "photo.en", "clean").waitFor();
    await kept.waitFor({ state: "detached" });
    assert.equal(await editorText(workbench), "Please take photos, say both.");
    await merge.waitFor({ state: "detached" });
    await runCommand(workbench, "View: Close All Editors");
    await clearToasts();
  });

  it("completes the merge in front if another one was started after it", async () => {
    const both = [
      ["photo", "Please take photos"],
      ["witness", "Please give names"],
    ] as const;
    const contentOf = async (text: string) =>
      ((await service.call("GET", `${texts}/text-questions-${text}`)).json as Text).translations["en"]?.content;
    const merge = page.locator(".merge-editor:visible");
    for (const [text, words] of both) {
      await openText(workbench, ["Folder Claims", "Subfolder Questions", `Text ${text}`], "en");
      // Folds the texts, so that only one at a time shows its languages, and the right language is clicked.
      await foldTexts(workbench);
      await replaceText(workbench, `${words}, says the author.`);
      await colleagueWrites(`${words}, says the colleague.`, text);
      await page.keyboard.press("Control+S");
      await notifications(workbench)
        .filter({ hasText: "Your change was not written" })
        .filter({ hasText: text })
        .getByRole("button", { name: "Resolve" })
        .click();
      await dialog(workbench).getByRole("button", { name: "Compare and Merge" }).click();
      await merge
        .locator(".code-view.input .view-line", { hasText: `${words}, says the colleague` })
        .first()
        .waitFor();
      const result = merge.locator(".code-view.result .view-lines");
      await result.click();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(`${words}, say both.`);
      await result.filter({ hasText: "say both" }).waitFor();
      await clearToasts();
    }
    await page.locator(".tabs-container .tab", { hasText: "Merging: photo" }).click();
    await merge.locator(".code-view.result .view-lines").filter({ hasText: "photos" }).click();
    await page.keyboard.press("Control+Enter");
    await becomes(workbench, () => contentOf("photo"), "Please take photos, say both.");
    await page.locator(".tabs-container .tab", { hasText: "Merging: photo" }).waitFor({ state: "detached" });
    assert.equal(await contentOf("witness"), "Please give names, says the colleague.");
    await page.locator(".tabs-container .tab", { hasText: "Merging: witness" }).click();
    await merge.locator(".code-view.result .view-lines").filter({ hasText: "names" }).click();
    await page.keyboard.press("Control+Enter");
    await becomes(workbench, () => contentOf("witness"), "Please give names, say both.");
    await merge.waitFor({ state: "detached" });
    await becomes(workbench, () => page.locator(".tabs-container .tab.dirty").count(), 0);
    await runCommand(workbench, "View: Close All Editors");
  });

  it("offers a merge again if the author cancels at the last question", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await replaceText(workbench, "Please take photos, says the author again.");
    await colleagueWrites("Please take photos, says the colleague again.");
    await saveAndRead(/Your change was not written/);
    await (await told(workbench, "Your change was not written")).getByRole("button", { name: "Resolve" }).click();
    await dialog(workbench).getByRole("button", { name: "Compare and Merge" }).click();
    const merge = page.locator(".merge-editor:visible");
    await merge.locator(".code-view.input .view-line", { hasText: "colleague again" }).first().waitFor();
    await page.locator(".tabs-container .tab", { hasText: "photo.en" }).first().click();
    await focusEditor(workbench);
    await page.keyboard.type("!");
    await page.locator(".tabs-container .tab", { hasText: "Merging: photo" }).click();
    await merge.locator(".code-view.result .view-lines").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("Please take photos, say both again.");
    await page.keyboard.press("Control+Enter");
    await dialog(workbench).getByText("was changed in its own editor after this merge began").waitFor();
    await page.keyboard.press("Escape");
    await (
      await told(workbench, "was closed and is not saved on the service")
    )
      .getByRole("button", { name: "Put the Merge into the Text" })
      .click();
    await dialog(workbench).getByRole("button", { name: "Use the Merge" }).click();
    await becomes(workbench, () => editorText(workbench), "Please take photos, say both again.");
    assert.equal(await english(), "Please take photos, says the colleague again.");
    await replaceText(workbench, "Please take photos, say both.");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "Please take photos, say both.");
    await activeTab(workbench, "photo.en", "clean").waitFor();
    await runCommand(workbench, "View: Close All Editors");
    await clearToasts();
  });

  it("says for every refusal what happened and what to do, and keeps what was typed", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await replaceText(workbench, "Please take sharp photos.");
    for (const { name, fault, says } of refusals) {
      await service.control("POST", "/faults", { operation: "textlibrary.texts.update", ...fault });
      const words = await saveAndRead(/Failed to save/);
      await activeTab(workbench, "photo.en", "dirty").waitFor();
      assert.equal(await editorText(workbench), "Please take sharp photos.");
      assert.equal(await english(), "Please take photos, say both.");
      for (const part of says) assert.match(words, part, name);
      await service.control("DELETE", "/faults");
      await clearToasts();
    }
  });

  it("continues while the service is unavailable, and saves once it is back", async () => {
    await service.control("POST", "/faults", { path: "*", kind: "reset-before" });
    await replaceText(workbench, "Please take photos of [[ LIB : claims-questions : photoo ]]");
    await squiggles(workbench, "error").first().waitFor();
    assert.match(await saveAndRead(/Failed to save/), /Not saved: nothing was written.*could not be reached/s);
    await screenshot(workbench, "service-away");
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    await squiggles(workbench, "error").first().waitFor();
    assert.equal(await editorText(workbench), "Please take photos of [[ LIB : claims-questions : photoo ]]");

    await service.control("DELETE", "/faults");
    await clearToasts();
    await replaceText(workbench, "Please take photos again.");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "Please take photos again.");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  /** Finds the notifications, without those of the check after a save, which may come at any time. */
  const toasts = () => notifications(workbench).filter({ hasNotText: "Right after you saved" });

  it("takes what somebody else wrote into a text without changes, and reports it quietly in one with changes, before a save", async () => {
    await colleagueWrites("First.\nSecond.\nThird.");
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    await becomes(workbench, () => editorText(workbench), "First.\nSecond.\nThird.");
    await activeTab(workbench, "photo.en", "clean").waitFor();
    // Types only one key, so that one Undo reverts it.
    await focusEditor(workbench);
    await page.keyboard.type("!");
    await colleagueWrites("First, says the colleague.\nSecond.\nThird.");
    await service.control("DELETE", "/ledger");
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    const lens = activeEditor(workbench).locator(".codelens-decoration");
    await lens.filter({ hasText: "Changed on the service" }).waitFor();
    assert.equal(await toasts().count(), 0);
    await screenshot(workbench, "changed-on-the-service");
    assert.equal(await editorText(workbench), "First.\nSecond.\nThird.!");
    await pressLens(workbench, "Merge Now");
    await becomes(workbench, () => editorText(workbench), "First, says the colleague.\nSecond.\nThird.!");
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    assert.equal(await writes(), 0);
    await screenshot(workbench, "merged-before-the-save");
    // After the second undo, the text has no changes, so it takes the service's content.
    await focusEditor(workbench);
    await page.keyboard.press("Control+Z");
    await becomes(workbench, () => editorText(workbench), "First.\nSecond.\nThird.!");
    await lens.filter({ hasText: "Changed on the service" }).waitFor();
    await page.keyboard.press("Control+Z");
    await becomes(workbench, () => editorText(workbench), "First, says the colleague.\nSecond.\nThird.");
    await activeTab(workbench, "photo.en", "clean").waitFor();
    await replaceText(workbench, "First, says the colleague.\nSecond.\nThird.!");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "First, says the colleague.\nSecond.\nThird.!");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  it("saves what was typed while the text was reloaded: VS Code does not ask which is newer", async () => {
    await colleagueWrites("First, says the colleague.\nSecond.\nThird, says the colleague.");
    // The extension's check gets its response, but VS Code's next read does not get one.
    for (const ms of [1, 600_000])
      await service.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "latency", ms, times: 1 });
    await service.control("DELETE", "/ledger");
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    await becomes(
      workbench,
      async () =>
        ((await service.control("GET", "/ledger")).at("items") as readonly { readonly path: string }[]).some(
          ({ path }) => path.endsWith(photo),
        ),
      true,
    );
    await focusEditor(workbench);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Dear all, ");
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "Dear all, First, says the colleague.\nSecond.\nThird, says the colleague.");
    await service.control("DELETE", "/faults");
    await becomes(
      workbench,
      () => editorText(workbench),
      "Dear all, First, says the colleague.\nSecond.\nThird, says the colleague.",
    );
    await activeTab(workbench, "photo.en", "clean").waitFor();
    assert.equal(await notifications(workbench).filter({ hasText: "Failed to save" }).count(), 0);
  });

  it("never overwrites a text that is saved under another name, and says how to make a new one", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    const [before, count] = [await english(), await writes()];
    await replaceText(workbench, "A variant of photo.");
    for (const name of ["/claims-questions/photo-two.en.sft", "/elsewhere/photo.en.sft"]) {
      await runCommand(workbench, "File: Save As...");
      await answerPath(workbench, "photo.en.sft", name, () =>
        clickAway(quickInput(workbench).getByRole("button", { name: "OK" })),
      );
      await told(
        workbench,
        /Nothing was written: "Save As" cannot create a text in the library. It would have replaced photo with what you wrote, at once and for everyone. To create a new text, choose "Duplicate Text…"/,
      );
      await screenshot(workbench, "saving-as");
      await runCommand(workbench, "Notifications: Clear All Notifications");
    }
    assert.deepEqual([await english(), await writes()], [before, count]);
    await activeTab(workbench, "photo.en", "dirty").waitFor();
    assert.equal(await editorText(workbench), "A variant of photo.");
    await runCommand(workbench, "File: Revert File");
    await activeTab(workbench, "photo.en", "clean").waitFor();
  });

  it("continues with a text that moved, with what was typed, at its new place", async () => {
    await replaceText(workbench, "Typed before the move.");
    const { translations: _, ...fields } = (await service.call("GET", `${texts}/${photo}`)).json as Text;
    assert.equal(
      (await service.call("PUT", `${texts}/${photo}`, { body: { ...fields, code: "picture", translations: {} } }))
        .status,
      200,
    );
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    const lens = activeEditor(workbench).locator(".codelens-decoration");
    await lens.filter({ hasText: 'with the code "picture"' }).waitFor();
    await screenshot(workbench, "moved-on-the-service");
    await pressLens(workbench, "Continue There", activeTab(workbench, "picture.en", "dirty"));
    assert.equal(await editorText(workbench), "Typed before the move.");
    assert.equal(await page.locator(".tabs-container .tab", { hasText: "photo.en" }).count(), 0);
    await page.keyboard.press("Control+S");
    await becomes(workbench, english, "Typed before the move.");
    await activeTab(workbench, "picture.en", "clean").waitFor();
  });

  /** Runs Save All. The author may mean only the files, so one question asks about all texts. */
  async function saveAll(): Promise<void> {
    await runCommand(workbench, "File: Save All");
    await dialog(workbench)
      .filter({ hasText: "Save 3 texts to the Text Library?" })
      .getByRole("button", { name: "Save", exact: true })
      .click();
  }

  it("reports several unsuccessful saves in one message, with a list", async () => {
    const open = ["en", "sv", "de"];
    for (const language of open) {
      await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text picture"], language);
      await replaceText(workbench, `Not saved in ${language}.`);
    }
    await service.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "status", status: 403 });
    await saveAll();
    const told = notifications(workbench).filter({ hasText: "3 saves had problems" });
    await told.waitFor();
    await screenshot(workbench, "many-not-saved");
    assert.equal(await notifications(workbench).count(), 1);
    await told.getByRole("button", { name: "Show" }).click();
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "picture (sv)" }).waitFor();
    await screenshot(workbench, "many-not-saved-list");
    await pick(workbench, "picture (sv)");
    await activeTab(workbench, "picture.sv", "dirty").waitFor();
    await service.control("DELETE", "/faults");
    await clearToasts();
    await saveAll();
    await becomes(
      workbench,
      async () =>
        Object.entries(((await service.call("GET", `${texts}/${photo}`)).json as Text).translations)
          .map(([language, { content }]) => [language, content])
          .filter(([language]) => open.includes(language ?? ""))
          .sort(),
      open.map((language) => [language, `Not saved in ${language}.`]).sort(),
    );
  });

  /**
   * Sets auto save for library texts. The extension switches auto save off for them, so a user must set both VS Code's
   * setting and the extension's.
   */
  async function autoSave(when: "afterDelay" | "off"): Promise<void> {
    await mkdir(join(workbench.folder, ".vscode"), { recursive: true });
    await writeFile(
      join(workbench.folder, ".vscode", "settings.json"),
      JSON.stringify({ "[smartform-text]": { "files.autoSave": when } }),
    );
  }

  it("does not save a conflict again automatically, and leaves the focus where the author types", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text picture"], "sv");
    await setUserSettings(workbench, { "smartform.automaticSaves": true });
    await autoSave("afterDelay");
    const swedish = async () =>
      ((await service.call("GET", `${texts}/${photo}`)).json as Text).translations["sv"]?.content;
    await replaceText(workbench, "Sparad av sig själv.");
    await becomes(workbench, swedish, "Sparad av sig själv.");

    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text picture"], "en");
    await colleagueWrites("The colleague's.");
    await replaceText(workbench, "The author's.");
    await notifications(workbench).filter({ hasText: "Your change was not written" }).waitFor();
    await page.keyboard.insertText(" More.");
    await becomes(workbench, () => editorText(workbench), "The author's. More.");
    await screenshot(workbench, "saved-by-itself-conflict");
    await service.control("DELETE", "/ledger");
    await page.keyboard.insertText(" And more.");
    // Waits until auto save has saved the Swedish version. By then, auto save would have saved the English version too.
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text picture"], "sv");
    await replaceText(workbench, "Sparad igen.");
    await becomes(workbench, swedish, "Sparad igen.");
    assert.equal(await writes(), 1);
    assert.equal(await english(), "The colleague's.");
    await autoSave("off");
  });

  it("keeps a text that the service no longer shows, and says so", async () => {
    await clearToasts();
    assert.equal((await service.call("DELETE", `${texts}/${photo}`)).status, 204);
    await runCommand(workbench, "Smartform Library: Refresh Text Library");
    const lens = activeEditor(workbench).locator(".codelens-decoration");
    await lens.filter({ hasText: "No longer shown by the service" }).waitFor();
    assert.equal(await editorText(workbench), "Sparad igen.");
    assert.equal(await toasts().count(), 0);
    await page.locator(".tabs-container .tab.active .strikethrough").first().waitFor();
    await runCommand(workbench, "File: Revert File");
    await lens.filter({ hasText: "No longer shown by the service" }).waitFor();
    assert.equal(await editorText(workbench), "Sparad igen.");
    assert.equal(await toasts().count(), 0);
    await useTheme(workbench, "hc-black");
    await screenshot(workbench, "not-shown-any-more");
    await runCommand(workbench, "Smartform Library: Decide About a Change on the Service…");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "Save as New Text…" }).waitFor();
    await screenshot(workbench, "not-shown-any-more-list");
    await pick(workbench, "Compare with the Last Known Version");
    await page.locator(".monaco-diff-editor .editor.original .view-line", { hasText: "Sparad igen." }).waitFor();
  });
});
