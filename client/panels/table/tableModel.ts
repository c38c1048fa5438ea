/**
 * Handles the messages of a table's page. A new filter or a refresh cancels what is in progress, failures are shown
 * next to the existing rows, and new rows are looked for only while the table is visible. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "../../../language/index.ts";
import { csvOf } from "./csv.ts";
import { fromPage } from "./messages.ts";
import type { FromPage, ToPage } from "./messages.ts";
import { pageSize, rowsOf } from "./rowsModel.ts";
import { wholeText } from "./source.ts";
import type { Filter, TableSource } from "./source.ts";

/** What the table needs from its panel. */
export interface Outside {
  readonly say: (message: ToPage) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly save: (csv: Uint8Array, options: { readonly name: string; readonly rows: string }) => Promise<void>;
  /** Shows the failure of something that a person started. */
  readonly fail: (error: unknown) => void;
  readonly isVisible: () => boolean;
  /** Milliseconds between two searches for new rows. */
  readonly lookEvery?: number;
}

export interface Table {
  /** Handles whatever arrives from the page; ignores anything that is not a valid message. */
  receive(message: unknown): Promise<void>;
  /** Reads again with the same filter. */
  refresh(): void;
  dispose(): void;
}

/** Milliseconds between two searches for new rows: initially, and the maximum after failures. */
const everyTenSeconds = 10_000;
const everyFourMinutes = 240_000;

/** How many pages the grid keeps: 2,000 rows. */
const keptPages = 10;

export function tableOf<Row>(source: TableSource<Row>, outside: Outside): Table {
  const { say } = outside;
  const rows = rowsOf(source);
  const requests = new Map<number, AbortController>();
  let filter: Filter = source.filter ?? new Map();
  let problem: string | null = null;
  let ahead = 0;
  let following: AbortController | undefined;
  let reading = new AbortController();

  function sayStatus(): void {
    say({
      type: "status",
      ...rows.status(),
      problem,
      following: following !== undefined,
      fresh: ahead === 0 ? null : (source.follow?.fresh(ahead) ?? null),
    });
  }

  /** Cancels what is in progress and makes the page request all rows again. */
  function anew(change: () => void): void {
    stop();
    problem = null;
    try {
      change();
    } catch (error) {
      problem = wordsOf(error);
    }
    say({ type: "anew", keepsPlace: false });
    sayStatus();
  }

  function stop(): void {
    reading.abort();
    reading = new AbortController();
    for (const request of requests.values()) request.abort();
  }

  const refresh = (fresh = 0): void =>
    anew(() => {
      ahead = 0;
      rows.begin(filter, fresh);
    });

  async function sendPage({ request, from }: Extract<FromPage, { type: "page" }>): Promise<void> {
    const controller = new AbortController();
    requests.set(request, controller);
    try {
      const { asked, ...page } = await rows.page(from, controller.signal);
      // A cached page does not prove that reading works again.
      if (asked) problem = null;
      say({ type: "page", request, ...page });
    } catch (error) {
      if (!controller.signal.aborted) problem = wordsOf(error);
      say({ type: "failed", request });
    } finally {
      requests.delete(request);
      sayStatus();
    }
  }

  async function readMore(): Promise<void> {
    const { signal } = reading;
    try {
      await rows.readMore(signal);
      problem = null;
    } catch (error) {
      if (signal.aborted) return;
      problem = wordsOf(error);
    }
    say({ type: "anew", keepsPlace: true });
    sayStatus();
  }

  async function follow(on: boolean): Promise<void> {
    following?.abort();
    following = on ? new AbortController() : undefined;
    const mine = following;
    sayStatus();
    let pause = outside.lookEvery ?? everyTenSeconds;
    while (mine && !mine.signal.aborted) {
      await wait(pause, undefined, { signal: mine.signal }).catch(() => undefined);
      if (mine.signal.aborted || !outside.isVisible()) continue;
      try {
        const seen = await rows.look(mine.signal);
        pause = outside.lookEvery ?? everyTenSeconds;
        if (mine.signal.aborted || seen === ahead) continue;
        ahead = seen;
      } catch (error) {
        if (mine.signal.aborted) continue;
        problem = [source.follow?.failed, wordsOf(error)].join(" ");
        pause = Math.min(pause * 2, everyFourMinutes);
      }
      sayStatus();
    }
  }

  /** Returns the row. Throws an error for the user if it is no longer cached. */
  function rowAt(at: { readonly index: number; readonly id: string }): Row {
    const row = rows.find(at);
    if (row === undefined) throw new Error(l10n.t("This row is no longer loaded. Refresh the table."));
    return row;
  }

  async function copy({ row, column: number }: Extract<FromPage, { type: "copy" }>): Promise<void> {
    const column = source.columns[number];
    if (column !== undefined) await outside.copy(wholeText(column, rowAt(row)));
  }

  async function command(name: Extract<FromPage, { type: "command" }>["command"]): Promise<void> {
    switch (name) {
      case "refresh":
        return refresh();
      case "showNew":
        return refresh(ahead);
      case "stop":
        return stop();
      case "readMore":
        return readMore();
      case "export": {
        const shown = rows.shown();
        const cells = [
          source.columns.map(({ title }) => title),
          ...shown.map((row) => source.columns.map((column) => wholeText(column, row))),
        ];
        return outside.save(csvOf(cells), { name: source.title, rows: source.words.count(shown.length) });
      }
    }
  }

  async function answer(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready": {
        const { title, columns, fields, note = null, empty, open, actions, follow: watch, timeLine = false } = source;
        say({
          type: "setup",
          title,
          columns: columns.map(({ key, title: heading, width }) => ({ key, title: heading, width })),
          timeLine,
          fields,
          values: [...filter],
          note,
          empty,
          buttons: actions.map(({ key, label, on }) => ({ key, label, on })),
          open: open?.label ?? null,
          follow: watch?.label ?? null,
          size: pageSize,
          kept: keptPages,
        });
        return refresh();
      }
      case "page":
        return sendPage(message);
      case "cancel":
        return requests.get(message.request)?.abort();
      case "filter": {
        const known = new Set(source.fields.map(({ key }) => key));
        filter = new Map(message.values.filter(([key, value]) => known.has(key) && value !== ""));
        return anew(() => {
          rows.apply(filter);
          ahead = 0;
        });
      }
      case "open":
        return source.open?.run(rowAt(message.row));
      case "copy":
        return copy(message);
      case "act": {
        const action = source.actions.find(({ key }) => key === message.action);
        if (action === undefined || (action.on === "row" && message.row === null)) return;
        return action.run({ row: message.row === null ? undefined : rowAt(message.row), filter, total: rows.total });
      }
      case "follow":
        return follow(message.on && source.follow !== undefined);
      case "command":
        return command(message.command);
    }
  }

  return {
    async receive(message) {
      const { success, data } = fromPage.safeParse(message);
      if (!success) return;
      await answer(data).catch(outside.fail);
    },
    refresh: () => refresh(),
    dispose() {
      following?.abort();
      stop();
    },
  };
}

function wordsOf(error: unknown): string {
  return messageOf(error);
}
