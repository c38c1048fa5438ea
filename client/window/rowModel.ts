/** What a view shows of a node; all of it plain text. Without VS Code. */

export interface Row {
  /** Stable, and never of two nodes. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly expandable: boolean;
  /** For `when` clauses of menus. */
  readonly context: string;
  /** For screen readers. */
  readonly spoken: string;
}

/**
 * What a command gets: with a choice from a row's menu VS Code hands over the row, and those that are selected. A row
 * that the view has drawn anew meanwhile comes as undefined, and is handed on as null, so that no command takes the
 * selected row for it, which may be another one. From the palette or a key a command comes without arguments.
 */
export function withoutLostRow(args: readonly unknown[]): readonly unknown[] {
  return args.length > 1 && args[0] === undefined ? [null, ...args.slice(1)] : args;
}
