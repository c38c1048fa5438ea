/**
 * What a table sends to its page: rows in parts (the table holds at most 10,000 rows, and cancels older requests),
 * filtered rows, new rows, and words. The table accepts only messages of its page.
 */
import assert from "node:assert/strict";
import { csvOf } from "../../../../client/panels/table/csv.ts";
import type { FromPage, ToPage } from "../../../../client/panels/table/messages.ts";
import type { Filter, TableSource } from "../../../../client/panels/table/source.ts";
import { tableOf } from "../../../../client/panels/table/tableModel.ts";
import type { Outside, Table } from "../../../../client/panels/table/tableModel.ts";

interface Row {
  readonly id: string;
  readonly user: string;
}

interface Play {
  readonly table: Table;
  readonly asked: { readonly filter: Filter; readonly from: number; readonly signal: AbortSignal }[];
  readonly opened: Row[];
  readonly saved: string[];
  readonly failures: string[];
  readonly copied: string[];
  say(message: FromPage): Promise<void>;
  /** Resolves with the rows of the page that begins at row `from`; undefined if the page could not be read. */
  page(from: number): Promise<readonly string[] | undefined>;
  status(): Extract<ToPage, { type: "status" }>;
  has(type: ToPage["type"]): number;
}

/** Opens a table of `count` rows `r0`, `r1`, …. Every third row belongs to ann. */
function play(
  count: number,
  more: {
    readonly source?: Partial<TableSource<Row>>;
    readonly total?: boolean;
    readonly outside?: Partial<Outside>;
    readonly page?: (from: number, signal: AbortSignal) => Promise<void>;
    readonly look?: () => Promise<number>;
    readonly heard?: (message: ToPage) => void;
  } = {},
): Play {
  const said: ToPage[] = [];
  const it: Pick<Play, "asked" | "opened" | "saved" | "failures" | "copied"> = {
    asked: [],
    opened: [],
    saved: [],
    failures: [],
    copied: [],
  };
  let request = 0;
  const source: TableSource<Row> = {
    key: "rows",
    title: "Rows",
    words: { count: (rows) => `${rows.toLocaleString("en")} rows`, none: "No rows" },
    empty: "None.",
    follow: { label: "Follow", fresh: (rows) => `${rows} new rows`, failed: "Looking failed." },
    id: ({ id }) => id,
    columns: [
      { key: "id", title: "Id", width: 100, text: ({ id }) => id },
      { key: "user", title: "User", width: 100, text: ({ user }) => user },
    ],
    fields: [
      { key: "name", label: "Name", kind: "text" },
      { key: "user", label: "User", kind: "text", within: "read" },
    ],
    read: (filter) => ({
      page: async (from, size, signal) => {
        it.asked.push({ filter, from, signal });
        await more.page?.(from, signal);
        const rows = Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, at) => ({
          id: `r${from + at}`,
          user: (from + at) % 3 === 0 ? "ann" : "bob",
        }));
        return { rows, total: more.total === false ? null : count, end: from + size >= count };
      },
      ...(more.look && { look: more.look }),
    }),
    open: { label: "Open", run: async (row) => void it.opened.push(row) },
    actions: [{ key: "fail", label: "Fail", on: "table", run: () => Promise.reject(new Error("It failed.")) }],
    ...more.source,
  };
  const table = tableOf(source, {
    say(message) {
      said.push(message);
      more.heard?.(message);
    },
    copy: async (text) => void it.copied.push(text),
    save: async (csv) => void it.saved.push(new TextDecoder().decode(csv)),
    fail: (error) => void it.failures.push(String(error)),
    isVisible: () => true,
    lookEvery: 1,
    ...more.outside,
  });
  return {
    ...it,
    table,
    say: (message) => table.receive(message),
    async page(from) {
      request += 1;
      await table.receive({ type: "page", request, from, count: 200 });
      const answer = said.findLast(
        (message) => (message.type === "page" || message.type === "failed") && message.request === request,
      );
      return answer?.type === "page" ? answer.rows.map(({ id, isNew }) => (isNew ? `new ${id}` : id)) : undefined;
    },
    status() {
      const status = said.findLast((message) => message.type === "status");
      return status?.type === "status" ? status : assert.fail("no status");
    },
    has: (type) => said.filter((message) => message.type === type).length,
  };
}

describe("client/panels/table", () => {
  it("reads what is visible and says how much that is", async () => {
    const it = play(1_000_000);
    await it.say({ type: "ready" });
    assert.equal((await it.page(500_000))?.[0], "r500000");
    assert.equal(it.status().read, "200 of 1,000,000 rows read");
    assert.deepEqual(await play(0).page(0), undefined, "nothing is read before the page is ready");
  });

  it("says if the number of rows is unknown, and when all were read", async () => {
    const it = play(300, { total: false });
    await it.say({ type: "ready" });
    await it.page(0);
    assert.equal(it.status().read, "200 rows read; the total is not known");
    await it.page(200);
    assert.equal(it.status().read, "300 rows, all read");
  });

  it("holds at most ten thousand rows, and requests each once", async () => {
    const it = play(1_000_000);
    await it.say({ type: "ready" });
    for (let from = 0; from < 20_000; from += 200) await it.page(from);
    assert.equal(it.status().read, "10,000 of 1,000,000 rows read");
    await it.page(19_800);
    assert.equal(it.asked.length, 100);
    await it.page(0);
    assert.equal(it.asked.length, 101);
  });

  it("cancels an older request", async () => {
    const it = play(1000, {
      page: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
    });
    await it.say({ type: "ready" });
    const first = it.page(0);
    await it.say({ type: "filter", values: [["name", "x"]] });
    assert.equal(await first, undefined);
    const second = it.page(0);
    await it.say({ type: "cancel", request: 2 });
    assert.equal(await second, undefined);
    assert.ok(it.asked.every(({ signal }) => signal.aborted));
    assert.equal(it.status().problem, null);
  });

  it("shows nothing that an older request still returns", async () => {
    const old = Promise.withResolvers<void>();
    const it = play(1000, { page: () => old.promise });
    await it.say({ type: "ready" });
    const first = it.page(0);
    await it.say({ type: "filter", values: [["name", "x"]] });
    old.resolve();
    assert.equal(await first, undefined);
    assert.equal(it.status().read, "");
  });

  it("sends the service only what its fields say", async () => {
    const it = play(1000);
    await it.say({ type: "ready" });
    await it.say({
      type: "filter",
      values: [
        ["name", "x"],
        ["user", "ann"],
        ["unknown", "y"],
      ],
    });
    await it.page(0);
    assert.deepEqual([...(it.asked[0]?.filter ?? [])], [["name", "x"]]);
  });

  it("filters the rows that were read if a field says so, reads on when asked to, and keeps its rows", async () => {
    const it = play(1000);
    await it.say({ type: "ready" });
    await it.page(0);
    await it.say({ type: "filter", values: [["user", "ANN"]] });
    assert.equal((await it.page(0))?.length, 67);
    assert.equal(it.asked.length, 1);
    assert.equal(it.status().read, "The filter matches 67 of the 200 rows that were read. 200 of 1,000 rows read");
    assert.equal(it.status().more, true);
    await it.say({ type: "command", command: "readMore" });
    assert.equal((await it.page(0))?.length, 134);
    await it.say({ type: "open", row: { index: 1, id: "r3" } });
    assert.deepEqual(
      it.opened.map(({ id }) => id),
      ["r3"],
    );
    await it.say({ type: "filter", values: [] });
    assert.equal((await it.page(0))?.[1], "r1");
    assert.equal(it.asked.length, 2);
  });

  it("opens the right row, or says that it is no longer held", async () => {
    const it = play(1000);
    await it.say({ type: "ready" });
    await it.page(0);
    await it.say({ type: "open", row: { index: 7, id: "r7" } });
    await it.say({ type: "open", row: { index: 7, id: "r8" } });
    await it.say({ type: "copy", row: { index: 3, id: "r3" }, column: 1 });
    assert.deepEqual([it.opened.map(({ id }) => id), it.copied], [["r7"], ["ann"]]);
    assert.match(it.failures[0] ?? "", /no longer loaded/);
  });

  it("spells out marks that nobody sees in its cells, and opens a row whose id is longer than a message may be", async () => {
    const id = "r".repeat(5000);
    const read = () => ({
      page: () => Promise.resolve({ rows: [{ id, user: "ann\u202e" }], total: 1, end: true }),
    });
    const heard: ToPage[] = [];
    const it = play(1, { source: { read }, heard: (message) => void heard.push(message) });
    await it.say({ type: "ready" });
    await it.page(0);
    const rows = heard.flatMap((message) => (message.type === "page" ? message.rows : []));
    assert.equal(rows[0]?.cells[1], "ann\\u{202e}");
    await it.say({ type: "open", row: { index: 0, id: rows[0]?.id ?? "" } });
    assert.deepEqual(it.opened, [{ id, user: "ann\u202e" }]);
  });

  it("reports an error, keeps what was read, and reads again", async () => {
    let broken = true;
    const it = play(1000, {
      page: async (from) => {
        if (from > 0 && broken) throw new Error("The service is away.");
      },
    });
    await it.say({ type: "ready" });
    await it.page(0);
    assert.equal(await it.page(200), undefined);
    assert.deepEqual([it.status().problem, it.status().read], ["The service is away.", "200 of 1,000 rows read"]);
    await it.page(0);
    assert.equal(it.status().problem, "The service is away.", "the page that is held says nothing of the service");
    broken = false;
    assert.equal((await it.page(200))?.length, 200);
    assert.equal(it.status().problem, null);
    await it.say({ type: "act", action: "fail", row: null });
    assert.deepEqual(it.failures, ["Error: It failed."]);
  });

  it("looks for new rows while it is visible, marks them when they are shown, and stops", async () => {
    let looks = 0,
      visible = false,
      turns = 0;
    const looked = Promise.withResolvers<void>(),
      turned = Promise.withResolvers<void>();
    const it = play(1000, {
      look: async () => ((looks += 1), looked.resolve(), 2),
      outside: {
        isVisible: () => {
          turns += 1;
          if (turns > 2) turned.resolve();
          return visible;
        },
      },
    });
    await it.say({ type: "ready" });
    const following = it.say({ type: "follow", on: true });
    await turned.promise;
    assert.deepEqual([it.status().following, looks], [true, 0]);
    visible = true;
    await looked.promise;
    await it.say({ type: "follow", on: false });
    await following;
    const before = looks;
    assert.equal(it.status().following, false);
    await it.say({ type: "command", command: "showNew" });
    await it.page(0);
    assert.equal(looks, before);
  });

  it("says how many rows are new, and marks them", async () => {
    const news = Promise.withResolvers<string>();
    const it = play(1000, {
      look: async () => 2,
      heard: (message) => message.type === "status" && message.fresh !== null && news.resolve(message.fresh),
    });
    await it.say({ type: "ready" });
    const following = it.say({ type: "follow", on: true });
    assert.equal(await news.promise, "2 new rows");
    await it.say({ type: "follow", on: false });
    await following;
    await it.say({ type: "command", command: "showNew" });
    assert.deepEqual((await it.page(0))?.slice(0, 3), ["new r0", "new r1", "r2"]);
    assert.equal(it.status().fresh, null);
  });

  it("ignores anything that is not a message of its page", async () => {
    const it = play(1000);
    await it.say({ type: "ready" });
    for (const wrong of [
      null,
      1,
      {},
      { type: "open" },
      { type: "open", row: { index: -1, id: "r1" } },
      { type: "page", request: 1, from: 0, count: 1_000_000 },
      { type: "command", command: "rm" },
      { type: "ready", more: 1 },
    ])
      await it.table.receive(wrong);
    assert.deepEqual([it.asked, it.opened, it.failures, it.has("setup")], [[], [], [], 1]);
  });

  it("saves what was read as CSV in which no spreadsheet finds a formula", async () => {
    const it = play(2);
    await it.say({ type: "ready" });
    await it.page(0);
    await it.say({ type: "command", command: "export" });
    assert.deepEqual(it.saved, ["Id,User\r\nr0,ann\r\nr1,bob\r\n"]);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      csvOf([["=1+1", "-1.5", "@x", 'a "b"', "a,b\r\nc", "å"]]),
    );
    assert.equal(text, '\u{feff}\'=1+1,-1.5,\'@x,"a ""b""","a,b\r\nc",å\r\n');
    const cells = (...texts: string[]) => new TextDecoder().decode(csvOf([texts])).replace(/\r\n$/, "");
    for (const first of ["=", "+", "-", "@", "\t", "\r"]) {
      const text = `${first}SUM(A1)`;
      assert.equal(cells(text, "b"), first === "\r" ? `"'${text}",b` : `'${text},b`, JSON.stringify(first));
      assert.equal(
        cells(`a${text}`, "b"),
        first === "\r" ? `"a${text}",b` : `a${text},b`,
        "only where it begins with it",
      );
    }
  });
});
