/**
 * Routes of the Control API for statistics. With these routes, tests and people add rows to the demo company, for any
 * time, or remove all rows.
 */
import * as z from "zod";
import { readBody } from "../base/read.ts";
import type { ControlRow } from "../base/route.ts";
import { countEvent } from "./store.ts";

const text = z.string().default("");
const rows = z.object({
  rows: z.array(
    z.object({
      event: z.string().min(1),
      at: z.iso.datetime(),
      per: z.enum(["hour", "day", "none"]).default("hour"),
      count: z.int().min(1).default(1),
      system: text,
      template: text,
      source: text,
      distribution: text,
      environment: text,
      area: text,
      eventDetail: text,
    }),
  ),
});

export const statisticsControl: readonly ControlRow[] = [
  [
    "POST",
    "/statistics/rows",
    ({ state, body }) => {
      for (const { at, ...row } of readBody(rows, body).rows)
        countEvent(state, { ...row, company: "demo", at: Date.parse(at) });
      return { json: {} };
    },
  ],
  [
    "DELETE",
    "/statistics/rows",
    ({ state }) => {
      state.run("DELETE FROM statistic WHERE company = 'demo'");
      return { json: {} };
    },
  ],
];
