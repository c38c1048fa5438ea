/**
 * The statistics panel against the sandbox: statistics are read completely, distinguished from those shown before, and
 * exported.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import type { PageWish, ToPage } from "../../../client/statistics/messages.ts";
import { statisticsPanel } from "../../../client/statistics/statisticsModel.ts";
import type { StatisticsPanel } from "../../../client/statistics/statisticsModel.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

type Shown = Extract<ToPage, { type: "show" }>;

describe("statistics panel", () => {
  let service: Visit;
  let api: Api;
  let said: ToPage[];
  let saved: { readonly text: string; readonly name: string; readonly kind: string }[];
  let failures: unknown[];
  let panel: StatisticsPanel;

  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 2000 });
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(async () => {
    for (const list of ["/ledger", "/faults"]) await service.control("DELETE", list);
    [said, saved, failures] = [[], [], []];
    panel = statisticsPanel({
      api: async () => api,
      say: (message) => said.push(message),
      zone: "Europe/Stockholm",
      now: () => new Date(),
      fail: (error) => failures.push(error),
      save: async (bytes, { name, kind }) => void saved.push({ text: new TextDecoder().decode(bytes), name, kind }),
    });
  });
  afterEach(() => panel.dispose());

  const last = (): Shown =>
    said.findLast((message): message is Shown => message.type === "show") ??
    assert.fail(`Nothing is shown: ${JSON.stringify(said)}`);
  const wished = async (more: Partial<PageWish>): Promise<Shown> => {
    await panel.receive({ type: "wish", wish: { ...last().wish, ...more } });
    return last();
  };
  const reads = async (): Promise<number> =>
    ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[]).filter(
      ({ operation }) => operation === "statistics.analytics",
    ).length;

  it("shows the last days, and names the zone of its days and hours (T115)", async () => {
    await panel.receive({ type: "ready" });
    const { tally, options, notes } = last();
    assert.ok(tally.total > 100 && tally.buckets.length > 2);
    assert.ok(options.event.includes("FormCreated"));
    assert.match(
      notes[0] ?? "",
      /^Days and hours are in the time zone Europe\/Stockholm; the service counts in UTC hours\.$/,
    );
    assert.ok(notes.some((note) => /(?:is|are) not in the chart\./.test(note)) === tally.outside > 0);
  });

  it("requests only other days, not other views of the same", async () => {
    await panel.receive({ type: "ready" });
    const before = await reads();
    const { tally: byEvent } = last();
    const { tally: byEnvironment } = await wished({ by: "environment" });
    assert.equal(byEnvironment.total, byEvent.total);
    assert.notDeepEqual(byEnvironment.series, byEvent.series);
    assert.ok((await wished({ event: "FormCreated", step: "hour" })).tally.total < byEvent.total);
    assert.equal(await reads(), before);
    await wished({ from: last().wish.to });
    assert.ok((await reads()) > before);
  });

  it("keeps its content if a reading fails, and says why", async () => {
    await panel.receive({ type: "ready" });
    await service.control("POST", "/faults", { operation: "statistics.analytics", kind: "status", status: 403 });
    await panel.receive({ type: "command", command: "refresh" });
    assert.equal(said.findLast(({ type }) => type !== "busy")?.type, "problem");
    assert.deepEqual(said.at(-1), { type: "busy", busy: false });
    await panel.receive({ type: "command", command: "csv" });
    assert.equal(saved.length, 1);
  });

  it("reports days that are missing or in the wrong order", async () => {
    await panel.receive({ type: "ready" });
    for (const [more, words] of [
      [{ from: "" }, /first and a last day/],
      [{ from: "2026-06-02", to: "2026-06-01" }, /first day is after the last/],
    ] as const) {
      await panel.receive({ type: "wish", wish: { ...last().wish, ...more } });
      const problem = said.findLast(({ type }) => type === "problem");
      assert.match(problem?.type === "problem" ? problem.text : "", words);
    }
  });

  it("saves the counts as CSV, and no text of the service as a formula", async () => {
    await panel.receive({ type: "ready" });
    const whole = last().tally.total;
    await wished({ event: "FormCreated" });
    await panel.receive({ type: "command", command: "csv" });
    const [{ text = "", kind = "" } = {}] = saved;
    const rows = text.split("\r\n");
    assert.equal(
      rows[0],
      "event,system,date,hour (UTC),template,source,distribution,environment,area,count,eventDetail",
    );
    assert.ok(
      rows.slice(1, -1).every((line) => line.startsWith("FormCreated,") || !/^[A-Z]/.test(line)),
      text.slice(0, 500),
    );
    assert.match(text, /'=1\+1/);
    assert.ok(whole > last().tally.total);
    assert.equal(kind, "csv");
  });

  it("T114 saves the service's own text for Prometheus, for both days that are shown", async () => {
    await panel.receive({ type: "ready" });
    await panel.receive({ type: "command", command: "prometheus" });
    assert.deepEqual(failures, []);
    assert.match(saved[0]?.text ?? "", /^formcreated_event_count\{/m);
    const [{ query = "" } = {}] = (
      (await service.control("GET", "/ledger")).at("items") as readonly {
        readonly operation: string;
        readonly query: string;
      }[]
    ).filter(({ operation }) => operation === "statistics.prometheus");
    assert.match(JSON.stringify(query), /startDate.*toDate/);
  });

  it("ignores anything that is not a message of its page", async () => {
    for (const message of [null, "ready", { type: "wish", wish: { from: 1 } }, { type: "command", command: "delete" }])
      await panel.receive(message);
    assert.deepEqual(said, []);
  });
});
