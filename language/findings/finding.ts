/** What a rule is, and what it finds. One file per rule; its name is the code. */
import type { Context } from "../context.ts";
import type { Range, TextEdit } from "../range.ts";
import type { Syntax } from "../syntax.ts";

export type Severity = "error" | "warning" | "info" | "hint";

export interface Finding extends Range {
  readonly code: string;
  readonly severity: Severity;
  /** Plain text, whole sentences: what is wrong, with what, and what to do. */
  readonly message: string;
  /** Other places that explain it: an include chain, the first input of that name. */
  readonly related?: readonly Related[];
  /** What the rule's own `fixes` needs to know; nobody else reads it. JSON, so that it survives the wire. */
  readonly data?: unknown;
}

export interface Related extends Range {
  /** null: the same text. */
  readonly textId: string | null;
  readonly language: string | null;
  readonly message: string;
}

export interface Fix {
  /** Imperative, names the result: `Use the code "hr"`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The one fix that is right in all likelihood; at most one per finding, and the only kind that "fix all" applies. */
  readonly preferred: boolean;
}

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Calls `report` for every finding, in order of position. */
  check(syntax: Syntax, context: Context, report: (finding: Omit<Finding, "code" | "severity">) => void): void;
  /** Made on demand, for one finding of this rule. */
  fixes?(finding: Finding, syntax: Syntax, context: Context): readonly Fix[];
}
