/** What a fresh state holds of digital signing. */
import type { State } from "../state.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedSigning(_state: State, _content: "demo" | "empty"): void {}
