/** What a view shows for a node; all plain text. Does not import `vscode`. */

export interface Row {
  /** Stable and unique. */
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
 * Returns the arguments of a command, with null for a lost row. For a row's menu VS Code passes the row and the
 * selected rows. If the view has redrawn the row in the meantime, VS Code passes undefined; null prevents commands from
 * using the selected row instead, because that may be a different row. From the palette or a key, a command gets no
 * arguments.
 */
export function withoutLostRow(args: readonly unknown[]): readonly unknown[] {
  return args.length > 1 && args[0] === undefined ? [null, ...args.slice(1)] : args;
}
