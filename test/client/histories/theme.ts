/** What a history is about: some failures need several writers doing the same at once. Shares are between 0 and 1. */
export interface Theme {
  /** Instead of everything else: windows that turn from one company to another. */
  readonly companies?: boolean;
  /** Instead of everything else: windows that run plans. */
  readonly plans?: boolean;
  /** Instead of everything else: both. */
  readonly companyPlans?: boolean;
  /**
   * With `companyPlans`: the share of reloaded windows for which the settings have meanwhile given each name to the
   * other company.
   */
  readonly repointed: number;
  /** How many rounds an author plays at least. */
  readonly rounds: number;
  /** Rounds in which texts and folders are created, deleted and restored, instead of written. */
  readonly making: number;
  /** Shares of the rounds that `making` counts; the rest of these rounds is about folders. */
  readonly kinds: { readonly create: number; readonly delete: number; readonly bringBack: number };
  /** Share of the creations that are made in folders that may be deleted. */
  readonly inFolders: number;
  /** How often an author chooses what somebody else wants, or the newest one there is, instead of something random. */
  readonly wishes: number;
  readonly newest: number;
  /** Share of the wishes of others that are combined with another change. */
  readonly beyond: number;
  /** The most that the other tool writes. */
  readonly foreign: number;
  /** Saves that their author reverts. */
  readonly undone: number;
  /** New lines below the last one. */
  readonly below: number;
  /** Texts whose lines end with CRLF, or with CRLF and LF in turn. */
  readonly ends: number;
  /** Windows that share a journal with the one before. */
  readonly sameMachine: number;
  readonly killed: number;
  /** Writes that fail or whose response is lost, and reads that fail. */
  readonly faults: number;
  readonly unreadable: number;
  /** Reads that take long, and writes that are delayed for long. */
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

/** The share of histories that has each theme. */
export const themes = new Map<string, readonly [share: number, theme: Theme]>([
  // A part of what somebody writes is something that another author has written too, and reverts at once.
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
  // A part of what somebody writes is something that another author has written too, and reverts while the saves of
  // both are read back.
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
  // Others write between the read and the write, and want the same.
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
  // Windows turn from one company to another while something waits.
  ["companies", [0.06, { ...writing, companies: true }]],
  // Plans are run, interrupted, resumed and taken back.
  ["plans", [0.04, { ...writing, plans: true }]],
  // Windows turn from one company to another while a plan is reviewed, runs, or has stopped.
  ["companyPlans", [0.06, { ...writing, companyPlans: true }]],
  // Also, the settings change before a window with unsaved words reloads.
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
  // The same words are written, reverted, and written below.
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

/**
 * Returns the theme of this name or, without a name, a random one by the shares. Throws if there is no theme of the
 * name.
 */
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
