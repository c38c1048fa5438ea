/**
 * The theme of a history: the shares of its events, between 0 and 1. Some failures appear only if several writers do
 * the same thing at the same time.
 */
export interface Theme {
  /** Replaces the usual history by one in which windows switch between two companies. */
  readonly companies?: boolean;
  /** Replaces the usual history by one in which windows run plans. */
  readonly plans?: boolean;
  /** Replaces the usual history by one in which windows switch between two companies and run plans. */
  readonly companyPlans?: boolean;
  /** With `companyPlans`: the share of reloads before which the settings swap the names of the two companies. */
  readonly repointed: number;
  /** The smallest number of rounds that an author plays. */
  readonly rounds: number;
  /** The share of rounds in which texts and folders are created, deleted and restored instead of written. */
  readonly making: number;
  /**
   * Shares of the rounds of `making`: in which a text is created, a text is deleted, or something deleted is brought
   * back. In the other rounds of `making`, a folder is created, changed or deleted.
   */
  readonly kinds: { readonly create: number; readonly delete: number; readonly bringBack: number };
  /** The share of texts that are created in folders that may be deleted. */
  readonly inFolders: number;
  /**
   * `wishes`: how often an author chooses what somebody else wants. `newest`: how often an author chooses the newest
   * text instead of a random one.
   */
  readonly wishes: number;
  readonly newest: number;
  /** How often an author edits the content that somebody else wants, instead of taking it over unchanged. */
  readonly beyond: number;
  /** The largest number of writes of the other tool. */
  readonly foreign: number;
  /** The share of saves that their author reverts. */
  readonly undone: number;
  /** The share of edits that are certain to add a line below the last line. */
  readonly below: number;
  /** The share of texts whose lines end with CRLF, or with CRLF and LF in turn. */
  readonly ends: number;
  /** The share of windows that share a journal with the previous window. */
  readonly sameMachine: number;
  readonly killed: number;
  /** `faults`: the share of writes that fail or whose response is lost. `unreadable`: the share of reads that fail. */
  readonly faults: number;
  readonly unreadable: number;
  /** `slow`: the share of reads that take a long time. `held`: the share of writes that arrive after a long delay. */
  readonly slow: number;
  readonly held: number;
}

const writing: Theme = {
  rounds: 1,
  making: 0.12,
  kinds: { create: 0.4, delete: 0.15, bringBack: 0.1 },
  inFolders: 0.25,
  wishes: 0.15,
  newest: 1,
  beyond: 0,
  foreign: 3,
  undone: 0.15,
  below: 0,
  ends: 0.3,
  sameMachine: 0.3,
  killed: 0.15,
  faults: 0.2,
  unreadable: 0.02,
  slow: 0.03,
  held: 0.1,
  repointed: 0,
};

/** Each theme, with the share of histories that have it. */
export const themes = new Map<string, readonly [share: number, theme: Theme]>([
  // Authors also write parts of what others wrote, and revert most of their own saves at once.
  [
    "shared",
    [
      0.12,
      {
        ...writing,
        rounds: 3,
        making: 0,
        wishes: 0.8,
        beyond: 0.8,
        foreign: 0,
        undone: 0.9,
        ends: 0,
        killed: 0.05,
        faults: 0.5,
        slow: 0.5,
      },
    ],
  ],
  ["writing", [0.19, writing]],
  // Authors also write parts of what others wrote, and revert most of their own saves while other saves are read back.
  [
    "withdrawn",
    [
      0.04,
      {
        ...writing,
        rounds: 2,
        making: 0,
        wishes: 0.9,
        beyond: 0.9,
        foreign: 0,
        undone: 0.9,
        ends: 0,
        killed: 0,
        faults: 0,
        slow: 0.7,
      },
    ],
  ],
  // Others write between the read and the write of a save, and want the same change as the author of the save.
  [
    "overtaken",
    [
      0.06,
      {
        ...writing,
        rounds: 1,
        making: 0,
        wishes: 0.8,
        beyond: 0.4,
        foreign: 3,
        undone: 0,
        sameMachine: 0,
        killed: 0,
        faults: 0,
        unreadable: 0,
        slow: 0,
        held: 0.4,
      },
    ],
  ],
  // Windows switch to the other company between actions, while a button waits for a click, and during calls.
  ["companies", [0.06, { ...writing, companies: true }]],
  // Plans are run, interrupted, resumed and taken back.
  ["plans", [0.04, { ...writing, plans: true }]],
  // Windows switch between two companies while a plan is reviewed, runs, or has stopped.
  ["companyPlans", [0.06, { ...writing, companyPlans: true }]],
  // As `companyPlans`; in addition, the settings change before a window with unsaved words reloads.
  ["repointed", [0.03, { ...writing, companyPlans: true, repointed: 0.7 }]],
  // Several authors create the same things.
  ["making", [0.1, { ...writing, rounds: 3, making: 0.85, inFolders: 0.6, newest: 0, unreadable: 0.05 }]],
  // The same things are deleted and restored, and many responses are lost.
  [
    "deleting",
    [
      0.15,
      {
        ...writing,
        rounds: 3,
        making: 0.95,
        kinds: { create: 0.05, delete: 0.45, bringBack: 0.3 },
        inFolders: 0.6,
        newest: 0.3,
        foreign: 6,
        sameMachine: 0.8,
        killed: 0.3,
        faults: 0.5,
        unreadable: 0.15,
        slow: 0.2,
      },
    ],
  ],
  // The same words are written, reverted, and written below the last line.
  [
    "repeated",
    [
      0.15,
      {
        ...writing,
        rounds: 2,
        making: 0,
        wishes: 0.6,
        foreign: 8,
        undone: 0.5,
        below: 0.4,
        ends: 0.8,
        faults: 0.4,
        unreadable: 0.12,
        slow: 0.2,
      },
    ],
  ],
]);

/** Returns the theme of this name; without a name, a random theme by the shares. Throws if no theme has the name. */
export function themeOf(random: () => number, name: string | undefined): Theme {
  let left = random();
  if (name !== undefined) {
    const named = themes.get(name);
    if (named === undefined)
      throw new RangeError(`No history is about "${name}", only about ${[...themes.keys()].join(", ")}.`);
    return named[1];
  }
  for (const [share, theme] of themes.values()) {
    left -= share;
    if (left < 0) return theme;
  }
  return writing;
}
