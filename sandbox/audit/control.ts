/**
 * Routes of the Control API for audit. With these routes, tests and people add events for any time to the demo company.
 */
import * as z from "zod";
import { readBody } from "../base/read.ts";
import type { ControlRow } from "../base/route.ts";
import { insertAuditEvent } from "./store.ts";

const events = z.object({
  events: z.array(
    z.object({
      logName: z.string().min(1),
      createdDate: z.iso.datetime(),
      source: z.int().default(15),
      level: z.int().default(1),
      user: z.string().default("a person"),
      category: z.string().default(""),
      gdpr: z.boolean().default(false),
      description: z.record(z.string(), z.json()).default({}),
    }),
  ),
});

export const auditControl: readonly ControlRow[] = [
  [
    "POST",
    "/audit/events",
    ({ state, body }) => {
      for (const { logName, createdDate, source, level, user, category, gdpr, description } of readBody(events, body)
        .events) {
        insertAuditEvent(state, {
          company: "demo",
          logName,
          source,
          level,
          createdAt: Date.parse(createdDate),
          record: { user, category, gdpr, description },
        });
      }
      return { json: {} };
    },
  ],
];
