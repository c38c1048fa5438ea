/**
 * What the statistics panel reads, shows and exports. A newer request cancels an older one; failures are shown next to
 * the previous counts. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { oneOrMany } from "../../language/index.ts";
import { explain, hoursQuery, isApiError, readStatistics } from "../../api/index.ts";
import type { Api, Statistics } from "../../api/index.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { csvOf } from "../panels/table/csv.ts";
import { fromPage } from "./messages.ts";
import type { PageWish, ToPage } from "./messages.ts";
import { beginOf, dayOf, daysBefore, lastHourOf } from "./range.ts";
import { matching, tally, valuesIn } from "./tallyModel.ts";
import type { TallyWish } from "./tallyModel.ts";
import { errorWords } from "../calls/answersModel.ts";

/** How many days are shown at first, including today. */
export const daysAtFirst = 30;

interface Outside {
  readonly api: () => Promise<Pick<Api, "call">>;
  readonly say: (message: ToPage) => void;
  readonly save: (
    bytes: Uint8Array,
    options: { readonly name: string; readonly kind: "csv" | "prom" },
  ) => Promise<void>;
  /** Shows the error of an action that a person started. The message of the error is for the user. */
  readonly fail: (error: unknown) => void;
  readonly now: () => Date;
  /** IANA name of the reader's time zone. */
  readonly zone: string;
}

export interface StatisticsPanel {
  /** Handles whatever arrives from the page; ignores anything that is not a valid message. */
  receive(message: unknown): Promise<void>;
  /** Shows only the counts of one template. */
  showTemplate(template: string): Promise<void>;
  dispose(): void;
}

export function statisticsPanel(
  { api, say, save, fail, now, zone }: Outside,
  { template = "" }: { readonly template?: string } = {},
): StatisticsPanel {
  let wish: PageWish = {
    from: dayOf(daysBefore(now(), daysAtFirst - 1)),
    to: dayOf(now()),
    by: template === "" ? "event" : "environment",
    step: "day",
    event: "",
    template,
    environment: "",
  };
  let read: { readonly from: string; readonly to: string; readonly statistics: Statistics } | undefined;
  let running: AbortController | undefined;

  function range(): { readonly from: Date; readonly to: Date } {
    const [from, to] = [beginOf(wish.from), lastHourOf(wish.to)];
    if (from === undefined || to === undefined) throw new Error(l10n.t("Choose a first and a last day."));
    if (from > to) throw new Error(l10n.t("The first day is after the last day. Choose an earlier first day."));
    return { from, to };
  }

  async function show({ anew }: { readonly anew: boolean }): Promise<void> {
    running?.abort();
    const mine = (running = new AbortController());
    try {
      if (anew || read?.from !== wish.from || read.to !== wish.to) {
        say({ type: "busy", busy: true });
        const { from, to } = wish;
        const { call } = await api();
        const statistics = await readStatistics(
          (operation, request, options) => call(operation, request, options),
          range(),
          { signal: mine.signal },
        );
        if (mine.signal.aborted) return;
        read = { from, to, statistics };
      }
      say(shown(read.statistics));
    } catch (error) {
      if (running !== mine) return;
      say({
        type: "problem",
        text: mine.signal.aborted ? l10n.t("Stopped. The counts shown are the earlier ones.") : errorWords(error),
      });
    } finally {
      if (running === mine) say({ type: "busy", busy: false });
    }
  }

  function shown({ rows, reliable }: Statistics): ToPage {
    const counted = tally(rows, tallyWish(), { zone, within: range() });
    return {
      type: "show",
      wish,
      tally: counted,
      options: {
        event: valuesIn(rows, "event"),
        template: valuesIn(rows, "template"),
        environment: valuesIn(rows, "environment"),
      },
      notes: [
        zone === "UTC"
          ? l10n.t("Days and hours are in UTC, as the service counts them.")
          : l10n.t("Days and hours are in the time zone {0}; the service counts in UTC hours.", zone),
        ...(counted.outside > 0
          ? [
              wish.step === "hour"
                ? oneOrMany(
                    counted.outside,
                    l10n.t("1 event has no hour and is not in the chart."),
                    l10n.t("{0} events have no hour and are not in the chart.", grouped(counted.outside)),
                  )
                : oneOrMany(
                    counted.outside,
                    l10n.t("1 event has no time and is not in the chart."),
                    l10n.t("{0} events have no time and are not in the chart.", grouped(counted.outside)),
                  ),
            ]
          : []),
        ...(counted.beyond > 0
          ? [
              oneOrMany(
                counted.beyond,
                l10n.t("1 event has a time outside of these days and is not in the chart."),
                l10n.t(
                  "{0} events have a time outside of these days and are not in the chart.",
                  grouped(counted.beyond),
                ),
              ),
            ]
          : []),
        ...(reliable
          ? []
          : [
              l10n.t(
                "The counts may be wrong. Either one hour had more rows than the service returns in one answer, and the service lists its rows in no fixed order; or new rows arrived while the earlier rows were read. Refresh to compare.",
              ),
            ]),
      ],
    };
  }

  function tallyWish(): TallyWish {
    const { by, step, event, template: ofTemplate, environment } = wish;
    return {
      by,
      step,
      only: {
        ...(event !== "" && { event }),
        ...(ofTemplate !== "" && { template: ofTemplate }),
        ...(environment !== "" && { environment }),
      },
    };
  }

  async function command(wanted: "refresh" | "cancel" | "csv" | "prometheus"): Promise<void> {
    if (wanted === "refresh") return show({ anew: true });
    if (wanted === "cancel") return running?.abort();
    try {
      if (wanted === "prometheus") {
        const { call } = await api();
        const text = await call("statistics.prometheus", { query: hoursQuery(range()) });
        return await save(new TextEncoder().encode(text), {
          name: `statistics ${wish.from} to ${wish.to}`,
          kind: "prom",
        });
      }
      if (read === undefined) throw new Error(l10n.t("There is nothing to save yet. Refresh the statistics first."));
      await save(csvOf(table(read.statistics)), { name: `statistics ${read.from} to ${read.to}`, kind: "csv" });
    } catch (error) {
      fail(isApiError(error) ? new Error(explain(error), { cause: error }) : error);
    }
  }

  /** Returns a header, and the rows that match the filter, with the service's own values. */
  function table({ rows }: Statistics): readonly (readonly string[])[] {
    const columns = [
      "event",
      "system",
      "date",
      "hour",
      "template",
      "source",
      "distribution",
      "environment",
      "area",
      "count",
      "eventDetail",
    ] as const;
    return [
      columns.map((column) => (column === "hour" ? "hour (UTC)" : column)),
      ...matching(rows, tallyWish()).map((row) => columns.map((column) => String(row[column] ?? ""))),
    ];
  }

  return {
    async receive(message) {
      const parsed = fromPage.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === "ready") return show({ anew: false });
      if (parsed.data.type === "command") return command(parsed.data.command);
      ({ wish } = parsed.data);
      return show({ anew: false });
    },
    showTemplate(wanted) {
      wish = { ...wish, template: wanted, by: "environment" };
      return show({ anew: false });
    },
    dispose: () => running?.abort(),
  };
}
