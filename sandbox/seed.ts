/**
 * Back to a fresh state: the content is gone, or the demo company's again, and the clock is right. Clients, their
 * secrets and tokens stay.
 */
import type { State } from "./base/state.ts";
import { services } from "./services.ts";

/** Call it in a transaction. */
export function seed(state: State, content: "demo" | "empty"): void {
  state.forgetChoices();
  state.advance(Date.now() - state.now());
  for (const service of services) service.seed?.(state, content);
}
