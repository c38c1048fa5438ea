/** What VS Code keeps between two starts, as JSON does. */
import type { KeptState } from "../../../client/window/keptState.ts";

export interface Memory extends KeptState {
  /** All that is kept, as it would be written. */
  written(): string;
}

export function memory(content: Readonly<Record<string, unknown>> = {}): Memory {
  let json = JSON.stringify(content);
  return {
    get: (key) => (JSON.parse(json) as Record<string, unknown>)[key],
    update: async (key, value) => {
      json = JSON.stringify({ ...(JSON.parse(json) as Record<string, unknown>), [key]: value });
    },
    written: () => json,
  };
}
