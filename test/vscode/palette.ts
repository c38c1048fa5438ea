/** The quick input of a window: its palette, lists and boxes. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { becomes } from "./waiting.ts";
import type { Workbench } from "./workbench.ts";

/** The open quick input: command palette, pick list or input box. */
export function quickInput({ page }: Workbench): Locator {
  return page.locator(".quick-input-widget:visible");
}

/** Opens the palette; resolves with whether it takes what is typed. */
async function openPalette({ page }: Workbench): Promise<boolean> {
  await page.keyboard.press("F1");
  // Text typed before the palette has inserted its own `>` is lost; so is a key that arrives while a page in a panel
  // takes the focus.
  return page
    .waitForFunction(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.value === ">",
      undefined,
      { timeout: 5000 },
    )
    .then(
      () => true,
      () => false,
    );
}

/**
 * Checks that the palette lists at most this many commands of this extension, and prints how many. VS Code's own
 * command for each view, such as `Focus on Archive View`, is counted separately.
 */
export async function listsFew(workbench: Workbench, situation: string, most: number): Promise<void> {
  const listed = await commandsListed(workbench);
  const own = listed.filter((title) => !/: Focus on .* View$/.test(title));
  console.log(
    `      In the palette, ${situation}: ${own.length} commands, and ${listed.length - own.length} to focus on a view`,
  );
  assert.ok(own.length > 4 && own.length <= most, own.join("\n"));
}

/** Returns the titles of this extension's commands that the palette lists. */
async function commandsListed(workbench: Workbench): Promise<readonly string[]> {
  const { page } = workbench;
  const box = quickInput(workbench);
  while (!(await openPalette(workbench))) await page.keyboard.press("Escape");
  await page.keyboard.type("Smartform");
  const focused = box.locator(".monaco-list-row.focused[aria-label]");
  await focused.filter({ hasText: "Smartform" }).waitFor();
  const titles = new Set<string>();
  // At the last row, the Down key goes to the first row.
  for (let seen = await focused.getAttribute("aria-label"); seen !== null && !titles.has(seen);) {
    titles.add(seen);
    await page.keyboard.press("ArrowDown");
    seen = await focused.getAttribute("aria-label");
  }
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "hidden" });
  return [...titles].filter((title) => /^Smartform[\w ]*: /.test(title));
}

/**
 * Runs a command by its title in the palette, such as `Smartform Library: New Text`. The palette lists only the
 * commands that were known when it opened. More commands arrive while the window starts, so the palette is reopened
 * until it lists this command.
 */
export async function runCommand(workbench: Workbench, title: string): Promise<void> {
  const { page } = workbench;
  const box = quickInput(workbench);
  const row = box.locator(".monaco-list-row", { hasText: title }).first();
  for (let openings = 1; ; openings++) {
    const opened = await openPalette(workbench);
    // Sets the value without keys, because keys would go into an editor that takes the focus at this moment.
    if (opened)
      await box
        .locator("input")
        .first()
        .evaluate(
          (input: HTMLInputElement, words) => {
            input.value = words;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
          },
          `>${title}`,
          { timeout: 5000 },
        )
        .catch(() => undefined);
    const listed =
      opened &&
      (await row.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ));
    // An editor that opens late may take the focus, which closes the palette.
    if (
      listed &&
      (await row.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    ) {
      // What is typed next is for the command, not for the palette that is still closing.
      await page.waitForFunction(
        () => !(document.activeElement instanceof HTMLInputElement && document.activeElement.value.startsWith(">")),
      );
      return;
    }
    if (openings === 6) throw new Error(`The palette does not list "${title}".`);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
  }
}

/** Restarts the window after VS Code has saved its state: reloading only the page may lose what was open. */
export async function reloadWindow(workbench: Workbench): Promise<void> {
  const loaded = workbench.page.waitForEvent("load");
  await runCommand(workbench, "Developer: Reload Window");
  await loaded;
}

/**
 * Waits until the open quick input shows this part of its prompt or placeholder. A box that follows a list does not
 * appear at once; until it appears, the list takes what is typed.
 */
export async function asks(workbench: Workbench, prompt: string): Promise<void> {
  const box = quickInput(workbench);
  await box.getByText(prompt).or(box.getByPlaceholder(prompt)).first().waitFor();
}

/** Types an answer into the open input box and accepts it. */
export async function answer(workbench: Workbench, text: string): Promise<void> {
  const input = quickInput(workbench).locator("input:visible").first();
  await input.fill(text);
  await input.press("Enter");
}

/**
 * Answers the dialog for a file or folder. VS Code's dialog may replace what was typed with its initial path, which
 * ends with `first`. It also drops an answer that arrives while it lists a folder. In both cases, the answer is given
 * again.
 */
export async function answerPath(
  workbench: Workbench,
  first: string,
  path: string,
  accept = (): Promise<void> => workbench.page.keyboard.press("Enter"),
): Promise<void> {
  const input = quickInput(workbench).locator("input:visible").first();
  const idle = (): Promise<void> =>
    quickInput(workbench).locator(".monaco-progress-container:not(.active)").first().waitFor({ state: "attached" });
  await becomes(workbench, async () => (await input.inputValue()).endsWith(first), true);
  await idle();
  await becomes(
    workbench,
    async () => {
      // `fill` selects the old text and then types. If the dialog changes the selection in between, the typed text is
      // appended to the old text.
      if ((await input.inputValue()) !== path) await input.fill(path);
      await idle();
      return input.inputValue();
    },
    path,
  );
  for (let tries = 1; ; tries++) {
    await accept();
    const isTaken = await input.waitFor({ state: "hidden", timeout: 5000 }).then(
      () => true,
      async () => (await input.inputValue()) !== path,
    );
    if (isTaken) return;
    if (tries === 4) throw new Error(`The dialog does not take ${path}.`);
  }
}

/** Picks an entry of the open list by a part of its label. */
export async function pick(workbench: Workbench, label: string): Promise<void> {
  await quickInput(workbench).locator(".monaco-list-row", { hasText: label }).first().click();
}
