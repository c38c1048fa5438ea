/**
 * A pseudo-language that consists of only two files: every view, page and message of the extension is shown in this
 * language. English remains only in names, in data and in VS Code's own words, which `pseudo.json` lists by place.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Locator } from "playwright-core";
import { root } from "../../../scripts/root.mjs";
import { bareWords, pseudo, pseudoCode, pseudoLanguage } from "../../client/localisation/pseudo.ts";
import { activeEditor, openFile, webview } from "../editors.ts";
import { problems } from "../messages.ts";
import { quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";
import { useWindow } from "../story.ts";

type Place = "side bar" | "services" | "status bar" | "walkthrough" | "palette" | "findings" | "completion" | "panels";

const names = JSON.parse(readFileSync(join(import.meta.dirname, "pseudo.json"), "utf8")) as Readonly<
  Record<Place | "everywhere", readonly string[]>
>;
const sample = (path: string): string => readFileSync(join(root, "samples", path), "utf8");

describe("a language of two files", () => {
  const { workbench, it } = useWindow("pseudo", {
    options: () => ({
      files: {
        "letters/photos.sft": sample("letters/photos.sft"),
        "letters/decision.sft.html": sample("letters/decision.sft.html"),
        "data/claim.json": sample("data/claim.json"),
        "forms/claim-report.form.json": sample("forms/claim-report.form.json"),
        "orders.signing.json":
          '{\n  "operation": "signing.orders.list",\n  "body": { "fileStatus": "open", "sortBy": "" }\n}\n',
      },
      language: pseudoCode,
      added: pseudoLanguage(),
      env: { TZ: "UTC" },
    }),
  });

  /** Resolves with everything that these elements show, or that a screen reader reads. */
  const shown = async (elements: Locator): Promise<string> =>
    (
      await elements.evaluateAll((all) =>
        all.flatMap((element) => {
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const read: (string | null)[] = [];
          while (texts.nextNode())
            if (texts.currentNode.parentElement?.checkVisibility() === true) read.push(texts.currentNode.textContent);
          for (const each of [element, ...element.querySelectorAll("[aria-label], [title], [placeholder]")])
            read.push(...["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)));
          return read;
        }),
      )
    ).join("\n");
  const isTranslated = (place: Place, text: string): void => {
    const known = new Set([...names.everywhere, ...names[place]]);
    assert.match(text, /[ȧḗī]/, "there are words of the language");
    assert.deepEqual(
      bareWords(text).filter((word) => !known.has(word)),
      [],
      place,
    );
  };

  /** Reads every view of the open container. While a view is read, only this view is unfolded. */
  async function readViews(name: string): Promise<string> {
    const { page } = workbench;
    const headers = page.locator(".sidebar .pane-header:visible");
    const read: string[] = [];
    for (let index = 0; index < (await headers.count()); index++) {
      for (let other = 0; other < (await headers.count()); other++)
        if ((await headers.nth(other).getAttribute("aria-expanded")) !== String(other === index))
          await headers.nth(other).click({ position: { x: 30, y: 11 } });
      const view = page.locator(".sidebar .pane:has(> .pane-header[aria-expanded=true])");
      await view.locator(".monaco-list-row:visible, .welcome-view-content p:visible").first().waitFor();
      await page.locator(".sidebar .monaco-progress-container:not(.active)").first().waitFor({ state: "attached" });
      read.push(await shown(page.locator(".sidebar")));
      await screenshot(workbench, `pseudo-${name}-${index}`);
    }
    return read.join("\n");
  }

  it("is in every view without a connection", async () => {
    await openView(workbench, "Smartform");
    isTranslated("side bar", await readViews("empty"));
  });

  it("is in every view and in the status bar with the sandbox", async () => {
    const { page } = workbench;
    await openView(workbench, "Smartform");
    const library = page.locator(".sidebar .pane-header:visible").first();
    if ((await library.getAttribute("aria-expanded")) === "false") await library.click({ position: { x: 30, y: 11 } });
    await page
      .locator(".sidebar")
      .getByRole("button", { name: pseudo("Use the Sandbox") })
      .first()
      .click();
    await page.locator('.sidebar [role="treeitem"]', { hasText: "Claims" }).first().waitFor();
    isTranslated("side bar", await readViews("library"));
    await openView(workbench, pseudo("Smartform Services"));
    isTranslated("services", await readViews("services"));
    isTranslated("status bar", await shown(page.locator('.statusbar-item[id^="smartform"]')));
  });

  it("is in findings, their fixes, and completion", async () => {
    const { page } = workbench;
    await openFile(workbench, "photos.sft");
    const rows = await problems(workbench);
    await rows.filter({ hasText: "closng" }).first().waitFor();
    await openFile(workbench, "orders.signing.json");
    await rows.filter({ hasText: "orders.signing.json" }).first().waitFor();
    await screenshot(workbench, "pseudo-findings");
    isTranslated("findings", (await shown(rows)).replaceAll(basename(workbench.folder), ""));
    await openFile(workbench, "photos.sft");
    await activeEditor(workbench).locator(".view-lines").first().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n[[ ");
    await page.keyboard.press("Control+Space");
    const list = page.locator(".suggest-widget.visible");
    await list.locator(".monaco-list-row").first().waitFor();
    await screenshot(workbench, "pseudo-completion");
    isTranslated("completion", await shown(list));
    await page.keyboard.press("Escape");
  });

  it("is in the palette and in the walkthrough", async () => {
    const { page } = workbench;
    await page.keyboard.press("F1");
    await page.keyboard.insertText(pseudo("Smartform"));
    const rows = quickInput(workbench).locator(".monaco-list-row");
    await rows
      .filter({ hasText: pseudo("Smartform") })
      .first()
      .waitFor();
    await screenshot(workbench, "pseudo-palette");
    // Reads only the first line of each row, because VS Code adds the English title below it.
    isTranslated("palette", await shown(rows.locator(".quick-input-list-row").first()));
    await page.keyboard.press("Escape");
    await runCommand(workbench, pseudo("Getting Started"));
    const steps = page.locator(".getting-started-step");
    await steps.first().waitFor();
    for (const step of await steps.all()) {
      await step.click();
      isTranslated("walkthrough", await shown(page.locator(".gettingStartedContainer .gettingStartedSlideDetails")));
    }
    await screenshot(workbench, "pseudo-walkthrough");
  });

  for (const { title, ready } of [
    { title: "Show Audit Events", ready: '[role="gridcell"]' },
    { title: "Show Statistics", ready: "#total" },
  ])
    it(`is in the panel of ${title}`, async () => {
      await runCommand(workbench, pseudo(title));
      await webview(workbench).locator(ready).first().waitFor();
      await screenshot(workbench, `pseudo-${title.replaceAll(" ", "-")}`);
      isTranslated("panels", await shown(webview(workbench).locator("body")));
    });

  it("is in the preview of a letter", async () => {
    await openFile(workbench, "decision.sft.html");
    await runCommand(workbench, pseudo("Open Preview to the Side"));
    await webview(workbench).locator("p").first().waitFor();
    await screenshot(workbench, "pseudo-preview");
    isTranslated("panels", await shown(webview(workbench).locator("body")));
  });
});
