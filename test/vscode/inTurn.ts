/**
 * A window that serves one story after the other. Opening a window takes longer than most stories, so after a
 * successful story its window is reset and kept. The next story of this process that needs a window of the same kind
 * gets it.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { clickAway, dialog, told } from "./messages.ts";
import { asks, pick, quickInput, runCommand } from "./palette.ts";
import { connectionsOf, replaceUserSettings } from "./settings.ts";
import { openView } from "./sideBar.ts";
import { becomes } from "./waiting.ts";
import { openWorkbench, writeFiles } from "./workbench.ts";
import type { Workbench, WorkbenchOptions } from "./workbench.ts";

let left: Workbench | undefined;
let toCome = 0;

/** Called for every story before any begins. */
export function expectStory(): void {
  toCome += 1;
}

/** Called for every story when it is over. */
export function endStory(): void {
  toCome -= 1;
}

/** A window can be reset only if it was opened with nothing but files and settings. */
const isChangeable = ({ files: _, settings: __, ...others }: WorkbenchOptions): boolean =>
  Object.values(others).every((value) => value === undefined);

/** Returns the window that the previous story left, or a new one. */
export async function takeWindow(options: WorkbenchOptions): Promise<Workbench> {
  const window = left;
  left = undefined;
  if (window !== undefined && isChangeable(options)) {
    try {
      await writeFiles(window.folder, options.files);
      await replaceUserSettings(window, options.settings ?? {});
      await listsOnly(window, options.files);
      return window;
    } catch (error) {
      console.log("      The window that was left could not be taken, and a new one is opened:", error);
    }
  }
  await window?.[Symbol.asyncDispose]();
  return openWorkbench(options);
}

/** Called after the last test of a successful story, while its sandbox still runs. */
export async function leaveWindow(window: Workbench, options: WorkbenchOptions): Promise<void> {
  if (toCome > 0 && isChangeable(options)) {
    try {
      await tidy(window);
      left = window;
      return;
    } catch (error) {
      console.log("      The window could not be tidied, and is left to no other story:", error);
    }
  }
  await window[Symbol.asyncDispose]();
}

/** Closes all editors and messages, removes all files, signs out, and makes the side bar look as in a new window. */
async function tidy(window: Workbench): Promise<void> {
  const { page } = window;
  await page.mouse.move(0, 0);
  await page.keyboard.press("Escape");
  await quickInput(window).waitFor({ state: "hidden" });
  await closeEditors(window);
  await closePanel(window);
  await openView(window, "Smartform");
  for (const header of await page.locator(".sidebar .pane-header").all()) {
    const isOpen = /^(Text Library|Smartforms)/.test((await header.getAttribute("aria-label")) ?? "");
    if ((await header.getAttribute("aria-expanded")) !== String(isOpen))
      await header.click({ position: { x: 30, y: 11 } });
  }
  for (const name of await connectionsOf(window)) {
    await runCommand(window, "Smartform: Remove Connection");
    await asks(window, "Connection to remove");
    await pick(window, name);
    await clickAway(dialog(window).getByRole("button", { name: "Remove the Connection", exact: true }));
    await told(window, `The connection ${name} is removed.`);
  }
  await page.locator(".statusbar").getByText("Smartform: not connected").waitFor();
  await openView(window, "Explorer");
  for (const name of await readdir(window.folder)) await rm(join(window.folder, name), { recursive: true });
  await listsOnly(window, {});
  await runCommand(window, "Notifications: Clear All Notifications");
}

async function closeEditors(window: Workbench): Promise<void> {
  const { page } = window;
  await runCommand(window, "View: Close All Editor Groups");
  const unsaved = dialog(window).getByRole("button", { name: "Don't Save" });
  await page.locator(".editor-group-container.empty").or(unsaved).first().waitFor();
  if (await unsaved.isVisible()) await clickAway(unsaved);
  await becomes(window, () => page.locator(".tabs-container .tab").count(), 0);
}

async function closePanel({ page }: Workbench): Promise<void> {
  const panel = page.locator(".part.panel");
  if (!(await panel.isVisible())) return;
  const filter = panel.getByPlaceholder("Filter");
  if (await filter.isVisible()) await filter.fill("");
  await page.keyboard.press("Control+J");
  await panel.waitFor({ state: "hidden" });
}

/** Waits until the open explorer lists these files of the workspace, and no others. */
async function listsOnly(window: Workbench, files: WorkbenchOptions["files"]): Promise<void> {
  const names = new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""));
  const rows = window.page.locator('.explorer-folders-view .monaco-list-row[aria-level="1"] .label-name');
  await becomes(window, async () => (await rows.allInnerTexts()).sort(), [...names].sort());
}

after(() => left?.[Symbol.asyncDispose]());
