/** What a fresh state holds of the document editor, its store and its distribution. */
import type { State } from "../state.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedDocuments(_state: State, _content: "demo" | "empty"): void {}
