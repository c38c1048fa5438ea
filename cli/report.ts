/** What a check found, in the shape that every output format prints. */
import type { Severity } from "../language/index.ts";

export interface ReportedFinding {
  /** The file as the author named it, with forward slashes; `textlib:/…` for a text of the library. */
  readonly file: string;
  /** Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Titles, the most likely first. */
  readonly fixes: readonly string[];
}

export interface Summary {
  readonly files: number;
  readonly placeholders: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly hints: number;
  /** How many findings the baseline hides; absent if no baseline is named. */
  readonly baselined?: number;
  /**
   * How many findings of the baseline no longer exist, so that the baseline can be shortened; absent if no baseline is
   * named.
   */
  readonly gone?: number;
}

/** Findings that a baseline lists for a file, and that no longer exist. */
export interface Gone {
  /** The path of the baseline from the working folder, with forward slashes. */
  readonly baseline: string;
  /** The name by which the baseline lists the file. */
  readonly file: string;
  readonly count: number;
}

export interface Report {
  /** Ordered by file, then position. */
  readonly findings: readonly ReportedFinding[];
  /** The findings that the baseline hides, in the same order; null if no baseline is named. */
  readonly baselined: readonly ReportedFinding[] | null;
  /** Empty if no baseline is named. */
  readonly gone: readonly Gone[];
  /** Names of everything that was checked, sorted. */
  readonly files: readonly string[];
  readonly summary: Summary;
}

/** The values of `--fail-on`. */
export const failOns = ["error", "warning", "info", "never"] as const;
export type FailOn = (typeof failOns)[number];

const ranks: Readonly<Record<FailOn | Severity, number>> = { never: 4, error: 3, warning: 2, info: 1, hint: 0 };

export function fails(severity: Severity, failOn: FailOn): boolean {
  return ranks[severity] >= ranks[failOn];
}

/** Orders findings and counts them. */
export function makeReport(
  findings: readonly ReportedFinding[],
  {
    files,
    placeholders,
    baselined = null,
  }: {
    readonly files: readonly string[];
    readonly placeholders: number;
    readonly baselined?: { readonly findings: readonly ReportedFinding[]; readonly gone: readonly Gone[] } | null;
  },
): Report {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return {
    findings: findings.toSorted(inOrder),
    baselined: baselined && baselined.findings.toSorted(inOrder),
    gone: baselined?.gone ?? [],
    files: files.toSorted(compare),
    summary: {
      files: files.length,
      placeholders,
      errors: count("error"),
      warnings: count("warning"),
      infos: count("info"),
      hints: count("hint"),
      ...(baselined === null
        ? {}
        : {
            baselined: baselined.findings.length,
            gone: baselined.gone.reduce((sum, { count: each }) => sum + each, 0),
          }),
    },
  };
}

function inOrder(a: ReportedFinding, b: ReportedFinding): number {
  return (
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    a.endLine - b.endLine ||
    a.endColumn - b.endColumn
  );
}

/** Compares by code units, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
