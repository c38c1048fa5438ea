/**
 * Measures the Documents view with a service that holds 100,000 editing sessions:
 * `node test/vscode/measure/editingSessions.ts`.
 */
import { visit } from "../../sandbox/visit.ts";
import { pick, quickInput } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { runCommandOf, unfoldView } from "../sideBar.ts";
import { profileOf, signIn } from "../signIn.ts";
import { openWorkbench } from "../workbench.ts";
import { longestFrame, memory, ms, say, sayLoad, sayMemory, spread, time, timed } from "./measuring.ts";

const count = 100_000;
const portion = 20_000;
/** The age of the oldest session in milliseconds: a little less than the longest period of a search for sessions. */
const days = 29.9 * 86_400_000;
const finds = 10;
const refreshes = 5;

await using undo = new AsyncDisposableStack();
const service = await visit();
undo.defer(() => service.close());
const now = Date.now();
for (let first = 0; first < count; first += portion) {
  const sessions = Array.from({ length: portion }, (_, index) => ({
    created: new Date(now - Math.floor(((first + index) / count) * days)).toISOString(),
    status: (["Draft", "OK", "Discarded"] as const)[index % 3],
  }));
  await service.control("POST", "/sessions", { sessions });
}
const workbench = undo.use(
  await openWorkbench({
    files: { "a.sft": "x" },
    settings: { "smartform.connections": [profileOf(service, "strandby")] },
  }),
);
const { page } = workbench;
await signIn(workbench, service, { name: "strandby", folder: "Claims" });
for (const other of ["Text Library", "Smartforms"])
  await page.locator(`.sidebar .pane-header[aria-expanded="true"][aria-label^="${other}"]`).click();
await unfoldView(workbench, "Documents");
await page.getByRole("button", { name: "Choose Environment…" }).click();
await pick(workbench, "Test");
await page.getByText("No session was started from here").waitFor();
const whole = page.mainFrame();
const memories = [await memory(workbench, whole)];

const listed = (text: string): Promise<void> =>
  quickInput(workbench).locator(`input[placeholder^="${text}"]`).waitFor();
const find = async (): Promise<void> => {
  await runCommandOf(workbench, "Documents", "Smartform Documents: Find Editing Sessions…");
  await quickInput(workbench).locator(".monaco-list-row", { hasText: "In the last hour" }).waitFor();
};
const cancel = async (): Promise<void> => {
  await page.keyboard.press("Escape");
  await quickInput(workbench).waitFor({ state: "hidden" });
};
for (const [label, words] of [
  ["In the last hour", "1"],
  ["In the last day", "The newest 1,000 of 3"],
  ["In the last week", "The newest 1,000 of 23"],
] as const) {
  await find();
  await timed(
    `find the sessions started ${label.toLowerCase()}`,
    () => pick(workbench, label),
    () => listed(words),
  );
  await cancel();
}
const times: number[] = [];
for (let number = 0; number < finds; number += 1) {
  await find();
  times.push(
    await time(
      () => pick(workbench, "In the last 30 days"),
      () => listed("The newest 1,000 of 100,"),
    ),
  );
  if (number < finds - 1) await cancel();
}
say(
  `find the sessions started in the last 30 days, all 100,000 of them, ${finds} times: median, 95th percentile, longest`,
  spread(times),
);
memories.push(await memory(workbench, whole));
await screenshot(workbench, "measured-sessions-found");
say(
  "longest time between two frames while the wheel turns 300 times over the list",
  ms(await longestFrame(page, whole, ".quick-input-list")),
);
await page
  .locator(
    ".quick-input-widget .quick-input-check-all, .quick-input-widget .quick-input-header input[type=checkbox], .quick-input-widget .quick-input-header .monaco-checkbox",
  )
  .first()
  .click();
const sessionRow = page.locator('.sidebar [role="treeitem"][aria-label^="Session "]').first();
await timed(
  "from choosing 1,000 to the view of 500, with the first statuses",
  () => page.keyboard.press("Enter"),
  async () => {
    await sessionRow.waitFor();
    await page.locator('.sidebar [role="treeitem"][aria-label^="Session "][aria-label*=", draft"]').first().waitFor();
  },
);
await screenshot(workbench, "measured-sessions");
const asked = async (): Promise<number> =>
  ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string | null }[]).filter(
    ({ operation }) => operation === "documents.sessions.statuses",
  ).length;
const refreshed: number[] = [];
for (let number = 0; number < refreshes; number += 1) {
  await service.control("DELETE", "/ledger");
  refreshed.push(
    await time(
      () => runCommandOf(workbench, "Documents", "Smartform Documents: Refresh Documents"),
      async () => {
        while ((await asked()) < 10) await page.evaluate(() => new Promise(requestAnimationFrame));
        await sessionRow.waitFor();
      },
    ),
  );
}
say(
  `the view of 500 read again, from the command to the last response, ${refreshes} times: median, 95th percentile, longest`,
  spread(refreshed),
);
say(
  "longest time between two frames while the wheel turns 300 times over the view",
  ms(await longestFrame(page, whole, '.sidebar .pane-body:has([aria-label^="Session "])')),
);
memories.push(await memory(workbench, whole));
sayMemory("before anything was found, after all was found, with 500 in the view", memories);
sayLoad();
