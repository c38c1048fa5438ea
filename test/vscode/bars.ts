/** The bars of a panel, such as its toolbar: each bar is one line, and has a menu for the controls that do not fit. */
import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";

/** Asserts that each bar is one line in a panel that is 350 or 700 pixels wide, with nothing cut off or lost. */
export async function oneLine(panel: FrameLocator): Promise<void> {
  for (const width of [350, 700]) {
    const seen = await panel.locator("body").evaluate(barsAt, width);
    assert.ok(seen.bars > 0, "The panel has no bar.");
    assert.deepEqual(seen.faults, [], `${width} pixels wide`);
  }
}

/** Runs in the page. */
async function barsAt(
  body: HTMLElement,
  width: number,
): Promise<{ readonly bars: number; readonly faults: readonly string[] }> {
  const drawn = (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));
  body.style.width = `${width}px`;
  for (let frames = 0; frames < 3; frames += 1) await drawn();
  const bars = [...body.querySelectorAll(".bar")].filter((bar) => bar.checkVisibility());
  const faults = bars.flatMap((bar) => {
    const line = bar.getBoundingClientRect();
    const items = [...bar.children].filter((item) => item.checkVisibility() && !item.classList.contains("gap"));
    const moved = [...bar.querySelectorAll("[popover] > *")].filter((item) => !(item as HTMLElement).hidden);
    return [
      ...items.flatMap((item) => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        const middle = (line.top + line.bottom) / 2;
        const isIn = left >= line.left && right <= line.right && top >= line.top && bottom <= line.bottom;
        return isIn && top < middle && bottom > middle ? [] : [`#${bar.id}: "${item.textContent}" is not in its line`];
      }),
      ...(line.height > 60 ? [`#${bar.id} is ${line.height} pixels high`] : []),
      ...(items.some((item) => item.classList.contains("more")) === moved.length > 0
        ? []
        : [`#${bar.id} has no way to ${moved.length} of its controls`]),
    ];
  });
  body.style.removeProperty("width");
  for (let frames = 0; frames < 3; frames += 1) await drawn();
  return { bars: bars.length, faults };
}

/** Makes a control of a bar visible: if the control is in the bar's menu, opens the menu. Resolves with the control. */
export async function reach(control: Locator): Promise<Locator> {
  await control.waitFor({ state: "attached" });
  if (!(await control.isVisible()))
    await control.locator("xpath=ancestor::*[@popover]/preceding-sibling::button[1]").click();
  return control;
}

/** Presses a button of a bar; the button may be in the bar's menu. */
export async function pressTool(panel: FrameLocator, name: string): Promise<void> {
  // Looks for the words, because buttons in a closed menu have no role in the accessibility tree.
  await (await reach(panel.locator(".bar button").filter({ hasText: new RegExp(`^${name}$`) }))).click();
}
