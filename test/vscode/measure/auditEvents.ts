/** Measures the audit table with a million events: `node test/vscode/measure/auditEvents.ts`. */
import { visit } from "../../sandbox/visit.ts";
import { webview } from "../editors.ts";
import { runCommand, answer, quickInput } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { signIn } from "../signIn.ts";
import { openWorkbench } from "../workbench.ts";
import {
  jump,
  loaded,
  longestFrame,
  memory,
  ms,
  say,
  sayLoad,
  sayMemory,
  shown,
  spread,
  tableFrame,
  time,
  timed,
} from "./measuring.ts";

const count = 1_000_000;
const portion = 20_000;
const jumps = 200;
/** Rows begin with a time. */
const text = /^\d{4}/;

await using undo = new AsyncDisposableStack();
const service = await visit();
undo.defer(() => service.close());
const start = Date.parse("2025-01-01T00:00:00Z");
for (let first = 0; first < count; first += portion) {
  await service.control("POST", "/audit/events", {
    events: Array.from({ length: portion }, (_, index) => first + index).map((number) => ({
      logName: `Event${number % 40}`,
      createdDate: new Date(start + number * 31_000).toISOString(),
      source: 1 + (number % 16),
      level: 1 + (number % 3),
      user: `user-${number % 500}`,
      description: { case: `C-${number}`, note: "What happened, in some words." },
    })),
  });
}
const workbench = undo.use(await openWorkbench({ files: { "a.sft": "x" } }));
const { page } = workbench;
await signIn(workbench, service, { name: "strandby", folder: "Claims" });
await runCommand(workbench, "Smartform: Sign In an Audit Client");
const { clientId, clientSecret } = service.client("audit");
for (const [prompt, value] of [
  ["Address of the audit API", service.ready.auditApiUrl],
  ["Client id (type Audit", clientId],
  ["Secret of the client of type Audit", clientSecret],
] as const) {
  await quickInput(workbench).getByText(prompt).waitFor();
  await answer(workbench, value);
}
await page.getByText("The Audit client of strandby is signed in.").first().waitFor();
const memories = [await memory(workbench, page.mainFrame())];

const table = webview(workbench);
await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
await table.getByLabel("First day").waitFor();
const frame = tableFrame(page);
await table.getByLabel("Last day").fill("2025-12-31");
await timed(
  "from choosing the days to the first of 1,000,000 rows",
  () => table.getByLabel("First day").fill("2025-01-01"),
  () => shown(frame, 0, { of: count, text }),
);
await table.locator('[role="gridcell"]').first().click();
await timed(
  "from pressing End to the last row",
  () => page.keyboard.press("End"),
  () => shown(frame, count - 1, { text }),
);
await timed(
  "from scrolling to the middle to the rows there",
  () => jump(frame, 0.5),
  () => shown(frame, count / 2, { text }),
);
memories.push(await memory(workbench, frame));
const times: number[] = [];
// Each jump goes to a place that no earlier jump went to.
for (let number = 0; number < jumps; number += 1)
  times.push(
    await time(
      () => jump(frame, ((number * 61) % jumps) / jumps),
      () => loaded(frame, text),
    ),
  );
say(
  `${jumps} jumps all over the table, each until its rows are shown: median, 95th percentile, longest`,
  spread(times),
);
say("longest time between two frames while the wheel turns 300 times", ms(await longestFrame(page, frame, "#table")));
memories.push(await memory(workbench, frame));
await timed(
  "from filtering by name to the first of 25,000 matches",
  async () => {
    await table.getByLabel("Event name").fill("event7");
    await page.keyboard.press("Enter");
  },
  () => shown(frame, 0, { of: count / 40, text }),
);
await screenshot(workbench, "measured-audit");
sayMemory("before the table was opened, with the table open, after the jumps and the wheel", memories);
sayLoad();
