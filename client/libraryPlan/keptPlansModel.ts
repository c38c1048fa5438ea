/**
 * Plans on this computer's disk: written down before their first step and after each one, so that a plan that was cut short is carried on or taken
 * back. Bound to one company's library. They hold texts, never secrets. Without VS Code.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readJsonFiles, replaceFile, syncFolder } from "../durableFile.ts";
import type { Journal } from "../journal.ts";
import type { LibraryPlan } from "./planModel.ts";

export type Outcome =
  /** The service or file holds what the step, or its taking back, was to bring. */
  | { readonly state: "done" | "undone" }
  /** Nothing happened, and why. */
  | { readonly state: "refused"; readonly reason: string }
  /** Nobody knows: whoever carries the plan on looks it up. */
  | { readonly state: "unknown"; readonly reason: string };

export interface KeptPlan {
  readonly id: string;
  /** Whose library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for people. */
  readonly connection: string;
  /** ISO time of this computer, for people. */
  readonly at: string;
  readonly plan: LibraryPlan;
  readonly direction: "forward" | "back";
  /** One for each step; null where it was not tried yet. */
  readonly outcomes: readonly (Outcome | null)[];
  /** Index of the step that was about to be carried out; null where none was. */
  readonly sending: number | null;
  /** Nothing is left to be tried in this direction. */
  readonly ended: boolean;
}

export interface KeptPlans {
  /** A plan of which nothing happened yet. */
  begin(plan: LibraryPlan, owner: { readonly identity: string; readonly connection: string }): Promise<KeptPlan>;
  /** Resolves once it is on the disk. */
  write(kept: KeptPlan): Promise<void>;
  remove(id: string): Promise<void>;
  /** Newest first; and files that cannot be read, which are left alone. */
  list(identity: string): Promise<{ readonly plans: readonly KeptPlan[]; readonly unreadable: readonly string[] }>;
}

/** Ended plans that can still be taken back. */
const keptAfterTheEnd = 20;

export function openKeptPlans(folder: string): KeptPlans {
  async function list(identity: string): ReturnType<KeptPlans["list"]> {
    const plans: KeptPlan[] = [];
    const unreadable: string[] = [];
    for (const { name, path, json } of await readJsonFiles(folder)) {
      const kept = json === undefined ? undefined : read(json, name);
      if (kept === undefined) unreadable.push(path);
      else if (kept.identity === identity) plans.push(kept);
    }
    return { plans: plans.sort((one, other) => (one.at < other.at ? 1 : -1)), unreadable };
  }

  async function write(kept: KeptPlan): Promise<void> {
    await mkdir(folder, { recursive: true });
    await replaceFile(folder, `${kept.id}.json`, JSON.stringify({ version: 1, ...kept }));
  }

  async function remove(id: string): Promise<void> {
    await rm(join(folder, `${id}.json`), { force: true });
    await syncFolder(folder);
  }

  return {
    async begin(plan, { identity, connection }) {
      const kept: KeptPlan = { id: randomUUID(), identity, connection, at: new Date().toISOString(), plan, direction: "forward", outcomes: plan.steps.map(() => null), sending: null, ended: false };
      await write(kept);
      const over = (await list(identity)).plans.filter(({ ended }) => ended);
      for (const { id } of over.slice(keptAfterTheEnd)) await remove(id);
      return kept;
    },
    write, remove, list,
  };
}

/** The journal of saves that belong to a plan: the plan itself holds them, and is what is offered again. */
export const heldByPlan: Journal = { write: async () => "", clear: async () => {}, open: async () => ({ entries: [], unreadable: [] }) };

function read(json: string, name: string): KeptPlan | undefined {
  try {
    const { version, ...kept } = JSON.parse(json) as KeptPlan & { readonly version: number };
    const isWhole = version === 1 && `${kept.id}.json` === name && typeof kept.identity === "string" && Array.isArray(kept.plan.steps) && Array.isArray(kept.outcomes) && kept.outcomes.length === kept.plan.steps.length;
    return isWhole ? kept : undefined;
  } catch {
    return undefined;
  }
}
