/** Writes an audit event for everything that happens in the sandbox itself. */
import type { Listener } from "../base/state.ts";
import { insertAuditEvent } from "./store.ts";

export const writeDown: Listener = (state, event) => {
  const {
    company,
    name,
    source,
    at,
    user = "a person",
    level = 1,
    category = "",
    gdpr = false,
    environment = null,
    description = {},
  } = event;
  insertAuditEvent(state, {
    company,
    logName: name,
    source,
    level,
    createdAt: at,
    record: {
      user,
      category,
      gdpr,
      description,
      ...(environment === null ? {} : { environmentId: environment }),
    },
  });
};
