/** The side bar of a window: its views, their rows, and the menus of views and rows. */
import type { Locator } from "playwright-core";
import { quickInput, runCommand } from "./palette.ts";
import type { Workbench } from "./workbench.ts";

/** Views that are not in the container of the library. */
const services: ReadonlySet<string> = new Set(["Archive", "Documents", "Signing", "Audit", "Statistics"]);

/** Opens a view container by the name of its icon in the activity bar. */
export async function openView({ page }: Workbench, name: string): Promise<void> {
  // The name may be followed by a key, in parentheses.
  const icon = page
    .locator(".activitybar .action-item", { has: page.locator(`[aria-label="${name}"], [aria-label^="${name} ("]`) })
    .first();
  const title = page.locator(".sidebar .composite.title").filter({ has: page.getByText(name, { exact: true }) });
  for (let tries = 1; ; tries++) {
    // A window that just started may restore the view during the click; the click then closes the view.
    if (!(await icon.evaluate((item) => item.classList.contains("checked")))) await icon.click();
    if (
      await title.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error(`The view ${name} does not open.`);
  }
}

/** Opens the container of a view of this extension, and unfolds the view. */
export async function unfoldView(workbench: Workbench, name: string): Promise<void> {
  await turnView(workbench, name, true);
}

/** Runs a command of a view from the palette, which lists it while the view is unfolded. */
export async function runCommandOf(workbench: Workbench, view: string, title: string): Promise<void> {
  await unfoldView(workbench, view);
  await runCommand(workbench, title);
}

/** Opens the container of a view of this extension, and folds the view, so that other views have more room. */
export async function foldView(workbench: Workbench, name: string): Promise<void> {
  await turnView(workbench, name, false);
}

async function turnView(workbench: Workbench, name: string, open: boolean): Promise<void> {
  const { page } = workbench;
  await openView(workbench, services.has(name) ? "Smartform Services" : "Smartform");
  const header = page.locator(`.sidebar .pane-header[aria-label^="${name}"]`);
  await header.waitFor();
  // Clicks at the left of the header, because its middle may have buttons, which appear under the mouse.
  if ((await header.getAttribute("aria-expanded")) !== String(open)) await header.click({ position: { x: 30, y: 11 } });
  await page.locator(`.sidebar .pane-header[aria-label^="${name}"][aria-expanded="${open}"]`).waitFor();
}

/** Finds a row of a tree in the side bar by a part of its label. */
export function treeItem({ page }: Workbench, label: string): Locator {
  return page.locator('.sidebar [role="treeitem"]', { hasText: label }).first();
}

/** Moves the mouse to a place without hovers, because the hover of a row covers the rows below. */
async function away(row: Locator): Promise<void> {
  await row.page().mouse.move(0, 0);
}

/**
 * Chooses an entry from the context menu of a row, by a part of the entry's label, until `opens` is visible. If the
 * view redraws the row at that moment, the command loses the row and asks for one; the entry is then chosen again.
 */
export async function chooseFor(workbench: Workbench, row: Locator, label: string, opens?: Locator): Promise<void> {
  const asked = quickInput(workbench);
  for (let tries = 1; ; tries++) {
    await chooseOnce(workbench, row, label);
    if (opens === undefined) return;
    await opens.or(asked).first().waitFor();
    if (
      await opens
        .first()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 5) throw new Error(`"${label}" lost its row five times.`);
    await workbench.page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
  }
}

async function chooseOnce(workbench: Workbench, row: Locator, label: string): Promise<void> {
  const { page } = workbench;
  const item = page.locator(".monaco-menu").getByText(label);
  for (let openings = 1; ; openings++) {
    await away(row);
    await row.click({ button: "right" });
    if (
      await item.waitFor({ timeout: 2500 }).then(
        () => true,
        () => false,
      )
    )
      break;
    // A list that was still loading may have moved the row, so that the menu belongs to another row.
    if (openings === 8) throw new Error(`The menu has no "${label}".`);
    await page.keyboard.press("Escape");
  }
  await chooseInMenu(workbench, label);
}

/**
 * Chooses an entry from the open menu by a part of its label. Uses the Enter key, because a menu that has just opened
 * does not take a click.
 */
export async function chooseInMenu({ page }: Workbench, label: string): Promise<void> {
  await page.locator(".monaco-menu").getByText(label).hover();
  await page.locator(".monaco-menu .action-item.focused", { hasText: label }).waitFor();
  await page.keyboard.press("Enter");
}

/**
 * Presses the button that a row shows while the mouse is over it. A view that reloads at that moment redraws its rows
 * without the button.
 */
export async function pressOn(row: Locator, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.hover();
    if (
      await row
        .getByRole("button", { name })
        .click({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 5) throw new Error(`The row has no button "${name}".`);
  }
}

/**
 * Scrolls a tree until the wanted row exists, because the page has no elements for rows out of view. `from`: a visible
 * row of the tree.
 */
export async function scrollTo({ page }: Workbench, from: Locator, wanted: Locator): Promise<void> {
  await from.hover();
  for (let turns = 0; (await wanted.count()) === 0; turns++) {
    if (turns === 2000) throw new Error(`The tree has no ${String(wanted)}.`);
    await page.mouse.wheel(0, 300);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/**
 * Waits until no row of the side bar has changed for 60 frames, because dragging a row fails when the row is redrawn.
 */
export async function quietRows({ page }: Workbench): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0;
        const observer = new MutationObserver(() => {
          frames = 0;
        });
        observer.observe(document.querySelector(".sidebar") ?? document.body, { childList: true, subtree: true });
        const count = (): void => {
          frames += 1;
          if (frames < 60) return void requestAnimationFrame(count);
          observer.disconnect();
          resolve();
        };
        requestAnimationFrame(count);
      }),
  );
}

/** Clicks a row until it is selected, because another row may take its place while the list is redrawn. */
export async function selectRow(row: Locator): Promise<void> {
  const selected = row.and(row.page().locator('[aria-selected="true"]'));
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.click();
    if (
      await selected.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error("The row is not selected by a click.");
  }
}

/** Unfolds a row if its children are not shown. */
export async function expand(workbench: Workbench, label: string): Promise<void> {
  await unfold(treeItem(workbench, label));
}

/** Clicks a row until `opens` is visible. A row that is redrawn during the click does not take it. */
export async function clickUntil(row: Locator, opens: Locator, { clickCount = 1 } = {}): Promise<void> {
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.click({ clickCount });
    if (
      await opens
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 4) throw new Error("Nothing comes of a click on the row.");
  }
}

/**
 * Opens the editor of a row with a double click, so that it stays open and has the focus. A single click opens a
 * preview.
 */
export async function openRow(row: Locator, opens: Locator): Promise<void> {
  await clickUntil(row, opens, { clickCount: 2 });
}

export async function unfold(row: Locator): Promise<void> {
  await turnRow(row, true);
}

/**
 * Unfolds a row until what it contains is visible: VS Code folds a row again when the row is redrawn after the click.
 */
export async function unfoldUntil(row: Locator, inside: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await unfold(row);
    if (
      await inside.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error("The row does not show what it contains.");
  }
}

export async function fold(row: Locator): Promise<void> {
  await turnRow(row, false);
}

/**
 * Folds or unfolds a row. A row that is redrawn during the click does not take it. Does nothing if the row has no
 * children.
 */
async function turnRow(row: Locator, open: boolean): Promise<void> {
  const isTurned = row.and(row.page().locator(`[aria-expanded="${open}"]`));
  await row.waitFor();
  for (let tries = 1; (await row.getAttribute("aria-expanded")) === String(!open); tries++) {
    if (tries === 4) throw new Error(`The row does not ${open ? "un" : ""}fold.`);
    await away(row);
    await row.locator(".monaco-tl-twistie").click();
    await isTurned.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
}
