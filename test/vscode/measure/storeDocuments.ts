/**
 * Measures the table of a store folder with a million documents: `node test/vscode/measure/storeDocuments.ts`. Storing
 * them takes minutes.
 */
import { visit } from "../../sandbox/visit.ts";
import { webview } from "../editors.ts";
import { answer, pick, quickInput } from "../palette.ts";
import { runCommandOf } from "../sideBar.ts";
import { screenshot } from "../pictures.ts";
import { profileOf, signIn } from "../signIn.ts";
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
/** How many pages of 200 rows the reader scrolls down. */
const pages = 250;
const jumps = 100;
/** Rows begin with their ids. */
const text = /^\d+\/\d+/;

await using undo = new AsyncDisposableStack();
const service = await visit();
undo.defer(() => service.close());
const numberOf = (index: number): string => `M-${String(index).padStart(7, "0")}`;
for (let first = 0; first < count; first += portion) {
  await service.control("POST", "/store/documents", {
    documents: Array.from({ length: portion }, (_, index) => first + index).map((number) => ({
      values: {
        "Claim.Number": numberOf(number),
        "Customer.Name": `Customer ${number % 30_000}`,
        "Claim.Decision": number % 3 === 0 ? "approved" : "declined",
        "Claim.Amount": String(number % 5000),
        "Claim.Date": "2026-01-14",
      },
    })),
  });
}
const workbench = undo.use(
  await openWorkbench({
    files: { "a.sft": "x" },
    settings: { "smartform.connections": [profileOf(service, "strandby")] },
  }),
);
const { page } = workbench;
await signIn(workbench, service, { name: "strandby", folder: "Claims" });
const memories = [await memory(workbench, page.mainFrame())];

await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Document Store…");
await pick(workbench, "Test");
await quickInput(workbench).getByText("The service does not list folders").waitFor();
const table = webview(workbench);
await timed(
  "from entering the folder’s name to the first of 1,000,000 rows",
  () => answer(workbench, "Claims"),
  async () => {
    await table.getByText("Date of the claim").first().waitFor();
    await shown(tableFrame(page), 0, { text });
  },
);
const frame = tableFrame(page);
await table.locator('[role="gridcell"]').first().click();
memories.push(await memory(workbench, frame));

const next: number[] = [];
for (let number = 1; number <= pages; number += 1) {
  // The table ends with the first row of the next page. The End key goes to this row, so that the page is read.
  next.push(
    await time(
      () => page.keyboard.press("End"),
      () => shown(frame, number * 200, { text }),
    ),
  );
}
say(`the next 200 rows by pressing End, ${pages} times: median, 95th percentile, longest`, spread(next));
const places: number[] = [];
for (let number = 0; number < jumps; number += 1)
  places.push(
    await time(
      () => jump(frame, ((number * 61) % jumps) / jumps),
      () => loaded(frame, text),
    ),
  );
say(
  `${jumps} jumps all over the 50,000 rows that were seen, each until its rows are shown: median, 95th percentile, longest`,
  spread(places),
);
await jump(frame, 0);
await loaded(frame, text);
say("longest time between two frames while the wheel turns 300 times", ms(await longestFrame(page, frame, "#table")));
memories.push(await memory(workbench, frame));

const search = async (label: string, words: string): Promise<void> => {
  await table.getByLabel(label, { exact: true }).fill(words);
  await page.keyboard.press("Enter");
};
const found = (number: string): Promise<void> =>
  table.locator('[row-index="0"]').getByRole("gridcell", { name: number, exact: true }).waitFor();
await timed(
  "search for the rows from the middle on (`>= M-0500000`)",
  () => search("Claim number", `>= ${numberOf(500_000)}`),
  () => found(numberOf(500_000)),
);
await timed(
  "search for one document by its number",
  () => search("Claim number", numberOf(777_777)),
  () => found(numberOf(777_777)),
);
await timed(
  "search with `LIKE M-03%77`",
  () => search("Claim number", "LIKE M-03%77"),
  () => found(numberOf(300_077)),
);
await search("Claim number", "");
await table.getByRole("gridcell", { name: numberOf(0), exact: true }).waitFor();
await timed(
  "sort by another column, descending",
  () => table.getByLabel("Sorted by").selectOption({ label: "Amount paid, descending" }),
  () => table.locator('[row-index="0"]').getByRole("gridcell", { name: "12000", exact: true }).waitFor(),
);
await screenshot(workbench, "measured-store");
memories.push(await memory(workbench, frame));
sayMemory(
  "before the table was opened, with the table open, after the jumps and the wheel, after the searches",
  memories,
);
sayLoad();
