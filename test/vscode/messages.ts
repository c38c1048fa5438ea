/** What a window shows: findings, messages and dialogs. */
import type { Locator } from "playwright-core";
import { runCommand } from "./palette.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Clicks a button until it is gone together with its dialog. A dialog that is still validating its input does not take
 * a click.
 */
export async function clickAway(button: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await button.click();
    if (
      await button.waitFor({ state: "hidden", timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error("The dialog stays, whatever is clicked.");
  }
}

/** Returns the rows of the Problems panel, and opens it if needed. */
export async function problems(workbench: Workbench): Promise<Locator> {
  const { page } = workbench;
  const panel = page.locator(".markers-panel");
  if (!(await panel.isVisible())) await page.keyboard.press("Control+Shift+M");
  await panel.waitFor();
  return panel.locator(".monaco-list-row");
}

/** Finds the notifications at the lower right corner of VS Code. */
export function notifications({ page }: Workbench): Locator {
  return page.locator(".notifications-toasts .notification-list-item");
}

/**
 * Resolves with a notification, wherever VS Code shows it. If more than five arrive at once, the others are only in the
 * notification centre.
 */
export async function told(workbench: Workbench, words: string | RegExp): Promise<Locator> {
  const found = workbench.page
    .locator(".notifications-toasts .notification-list-item, .notifications-center .notification-list-item")
    .filter({ hasText: words })
    .first();
  for (
    let tries = 1;
    !(await found.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    ));
    tries++
  ) {
    if (tries === 6) throw new Error(`Nothing says ${String(words)}.`);
    await runCommand(workbench, "Notifications: Show Notifications");
  }
  return found;
}

/** The modal dialog. */
export function dialog({ page }: Workbench): Locator {
  return page.locator(".monaco-dialog-box");
}
