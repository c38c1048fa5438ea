/** The questions of a dialog of several steps. Does not import `vscode`. */

/** A row to choose. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The name of the codicon that is shown before the label. */
  readonly icon?: string;
}

interface Common {
  /** Key of the answer. */
  readonly key: string;
  readonly prompt: string;
}

/** An input box. Its answer is trimmed, unless it is a password. */
export interface InputStep extends Common {
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Returns why the answer cannot be used; undefined if it can. */
  readonly problem: (value: string) => string | undefined;
}

/**
 * A list to pick one item or several items from. If several items can be picked, the answer is their values, separated
 * by spaces.
 */
interface PickStep extends Common {
  readonly items: readonly Choice<string>[];
  readonly several?: boolean;
}

export type Step = InputStep | PickStep;
export type Answers = ReadonlyMap<string, string>;
