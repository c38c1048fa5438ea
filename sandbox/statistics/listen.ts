/** Counts the events of the sandbox itself that are marked as counted. */
import type { Listener } from "../base/state.ts";
import { countEvent } from "./store.ts";

export const count: Listener = (state, { company, name, environment, counted, at }) => {
  if (!counted) return;
  countEvent(state, {
    company,
    event: name,
    environment: environment ?? "",
    eventDetail: "",
    ...counted,
    at,
    count: 1,
  });
};
