/**
 * Shared code of the measurements in the real VS Code: it prints rows for docs/speed.md, reads the use of memory, and
 * finds and scrolls the table that is measured. The measurements are not tests: they report times of one machine at one
 * load, and print that load. Run them after build and package.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import type { Frame, Page } from "playwright-core";
import { processOf } from "../workbench.ts";
import type { Workbench } from "../workbench.ts";

/** Prints a row of the table in docs/speed.md. */
export function say(what: string, figures: string): void {
  console.log(`| ${what} | ${figures} |`);
}

export function sayLoad(): void {
  console.log(`\nThe load of the last minute was ${loadavg()[0]?.toFixed(1)}.`);
}

export const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** Formats the median, the 95th percentile and the maximum. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)], sorted[Math.floor(sorted.length * 0.95)], sorted.at(-1)]
    .map((time) => ms(time ?? 0))
    .join(", ");
}

/** Resolves with the milliseconds from the start of `act` to the end of `end`. */
export async function time(act: () => Promise<unknown>, end: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await act();
  await end();
  return performance.now() - at;
}

export async function timed(what: string, act: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> {
  say(what, ms(await time(act, end)));
}

export interface Memory {
  /** The memory of the objects in the page's script, after garbage collection. */
  readonly page: number;
  /** The resident memory of the extension host, including garbage. */
  readonly host: number;
}

/** Resolves with the memory in MB. If the frame has its own process, `page` is the memory in that process. */
export async function memory(workbench: Workbench, frame: Frame): Promise<Memory> {
  const context = workbench.page.context();
  const devTools = await context.newCDPSession(frame).catch(() => context.newCDPSession(workbench.page));
  try {
    await devTools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devTools.send("Runtime.getHeapUsage");
    const host = await processOf(workbench.pid, "extensionHost");
    return {
      page: usedSize / 1024 / 1024,
      host: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${host}/status`, "utf8"))?.[1]) / 1024,
    };
  } finally {
    await devTools.detach();
  }
}

export function sayMemory(what: string, memories: readonly Memory[]): void {
  say(
    `memory of the page’s script after garbage collection: ${what}`,
    memories.map(({ page }) => `${page.toFixed(0)} MB`).join(", "),
  );
  say(`resident memory of the extension host: ${what}`, memories.map(({ host }) => `${host.toFixed(0)} MB`).join(", "));
}

/** Returns the frame of the table in the active tab. */
export function tableFrame(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate.parentFrame()?.parentFrame() === page.mainFrame());
  if (frame === undefined) throw new Error("The table has no frame.");
  return frame;
}

/**
 * Waits until the first cell of this row has a matching text. With `of`, also waits until the table has that number of
 * rows.
 */
export async function shown(
  frame: Frame,
  index: number,
  { of, text }: { readonly of?: number; readonly text: RegExp },
): Promise<void> {
  await frame.waitForFunction(
    ({ wanted, rows, pattern }) =>
      (rows === undefined ||
        document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(rows + 1)) &&
      new RegExp(pattern).test(document.querySelector(`[row-index="${wanted}"] [role=gridcell]`)?.textContent ?? ""),
    { wanted: index, rows: of, pattern: text.source },
  );
}

/** Moves the scroll bar to a fraction of all rows. */
export async function jump(frame: Frame, share: number): Promise<void> {
  await frame.evaluate((part) => {
    const scrolling = [...document.querySelectorAll("#table *")].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 1000 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    );
    if (scrolling) scrolling.scrollTop = scrolling.scrollHeight * part;
  }, share);
}

/** Waits until the rows in view are those at the new position and have their texts. */
export async function loaded(frame: Frame, text: RegExp): Promise<void> {
  await frame.waitForFunction((pattern) => {
    const scrolling = [...document.querySelectorAll("#table *")].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 1000 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    );
    const wanted = Math.round((scrolling?.scrollTop ?? 0) / 24) + 5;
    return new RegExp(pattern).test(
      document.querySelector(`[row-index="${wanted}"] [role=gridcell]`)?.textContent ?? "",
    );
  }, text.source);
}

/** Turns the wheel 300 times over an element. Resolves with the longest time between two frames, in milliseconds. */
export async function longestFrame(page: Page, frame: Frame, selector: string): Promise<number> {
  const place = await frame.locator(selector).boundingBox();
  await page.mouse.move((place?.x ?? 0) + 200, (place?.y ?? 0) + 200);
  await frame.evaluate(() => {
    const frames = { last: performance.now(), longest: 0, isOver: false };
    const step = (): void => {
      const now = performance.now();
      frames.longest = Math.max(frames.longest, now - frames.last);
      frames.last = now;
      if (!frames.isOver) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    Reflect.set(window, "measuredFrames", frames);
  });
  for (let turn = 0; turn < 300; turn += 1) await page.mouse.wheel(0, 700);
  return frame.evaluate(() => {
    const frames = Reflect.get(window, "measuredFrames") as { longest: number; isOver: boolean };
    frames.isOver = true;
    return frames.longest;
  });
}
