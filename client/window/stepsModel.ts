/** What the boxes of a dialog of several steps ask. Knows no `vscode`. */

/** A row to pick. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The name of a codicon before the label. */
  readonly icon?: string;
}

interface Common {
  /** Where the answer goes. */
  readonly key: string;
  readonly prompt: string;
}

/** A box to write in. Its answer is trimmed, unless it is a password. */
export interface InputStep extends Common {
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Why the answer cannot be used; undefined where it can. */
  readonly problem: (value: string) => string | undefined;
}

/** A list to pick one from, or several: the answer is then their values with a space between. */
interface PickStep extends Common {
  readonly items: readonly Choice<string>[];
  readonly several?: boolean;
}

export type Step = InputStep | PickStep;
export type Answers = ReadonlyMap<string, string>;
