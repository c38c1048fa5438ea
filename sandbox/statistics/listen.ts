/** Counts what happens in the sandbox itself, where it is said to count. */
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
