/**
 * Plans on this computer's disk. A plan is written before its first step and after every step, so that it can be
 * continued or undone after an interruption. All windows share the plans, and one window at a time works on a plan.
 * Plans are bound to one company's library, and hold texts, never secrets. Does not use `vscode`.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import {
  isHeld,
  newestFirst,
  readRecord,
  readRecords,
  removeFile,
  replaceFile,
  tryFileLock,
} from "../../disk/index.ts";
import { keptFields, keptText } from "../guard/journal.ts";
import type { Journal } from "../guard/journal.ts";
import type { LibraryPlan } from "./plan.ts";

export type Outcome =
  /** The service or the file is as it should be after the step, or after undoing it. */
  | { readonly state: "done" | "undone" }
  /** Nothing happened; `reason` says why. */
  | { readonly state: "refused"; readonly reason: string }
  /** The outcome is unknown. It is looked up when the plan is continued. */
  | { readonly state: "unknown"; readonly reason: string };

export interface KeptPlan {
  readonly id: string;
  /** Identifies the company's library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for the user. */
  readonly connection: string;
  /** ISO time of this computer, for the user. */
  readonly at: string;
  readonly plan: LibraryPlan;
  readonly direction: "forward" | "back";
  /** One for each step; null if the step was not tried yet. */
  readonly outcomes: readonly (Outcome | null)[];
  /** Index of the step that was about to be carried out; null if there is no such step. */
  readonly sending: number | null;
  /** No step is left to try in this direction. */
  readonly ended: boolean;
}

/** The result of `hold`. The work was done only in the state `done`. */
export type Held<T> =
  | { readonly state: "done"; readonly value: T }
  /** A window, this one or another, is working on the plan. */
  | { readonly state: "running" }
  /** The stored plan has changed since it was shown. */
  | { readonly state: "changed"; readonly now: KeptPlan }
  /** The plan was removed. */
  | { readonly state: "gone" };

export interface KeptPlans {
  /** Stores a plan before its first step. */
  begin(plan: LibraryPlan, owner: { readonly identity: string; readonly connection: string }): Promise<KeptPlan>;
  /** Resolves once the plan is on the disk. */
  write(kept: KeptPlan): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Works on a plan while no other window can. Reads the stored plan first and passes it to `work`; if it differs from
   * what the author was shown, `work` does not run.
   */
  hold<T>(shown: KeptPlan, work: (kept: KeptPlan) => Promise<T>): Promise<Held<T>>;
  /** Whether a window, this one or another, seems to be working on the plan. Only `hold` finds out for certain. */
  isRunning(id: string): boolean;
  /** Lists plans, newest first, and unreadable files, which are left alone. */
  list(identity: string): Promise<{ readonly plans: readonly KeptPlan[]; readonly unreadable: readonly string[] }>;
}

/** How many ended plans are kept for undoing. */
const keptAfterTheEnd = 20;

/**
 * Opens the plans. `tryLock` keeps two windows that share the folder from working on the same plan. Tests replace it,
 * because one test process may stand for many windows.
 */
export function openKeptPlans(
  folder: string,
  { tryLock = tryFileLock }: { readonly tryLock?: typeof tryFileLock } = {},
): KeptPlans {
  async function list(identity: string): ReturnType<KeptPlans["list"]> {
    const { records, unreadable } = await readRecords(folder, read);
    const plans = records.filter((kept) => kept.identity === identity);
    return { plans: newestFirst(plans, ({ at }) => at), unreadable };
  }

  async function write(kept: KeptPlan): Promise<void> {
    await replaceFile(folder, `${kept.id}.json`, JSON.stringify({ version: 1, ...kept }));
  }

  async function remove(id: string): Promise<void> {
    await removeFile(folder, `${id}.json`);
  }

  const lockOf = (id: string): string => join(folder, "locks", `${id}.sqlite`);

  async function hold<T>(shown: KeptPlan, work: (kept: KeptPlan) => Promise<T>): Promise<Held<T>> {
    const held = tryLock(lockOf(shown.id));
    if (held === undefined) return { state: "running" };
    try {
      const now = await readAgain(shown.id);
      if (now === undefined) return { state: "gone" };
      if (progressOf(now) !== progressOf(shown)) return { state: "changed", now };
      return { state: "done", value: await work(now) };
    } finally {
      held[Symbol.dispose]();
    }
  }

  /** Resolves with undefined if the plan was removed. */
  async function readAgain(id: string): Promise<KeptPlan | undefined> {
    const name = `${id}.json`;
    let json: string;
    try {
      json = await readFile(join(folder, name), "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
    const kept = readRecord(json, (value) => read(value, name));
    if (kept === undefined)
      throw new Error(
        l10n.t(
          "The record of this plan cannot be read. Nothing was changed. The record is still at {0}.",
          join(folder, name),
        ),
      );
    return kept;
  }

  return {
    async begin(plan, { identity, connection }) {
      const over = (await list(identity)).plans.filter(({ ended }) => ended);
      for (const old of over.slice(keptAfterTheEnd)) await hold(old, ({ id }) => remove(id));
      const kept: KeptPlan = {
        id: randomUUID(),
        identity,
        connection,
        at: new Date().toISOString(),
        plan,
        direction: "forward",
        outcomes: plan.steps.map(() => null),
        sending: null,
        ended: false,
      };
      await write(kept);
      return kept;
    },
    write,
    remove,
    list,
    hold,
    isRunning(id) {
      try {
        return isHeld(lockOf(id));
      } catch {
        return false;
      }
    },
  };
}

/** Encodes the parts of a stored plan that can change. The steps of a plan never change. */
function progressOf({ direction, outcomes, sending, ended }: KeptPlan): string {
  return JSON.stringify([direction, outcomes, sending, ended]);
}

/**
 * A journal that stores nothing, for the saves of a plan: the stored plan holds these saves, and is offered again after
 * an interruption.
 */
export const heldByPlan: Journal = {
  write: async () => "",
  clear: async () => {},
  open: async () => ({ entries: [], unreadable: [] }),
};

/**
 * Returns a plan only if it has all of its parts, because its readers rely on them. An incomplete file is left
 * unchanged.
 */
function read(value: unknown, name: string): KeptPlan | undefined {
  if (!isStored(value)) return undefined;
  const { version: _, ...kept } = value;
  const isWhole = kept.outcomes.length === kept.plan.steps.length && `${kept.id}.json` === name;
  return isWhole ? kept : undefined;
}

const state = z.object({ name: z.string(), code: z.string() });
const edits = z.array(z.object({ start: z.number(), end: z.number(), newText: z.string(), needs: z.number() }));
const title = z.string();
const step = z.discriminatedUnion("do", [
  z.object({ do: z.literal("folder"), title, folderId: z.string(), before: state, after: state }),
  z.object({ do: z.literal("text"), title, base: keptText, fields: keptFields }),
  z.object({
    do: z.literal("words"),
    title,
    base: keptText,
    languages: z.array(z.object({ language: z.string(), content: z.string(), edits })),
  }),
  z.object({ do: z.literal("file"), title, uri: z.string(), content: z.string(), edits }),
]);
const outcome = z.discriminatedUnion("state", [
  z.object({ state: z.enum(["done", "undone"]) }),
  z.object({ state: z.enum(["refused", "unknown"]), reason: z.string() }),
]);
const storedShape = z.object({
  version: z.literal(1),
  id: z.string(),
  identity: z.string(),
  connection: z.string(),
  at: z.string(),
  plan: z.object({ title, steps: z.array(step), said: z.array(z.string()), elsewhere: z.array(z.string()).optional() }),
  direction: z.enum(["forward", "back"]),
  outcomes: z.array(outcome.nullable()),
  sending: z.int().nullable(),
  ended: z.boolean(),
});

const isStored = (value: unknown): value is KeptPlan & { readonly version: number } =>
  storedShape.safeParse(value).success;
