/** The editors of a window: their tabs, their text, and what is shown beside it. */
import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { quickInput } from "./palette.ts";
import { chooseFor, treeItem } from "./sideBar.ts";
import { longestWait } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Opens a file of the workspace in this editor. The list of editors does not change while it is open, and extensions
 * may still be loading, so the list is reopened until it contains the editor.
 */
export async function openWith(workbench: Workbench, file: string, editor: string): Promise<void> {
  const row = quickInput(workbench).locator(".monaco-list-row", { hasText: editor });
  for (let openings = 1; ; openings++) {
    await chooseFor(workbench, treeItem(workbench, file), "Open With...");
    if (
      await row.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      break;
    assert.ok(openings < 6, `${editor} is not offered`);
    await workbench.page.keyboard.press("Escape");
  }
  await row.click();
}

/** Opens a file of the workspace in a text editor. */
export async function openFile(workbench: Workbench, path: string): Promise<void> {
  await openTab(workbench, path);
  await activeEditor(workbench).locator(".view-lines").first().waitFor();
}

/**
 * Opens a file of the workspace in its default editor. A page in a panel may take the focus, which closes the list of
 * files; the list is then opened again.
 */
export async function openTab(workbench: Workbench, path: string): Promise<void> {
  const { page } = workbench;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const box = quickInput(workbench);
  // The list may still contain a deleted file whose name begins like this one.
  const label = page.locator(".label-name", {
    hasText: new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
  });
  const row = box.locator(".monaco-list-row", { has: label }).first();
  for (let openings = 1; ; openings++) {
    await page.keyboard.press("Control+P");
    const isListed = await box
      .locator("input")
      .fill(path, { timeout: 5000 })
      .then(() => row.click({ timeout: 5000 }))
      .then(
        () => true,
        () => false,
      );
    if (
      isListed &&
      (await activeTab(workbench, name)
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        ))
    )
      return;
    if (openings === 4) throw new Error(`${path} does not open.`);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
  }
}

/** Finds the active tab by a part of its label. */
export function activeTab({ page }: Workbench, label: string, state: "dirty" | "clean" | "any" = "any"): Locator {
  return page
    .locator(`.tabs-container .tab.active${{ dirty: ".dirty", clean: ":not(.dirty)", any: "" }[state]}`, {
      hasText: label,
    })
    .first();
}

/**
 * Clicks a code lens until `comes` is visible; without `comes`, until the lens is gone. If the lens is redrawn during
 * the click, the click has no effect.
 */
export async function pressLens(workbench: Workbench, label: string, comes?: Locator): Promise<void> {
  const lens = activeEditor(workbench).locator(".codelens-decoration").getByText(label);
  for (let tries = 1; ; tries++) {
    await lens.click();
    const done =
      comes === undefined
        ? lens.waitFor({ state: "detached", timeout: 5000 })
        : comes.first().waitFor({ timeout: 5000 });
    if (
      await done.then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 5) throw new Error(`Nothing comes of "${label}".`);
  }
}

/**
 * Rests the mouse on the target until its hover shows. If the target is redrawn before that, VS Code drops the hover;
 * the mouse then leaves and comes back.
 */
export async function hoverOver({ page }: Workbench, target: Locator, told: string | RegExp): Promise<Locator> {
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: told }).first();
  for (let tries = 1; ; tries++) {
    await target.hover();
    if (
      await hover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return hover;
    if (tries === 6) throw new Error(`No hover tells ${String(told)}.`);
    await page.mouse.move(0, 0);
  }
}

/**
 * Chooses an entry of the light bulb's menu at the cursor. The menu does not change while it is open, so it is reopened
 * until it lists this entry.
 */
export async function chooseFix({ page }: Workbench, label: string): Promise<void> {
  // A menu inside the menu has this class too.
  const menu = page.locator(".action-widget").first();
  for (let tries = 1; ; tries++) {
    await page.keyboard.press("Control+.");
    if (
      await menu
        .getByText(label)
        .click({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 6) throw new Error(`The light bulb does not offer "${label}".`);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
  }
}

/** Finds the text editor of the active group. This is the group that has or last had the focus. */
export function activeEditor({ page }: Workbench): Locator {
  return page.locator(".editor-group-container.active .editor-instance .monaco-editor:visible").last();
}

/** Resolves with the visible lines of the active editor. */
export async function editorText(workbench: Workbench): Promise<string> {
  const lines = await activeEditor(workbench)
    .locator(".view-line")
    .evaluateAll((elements) =>
      elements.map((element) => ({
        top: Number.parseFloat((element as HTMLElement).style.top),
        text: element.textContent ?? "",
      })),
    );
  return lines
    .sort((a, b) => a.top - b.top)
    .map((line) => line.text.replaceAll("\u00a0", " "))
    .join("\n");
}

/** Replaces the whole text of the active editor with one insertion. */
export async function replaceText(workbench: Workbench, text: string): Promise<void> {
  await focusEditor(workbench);
  await workbench.page.keyboard.press("Control+A");
  await workbench.page.keyboard.insertText(text);
}

/** Puts the cursor into the active editor, at the end of its text. */
export async function focusEditor(workbench: Workbench): Promise<void> {
  await activeEditor(workbench).locator(".view-lines").first().click();
  await workbench.page.keyboard.press("Control+End");
}

/**
 * Selects these words, which occur once in the active editor. A double click could miss them, because a code lens that
 * appears between the two clicks moves the lines.
 */
export async function selectWords(workbench: Workbench, words: string): Promise<void> {
  await focusEditor(workbench);
  await workbench.page.keyboard.press("Control+F");
  const find = activeEditor(workbench).locator(".find-widget");
  await find.locator("textarea.input").first().fill(words);
  await find.getByText("1 of 1", { exact: true }).waitFor();
  await workbench.page.keyboard.press("Escape");
}

/** Waits until the active editor has the focus: after a click on its tab, it gets the focus a moment later. */
export async function editorHasFocus({ page }: Workbench, timeout = longestWait): Promise<void> {
  await page.waitForFunction(
    () => document.activeElement?.closest(".editor-group-container.active .monaco-editor"),
    undefined,
    { timeout },
  );
}

/** Finds the squiggles of one severity in the active editor. */
export function squiggles(workbench: Workbench, severity: "error" | "warning" | "info"): Locator {
  return activeEditor(workbench).locator(`.squiggly-${severity}`);
}

/** Finds the document inside the visible webview panel. */
export function webview({ page }: Workbench): FrameLocator {
  return page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
}
