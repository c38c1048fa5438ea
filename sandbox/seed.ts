/**
 * Restores a fresh state: empty, or with the demo company's content, with the service's clock at the current time.
 * Clients, their secrets and tokens stay.
 */
import type { State } from "./base/state.ts";
import { services } from "./services.ts";

/** Call it in a transaction. */
export function seed(state: State, content: "demo" | "empty"): void {
  state.forgetChoices();
  state.advance(Date.now() - state.now());
  for (const service of services) service.seed?.(state, content);
}
