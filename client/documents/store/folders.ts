/** Store folders that a person named, because the API does not list them. Only names are kept, by place. */
import * as z from "zod";
import type { KeptState } from "../../window/keptState.ts";

const key = "store.folders";
const kept = z.record(z.string(), z.array(z.string()));

/** How many names are kept per place. */
const most = 30;

/** The folder used last comes first. */
export function foldersOf(store: KeptState, place: string): readonly string[] {
  return all(store).get(place) ?? [];
}

/** Resolves when the name is written. */
export async function keepFolder(store: KeptState, place: string, name: string): Promise<void> {
  const names = [name, ...foldersOf(store, place).filter((each) => each !== name)].slice(0, most);
  await store.update(key, Object.fromEntries(all(store).set(place, names)));
}

function all(store: KeptState): Map<string, readonly string[]> {
  return new Map(Object.entries(kept.safeParse(store.get(key)).data ?? {}));
}
