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
