/**
 * Measures the audit table with a million events in the real VS Code: `node test/vscode/millionEvents.ts`, after build and package. Prints a table for
 * docs/speed.md. It is no test: what it says are the milliseconds of one machine.
 */
import { readFileSync } from "node:fs";
import type { Frame } from "playwright-core";
import { visit } from "../sandbox/visit.ts";
import { openWorkbench, processOf, runCommand, screenshot, signIn, webview, answer, quickInput } from "./workbench.ts";

const count = 1_000_000;
const jumps = 200;

await using undo = new AsyncDisposableStack();
const service = await visit();
undo.defer(() => service.close());
const start = Date.parse("2025-01-01T00:00:00Z");
for (let first = 0; first < count; first += 20_000) {
  await service.control("POST", "/audit/events", { events: Array.from({ length: 20_000 }, (_, index) => first + index).map((number) => ({
    logName: `Event${number % 40}`, createdDate: new Date(start + number * 31_000).toISOString(), source: 1 + (number % 16), level: 1 + (number % 3), user: `user-${number % 500}`,
    description: { case: `C-${number}`, note: "What happened, in some words." },
  })) });
}
const workbench = undo.use(await openWorkbench({ files: { "a.sft": "x" } }));
const { page } = workbench;
await signIn(workbench, service, { name: "strandby", folder: "Claims" });
await runCommand(workbench, "Smartform: Sign In an Audit Client");
const { clientId, clientSecret } = service.client("audit");
for (const [prompt, value] of [["Address of the audit API", service.ready.auditApiUrl], ["Client id (type Audit", clientId], ["Its client secret", clientSecret]] as const) {
  await quickInput(workbench).getByText(prompt).waitFor();
  await answer(workbench, value);
}
await page.getByText("The client of type Audit of strandby is signed in.").first().waitFor();

const host = await processOf(workbench.pid, "extensionHost");
/** MB. */
const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const hostBefore = memoryOf(host);
const row = (what: string, figures: string): void => console.log(`| ${what} | ${figures} |`);
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const mb = (value: number): string => `${value.toFixed(0)} MB`;

const table = webview(workbench);
await runCommand(workbench, "Smartform: Show Audit Events");
await table.getByLabel("From day").waitFor();
const frame = page.frames().find((candidate) => candidate.parentFrame()?.parentFrame() === page.mainFrame());
if (frame === undefined) throw new Error("The table has no frame.");
await table.getByLabel("To day").fill("2025-12-31");
await timed("first rows of 1,000,000", () => table.getByLabel("From day").fill("2025-01-01"), (whole) => shown(whole, 0, count));
await table.locator('[role="gridcell"]').first().click();
await timed("End: the last row", () => page.keyboard.press("End"), (whole) => shown(whole, count - 1, count));
await timed("the middle, by the scroll bar", () => jump(frame, 0.5), (whole) => shown(whole, count / 2, count));
const heapBefore = await heap(frame);

const times: number[] = [];
for (let number = 0; number < jumps; number += 1) {
  const at = performance.now();
  // Steps that meet no page twice before all others.
  await jump(frame, ((number * 61) % jumps) / jumps);
  await loaded(frame);
  times.push(performance.now() - at);
}
times.sort((a, b) => a - b);
row(`${jumps} places all over it, from the jump to its rows: median, 95th of 100, longest`, [times[Math.floor(jumps / 2)], times[Math.floor(jumps * 0.95)], times.at(-1)].map((time) => ms(time ?? 0)).join(", "));
row("longest time between two frames while the wheel turns 300 times", ms(await longestFrame(frame)));
const heapAfter = await heap(frame);
await timed("filter by name, 25,000 of them", async () => {
  await table.getByLabel("Event name").fill("event7");
  await page.keyboard.press("Enter");
}, (whole) => shown(whole, 0, count / 40));
await screenshot(workbench, "audit-million");
row("memory of the page’s script: at first, and after all that", `${mb(heapBefore)}, ${mb(heapAfter)}`);
row("memory of the extension host: before the table, and after all that", `${mb(hostBefore)}, ${mb(memoryOf(host))}`);

async function timed(what: string, act: () => Promise<unknown>, end: (frame: Frame) => Promise<unknown>): Promise<void> {
  if (frame === undefined) return;
  const at = performance.now();
  await act();
  await end(frame);
  row(what, ms(performance.now() - at));
}

/** Until the row is there with its texts, in a table of so many. */
async function shown(whole: Frame, index: number, all: number): Promise<void> {
  await whole.waitForFunction(({ index: wanted, all: rowCount }) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(rowCount + 1)
    && /^\d{4}/.test(document.querySelector(`[row-index="${wanted}"] [role=gridcell]`)?.textContent ?? ""), { index, all });
}

async function jump(whole: Frame, share: number): Promise<void> {
  await whole.evaluate((part) => {
    const scrolling = [...document.querySelectorAll("#table *")].find((element) => element.scrollHeight > element.clientHeight + 10_000 && /auto|scroll/.test(getComputedStyle(element).overflowY));
    if (scrolling) scrolling.scrollTop = scrolling.scrollHeight * part;
  }, share);
}

/** Until every row in view has its texts, and the rows in view are those of the place. */
async function loaded(whole: Frame): Promise<void> {
  await whole.waitForFunction(() => {
    const scrolling = [...document.querySelectorAll("#table *")].find((element) => element.scrollHeight > element.clientHeight + 10_000 && /auto|scroll/.test(getComputedStyle(element).overflowY));
    const wanted = Math.round(Math.min((scrolling?.scrollTop ?? 0) / 24, 999_999 - 30)) + 5;
    return /^\d{4}/.test(document.querySelector(`[row-index="${wanted}"] [role=gridcell]`)?.textContent ?? "");
  });
}

async function longestFrame(whole: Frame): Promise<number> {
  const place = await table.locator("#table").boundingBox();
  await page.mouse.move((place?.x ?? 0) + 200, (place?.y ?? 0) + 200);
  const gaps = whole.evaluate(() => new Promise<number>((resolve) => {
    let [last, longest, frames] = [performance.now(), 0, 0];
    const step = (): void => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (frames++ > 200) resolve(longest);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }));
  for (let turn = 0; turn < 300; turn += 1) await page.mouse.wheel(0, 700);
  return gaps;
}

/** MB of objects, as Chromium counts them. */
async function heap(whole: Frame): Promise<number> {
  return whole.evaluate(() => (performance as unknown as { readonly memory: { readonly usedJSHeapSize: number } }).memory.usedJSHeapSize / 1024 / 1024);
}
