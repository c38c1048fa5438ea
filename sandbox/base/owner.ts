/** Who owns an id. */
import type { State } from "./state.ts";

/** Throws if another company has the id: ids are unique in the whole sandbox. */
export function checkOwner(
  state: State,
  { table, company, id, at }: { table: "folder" | "text" | "smartform"; company: string; id: string; at: string },
): void {
  const owner = state.one<{ company: string }>(`SELECT company FROM ${table} WHERE id = ?`, id)?.company;
  if (owner !== undefined && owner !== company)
    throw new Error(`${at}.id: ${id} belongs to another company of the sandbox.`);
}
