/** The Text Library as the side bar shows it. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { activeEditor, activeTab, editorHasFocus } from "./editors.ts";
import { fold, openRow, unfold } from "./sideBar.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Finds a row of the Text Library by the beginning of its accessible name: `Folder Claims`, `Text photo`,
 * `Language en`.
 */
export function libraryItem({ page }: Workbench, spoken: string): Locator {
  return page.locator(`.sidebar [role="treeitem"][aria-label^="${spoken}"]`).first();
}

/** Unfolds the rows. Resolves with false if a row does not appear because the row before it was folded again. */
async function unfoldAll(workbench: Workbench, path: readonly string[]): Promise<boolean> {
  for (const spoken of path) {
    const row = libraryItem(workbench, spoken);
    if (
      !(await row.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      ))
    )
      return false;
    await unfold(row);
  }
  return true;
}

/**
 * Unfolds the rows of a path, from the top folder on. Tries again if rows were redrawn and folded, such as after a
 * switch of the connection.
 */
export async function unfoldTo(workbench: Workbench, path: readonly string[]): Promise<void> {
  for (let tries = 1; !(await unfoldAll(workbench, path)); tries++)
    assert.ok(tries < 6, `${path.join(", ")} is not in the tree`);
}

/** Folds all texts, so that no row of a language is left. */
export async function foldTexts(workbench: Workbench): Promise<void> {
  const open = workbench.page.locator('.sidebar [role="treeitem"][aria-label^="Text "][aria-expanded="true"]').first();
  while (await open.isVisible()) await fold(libraryItem(workbench, (await open.getAttribute("aria-label")) ?? ""));
  await libraryItem(workbench, "Language").waitFor({ state: "detached" });
}

/** Opens one language of a text from the tree; the path goes from the top folder to the text. */
export async function openText(workbench: Workbench, path: readonly string[], language: string): Promise<void> {
  await unfoldTo(workbench, path);
  const tab = activeTab(workbench, `${path.at(-1)?.replace(/^Text /, "") ?? ""}.${language}`);
  for (let tries = 1; ; tries++) {
    await openRow(libraryItem(workbench, `Language ${language}`), tab);
    await activeEditor(workbench).locator(".view-lines").first().waitFor();
    // A view that is redrawn at this moment takes the focus back.
    if (
      await editorHasFocus(workbench, 10_000).then(
        () => true,
        () => false,
      )
    )
      return;
    assert.ok(tries < 4, `The editor of ${path.join(", ")} does not get the focus.`);
  }
}
