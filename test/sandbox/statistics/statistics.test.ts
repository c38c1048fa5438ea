/**
 * Statistics of the sandbox as document 2 describes them: pages of rows in no fixed order, text for Prometheus, and
 * refusals without a body.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { tell } from "../steps.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

const rows = "/statistics/analytics";
const text = "/statistics/analytics/prometheus";
const choose = (id: string, alternative: string) => ({ do: "POST control:/choices", body: { id, alternative } });
const none = { do: "DELETE control:/statistics/rows" };
const given = (...items: readonly object[]) => ({
  do: "POST control:/statistics/rows",
  body: { rows: items.map((item) => ({ event: "Run", at: "2026-01-02T10:30:00Z", ...item })) },
});
const january = "startDate=2026-01-01T00:00:00Z&toDate=2026-01-31T23:59:59Z";

tell("statistics", [
  [
    "a row has the documented fields",
    none,
    given({ system: "Forms", template: "Claim", source: "portal", environment: "Test", count: 3 }),
    {
      do: `GET ${rows}?${january}`,
      has: /^\{"pageNumber":1,"pageSize":500,"totalRecords":1,"totalPages":1,"data":\[\{"event":"Run","system":"Forms","date":"2026-01-02","hour":"10","template":"Claim","source":"portal","distribution":null,"environment":"Test","area":null,"count":3,"eventDetail":""\}\]\}$/,
    },
  ],
  [
    "counts up the row of the hour, and begins a new one with the next",
    none,
    given({ count: 2 }, { at: "2026-01-02T10:59:59.999Z" }, { at: "2026-01-02T11:00:00Z" }),
    { do: `GET ${rows}?${january}&pageSize=1`, at: { totalRecords: 2, totalPages: 2 } },
    { do: `GET ${text}?${january}`, has: /\} 3\n.*|\} 4\n/ },
    {
      do: `GET ${rows}?startDate=2026-01-02T10:00:00Z&toDate=2026-01-02T10:59:59Z`,
      at: { totalRecords: 1, "data.0.count": 3, "data.0.hour": "10" },
    },
  ],
  [
    "T115 rows have date and hour, only a date, or neither; the hour is UTC",
    none,
    given(
      { at: "2026-01-02T23:30:00Z" },
      { at: "2026-01-02T23:30:00Z", per: "day" },
      { at: "2026-01-02T23:30:00Z", per: "none" },
    ),
    {
      do: `GET ${rows}?startDate=2026-01-02T23:00:00Z&toDate=2026-01-02T23:10:00Z`,
      at: { totalRecords: 1, "data.0.date": "2026-01-02", "data.0.hour": "23" },
    },
    {
      do: `GET ${rows}?startDate=2026-01-02&toDate=2026-01-02`,
      at: { totalRecords: 1, "data.0.date": "2026-01-02", "data.0.hour": undefined },
    },
    {
      do: `GET ${rows}?startDate=2026-01-02T23:30:00Z&toDate=2026-01-02T23:30:00Z`,
      at: { totalRecords: 1, "data.0.date": undefined, "data.0.hour": undefined },
    },
    choose("C2", "null"),
    {
      do: `GET ${rows}?startDate=2026-01-02T23:30:00Z&toDate=2026-01-02T23:30:00Z`,
      at: { "data.0.date": null, "data.0.hour": null },
    },
  ],
  [
    "C1: both ends are inclusive, for hours that begin in the range or, by choice, overlap it",
    none,
    given({ at: "2026-01-02T10:00:00Z" }),
    { do: `GET ${rows}?startDate=2026-01-02T10:00:00Z&toDate=2026-01-02T10:00:00Z`, at: { totalRecords: 1 } },
    { do: `GET ${rows}?startDate=2026-01-02T10:00:01Z&toDate=2026-01-02T12:00:00Z`, at: { totalRecords: 0 } },
    { do: `GET ${rows}?startDate=2026-01-02T09:00:00Z&toDate=2026-01-02T09:59:59Z`, at: { totalRecords: 0 } },
    choose("C1", "overlaps"),
    { do: `GET ${rows}?startDate=2026-01-02T10:59:59Z&toDate=2026-01-02T12:00:00Z`, at: { totalRecords: 1 } },
    { do: `GET ${rows}?startDate=2026-01-02T11:00:00Z&toDate=2026-01-02T12:00:00Z`, at: { totalRecords: 0 } },
  ],
  [
    "a range without events answers 200, and an empty text",
    {
      do: `GET ${rows}?startDate=1990-01-01&toDate=1990-01-02`,
      at: { pageNumber: 1, pageSize: 500, totalRecords: 0, totalPages: 0, data: [] },
    },
    { do: `GET ${text}?startDate=1990-01-01&toDate=1990-01-02`, has: /^$/ },
  ],
  [
    "totalPages is totalRecords divided by pageSize, rounded up",
    none,
    given(...["a", "b", "c", "d", "e", "f", "g"].map((template) => ({ template }))),
    ...[
      [1, 7],
      [2, 4],
      [3, 3],
      [6, 2],
      [7, 1],
      [1000, 1],
    ].map(([pageSize, totalPages]) => ({
      do: `GET ${rows}?${january}&pageSize=${pageSize}`,
      at: { totalRecords: 7, totalPages },
    })),
  ],
  [
    "the text has both ends of its range in it",
    none,
    given({ at: "2026-01-02T10:00:00Z" }),
    { do: `GET ${text}?startDate=2026-01-02T10:00:00Z&toDate=2026-01-02T10:00:00Z`, has: /^run_event_count\{.*\} 1$/m },
    { do: `GET ${text}?startDate=2026-01-02T10:00:01Z&toDate=2026-01-02T12:00:00Z`, has: /^$/ },
    { do: `GET ${text}?startDate=2026-01-02T09:00:00Z&toDate=2026-01-02T09:59:59Z`, has: /^$/ },
    { do: `GET ${text}?startDate=2026-01-02T10:00:00Z`, has: /^run_event_count\{.*\} 1$/m },
  ],
  [
    "a field without a value is an empty label of the text",
    none,
    given({ system: "Forms" }),
    {
      do: `GET ${text}?${january}`,
      has: /\{system="Forms",template="",source="",distribution="",environment="",area="",eventdetail=""/,
    },
  ],
  ["a page past the end is empty", { do: `GET ${rows}?pageNumber=9999`, at: { pageNumber: 9999, data: [] } }],
  [
    "T109 a company without statistics gets 404 with that Message from both, and an unknown address another 404",
    { do: `GET ${rows}`, as: "other", status: 404, has: /^\{"Message":"Customer does not have any data"\}$/ },
    { do: `GET ${text}`, as: "other", status: 404, at: { Message: "Customer does not have any data" } },
    { do: "GET /statistics/analytic", status: 404, hasNot: /Customer/ },
    none,
    { do: `GET ${rows}?${january}`, status: 404, at: { Message: "Customer does not have any data" } },
  ],
  [
    "T109 keeps this body, whatever body other errors have",
    choose("N12", "empty"),
    { do: `GET ${rows}`, as: "other", status: 404, has: /^\{"Message":"Customer does not have any data"\}$/ },
  ],
  [
    "T111 without a start there is no lower limit",
    given({ at: "1985-06-01T12:00:00Z", event: "Old" }),
    { do: `GET ${rows}?toDate=1986-01-01T00:00:00Z`, at: { totalRecords: 1, "data.0.event": "Old" } },
  ],
  [
    "later events are not in a range without an end",
    none,
    given({ at: "2090-01-01T00:00:00Z" }),
    { do: `GET ${rows}?startDate=2026-01-01`, at: { totalRecords: 0 } },
    { do: `GET ${rows}?startDate=2026-01-01&toDate=2099-01-01`, at: { totalRecords: 1 } },
  ],
  [
    "T112 pages of 1 to 1000 rows, counted from 1; everything else is 400 with problems",
    ...["pageSize=1", "pageSize=1000", "pageNumber=1", "pageSize=&pageNumber="].map((query) => ({
      do: `GET ${rows}?${query}`,
    })),
    ...["pageSize=0", "pageSize=1001", "pageSize=-1", "pageSize=ten", "pageSize=1.5"].map((query) => ({
      do: `GET ${rows}?${query}`,
      status: 400,
      at: { status: 400, "errors.pageSize": ["pageSize must be between 1 and 1000."] },
    })),
    { do: `GET ${rows}?pageNumber=0`, status: 400, at: { "errors.pageNumber": ["pageNumber must be 1 or higher."] } },
    { do: `GET ${rows}?pageNumber=0&pageSize=0`, status: 400, has: /pageNumber.*pageSize/ },
    choose("C3", "a list"),
    { do: `GET ${rows}?pageSize=0`, status: 400, at: { "0.field": "pageSize" } },
    choose("N12", "empty"),
    { do: `GET ${rows}?pageSize=0`, status: 400, at: { "0.field": "pageSize" } },
  ],
  [
    "a date that cannot be read is 400 with problems, from both",
    ...[rows, text].flatMap((path) =>
      ["yesterday", "2026-02-30", "20260101", "2026-01-01T25:00:00Z", "2026-1-1"].flatMap((date) => [
        { do: `GET ${path}?startDate=${date}`, status: 400, has: /startDate/ },
        { do: `GET ${path}?toDate=${date}`, status: 400, has: /toDate/ },
      ]),
    ),
    ...["2026-01-01", "2026-01-01T10:00:00.123Z", "2026-01-01T10:00:00%2B02:00", "2026-01-01T10:00"].map((date) => ({
      do: `GET ${rows}?startDate=${date}`,
    })),
  ],
  [
    "T94 a client without a company gets 403 from one and 500 from the other, both without a body",
    { do: `GET ${rows}`, as: "nobody", status: 403, has: /^$/ },
    { do: `GET ${text}`, as: "nobody", status: 500, has: /^$/ },
  ],
  [
    "T93 T113 a token that is missing, unknown or meant for another API gets 401 without a body",
    ...[rows, text].flatMap(
      (path) =>
        [
          { do: `GET ${path}`, as: "none", status: 401, has: /^$/ },
          { do: `GET ${path}`, as: "audit", status: 401, has: /^$/ },
          { do: `GET ${path}`, as: "none", headers: { authorization: "Bearer x.y.z" }, status: 401, has: /^$/ },
        ] as const,
    ),
  ],
  [
    "T92 the empty refusals are empty, whatever body errors have",
    choose("N12", "html"),
    { do: `GET ${rows}`, as: "nobody", status: 403, has: /^$/ },
    { do: `GET ${rows}`, as: "none", status: 401, has: /^$/ },
  ],
  [
    "an unexpected error is described in Message",
    { do: "POST control:/faults", body: { operation: "statistics.analytics", kind: "status", status: 500, times: 1 } },
    { do: `GET ${rows}`, status: 500, has: /^\{"Message":"Internal server error"\}$/ },
  ],
  [
    "T114 the text begins today at midnight, and has one total for the whole range",
    none,
    given({ at: new Date(Date.now() - 86_400_000).toISOString(), event: "Yesterday" }),
    { do: `GET ${text}`, has: /^$/ },
    given({ count: 2 }, { at: "2026-01-05T00:00:00Z", count: 3 }),
    choose("N18", "never"),
    {
      do: `GET ${text}?${january}`,
      has: /^run_event_count\{system="",template="",source="",distribution="",environment="",area="",eventdetail=""\} 5\n$/,
    },
  ],
  [
    "N18: only lines of hourly records show a date, or all lines that have one, or none",
    none,
    given({ event: "H", at: "2026-01-03T10:00:00Z" }, { event: "D", per: "day" }, { event: "N", per: "none" }),
    {
      do: `GET ${text}?${january}`,
      has: /h_event_count\{.*date="2026-01-03"\} 1/,
      hasNot: /[dn]_event_count\{.*date=/,
    },
    choose("N18", "always"),
    { do: `GET ${text}?${january}`, has: /d_event_count\{.*date="2026-01-02"\} 1/, hasNot: /n_event_count\{.*date=/ },
    choose("N18", "never"),
    { do: `GET ${text}?${january}`, hasNot: /date=/ },
  ],
  [
    "C4: has no comments by choice",
    { do: `GET ${text}?startDate=2000-01-01`, hasNot: /#/ },
    choose("C4", "a HELP line"),
    { do: `GET ${text}?startDate=2000-01-01`, has: /^# HELP ([a-z_]+_event_count) [^\n]+\n\1\{/ },
    choose("C4", "none"),
    { do: `GET ${text}?startDate=2000-01-01`, has: /^[a-z_]+_event_count\{/, hasNot: /#/ },
  ],
  [
    "T61 T165 counts forms by their source",
    none,
    {
      do: "POST /Test/Integrations/dialog/json/submit/pdf",
      body: { dialogDefinitionId: "$singleStep", values: {}, source: "vscode-test" },
    },
    {
      do: `GET ${rows}`,
      at: { totalRecords: 3 },
      has: /"event":"FormSubmitted","system":"Forms","date":"[\d-]{10}","hour":"\d\d","template":"Claim report","source":"vscode-test","distribution":null,"environment":"Test"/,
    },
    { do: "POST /Integrations/dialog/json", body: { dialogDefinitionId: "$singleStep", values: {} } },
    { do: `GET ${rows}`, at: { totalRecords: 4 }, has: /"source":"integration","distribution":null,"environment":""/ },
  ],
  [
    "T90 shows one company nothing of the other's",
    {
      do: "POST /Integrations/dialog/json",
      as: "other",
      body: { dialogDefinitionId: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001", values: {}, source: "theirs" },
    },
    { do: `GET ${rows}`, as: "other", at: { totalRecords: 1 } },
    { do: `GET ${rows}?pageSize=1000`, hasNot: /theirs/ },
  ],
  [
    "S15 writes names in another letter case",
    choose("S15", "PascalCase"),
    { do: `GET ${rows}?pageSize=1`, at: { PageNumber: 1, PageSize: 1 }, has: /"Data":\[\{"Event":/ },
  ],
]);

describe("sandbox: statistics", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());
  const get = (path: string) => service.call("GET", path);

  it("T110 returns the rows of one range in another order with every request, and in the same orders again after a reset", async () => {
    const orders = async () => {
      await service.control("POST", "/reset", { seed: "demo" });
      await service.control("DELETE", "/statistics/rows");
      await service.control("POST", "/statistics/rows", {
        rows: Array.from({ length: 40 }, (_, index) => ({
          event: "Run",
          at: "2026-01-02T10:00:00Z",
          template: String(index),
        })),
      });
      const answers = [
        await get(`${rows}?${january}`),
        await get(`${rows}?${january}`),
        await get(`${rows}?${january}`),
      ];
      return answers.map((answer) =>
        (answer.at("data") as { readonly template: string }[]).map(({ template }) => template),
      );
    };
    const [first, ...others] = await orders();
    for (const other of others) {
      assert.notDeepEqual(other, first);
      assert.deepEqual(other.toSorted(), first?.toSorted());
    }
    assert.deepEqual(await orders(), [first, ...others]);
  });

  it("returns a text that is not paged, with one line for every combination", async () => {
    await service.control("DELETE", "/statistics/rows");
    await service.control("POST", "/statistics/rows", {
      rows: Array.from({ length: 1500 }, (_, index) => ({
        event: "Run",
        at: "2026-01-02T10:00:00Z",
        template: String(index),
      })),
    });
    for (const query of [january, `${january}&pageSize=10`])
      assert.equal((await get(`${text}?${query}`)).text.match(/^run_event_count\{/gm)?.length, 1500);
  });

  it("answers an expired token with 401 without a body", async () => {
    const headers = { authorization: `Bearer ${await service.bearer("standard")}` };
    await service.control("POST", "/clock", { advanceMs: 3_600_001 });
    service.forget();
    for (const path of [rows, text]) {
      const answer = await service.call("GET", path, { as: "none", headers });
      assert.deepEqual([answer.status, answer.text], [401, ""]);
    }
  });

  it("T113 returns the text for Prometheus without a content type", async () => {
    const answer = await get(text + "?startDate=2000-01-01");
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, null]);
  });

  it("returns a text that Prometheus' own tool reads, with every letter that a name or a label may have", async function () {
    await service.control("POST", "/statistics/rows", {
      rows: ["FormCreated", "Åtgärd 7-klar", "9lives", "case.closed", "case closed"].map((event) => ({
        event,
        at: "2026-01-02T10:00:00Z",
        template: 'x"\\\n{}=,\u2028 å',
        eventDetail: "# TYPE",
      })),
    });
    await service.control("POST", "/choices", { id: "C4", alternative: "a HELP line" });
    const { text: metrics } = await get(`${text}?startDate=2000-01-01`);
    for (const line of metrics.trimEnd().split("\n"))
      assert.match(
        line,
        /^# HELP [a-z_:][a-z0-9_:]*_event_count [\w .]+$|^[a-z_:][a-z0-9_:]*_event_count\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\} \d+$/,
      );
    assert.match(metrics, /^_tg_rd_7_klar_event_count\{/m);
    assert.match(metrics, /^_9lives_event_count\{/m);
    assert.match(metrics, /^case_closed_event_count\{[^\n]*\} 2$/m);
    const { error, status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input: metrics,
      encoding: "utf8",
    });
    if (error) {
      if (this.test) this.test.title += " (skipped: promtool is not installed; on Debian, apt-get install prometheus)";
      this.skip();
    }
    assert.deepEqual([status, stdout + stderr], [0, ""]);
    // The documented lines are valid without comments too; the tool only warns that the comments are missing.
    await service.control("POST", "/choices", { id: "C4", alternative: "none" });
    const bare = spawnSync("promtool", ["check", "metrics"], {
      input: (await get(`${text}?startDate=2000-01-01`)).text,
      encoding: "utf8",
    });
    assert.deepEqual(
      [
        ...new Set(
          (bare.stdout + bare.stderr)
            .trim()
            .split("\n")
            .map((line) => line.replace(/^\S+ /, "")),
        ),
      ],
      ["no help text"],
    );
  });
});
