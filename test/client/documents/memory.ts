/** VS Code's stored state across two starts, serialized as JSON. */
import type { KeptState } from "../../../client/window/keptState.ts";

export interface Memory extends KeptState {
  /** Everything that is stored, serialized. */
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
