/**
 * The patterns of a `smartform.json`, within limits: the file may come from anywhere, and every path of the workspace
 * is matched against all of them. minimatch goes through a path without going back, so that what a match takes is the
 * length of the pattern times the length of the path.
 */
import { braceExpand, Minimatch } from "minimatch";
import { l10n } from "../language/index.ts";

export interface Glob {
  readonly matches: (name: string) => boolean;
}

/** What all patterns of one file may cost together. */
interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: 60_000 };
}

/** Code units of one pattern. */
const longest = 1000;
/** Patterns that one with braces stands for. */
const mostAlternatives = 500;
/** `+(a|b)` and the like in one pattern: each may start again where another one ends. */
const mostGroups = 8;
/** `[a-z]` in one pattern: the end of each is looked for up to the end of the pattern. */
const mostClasses = 32;
/**
 * What a pattern without braces, a wildcard and a group cost more than a letter, as measured: the whole budget is 50 ms
 * at most.
 */
const [patternCost, wildcardCost, groupCost] = [10, 8, 400];

/** What it costs to see that a pattern stands for too many. */
const unfoldingCost = 5000;

/** Of the patterns that one with braces stands for. The end of each class is looked for in all of them. */
function costOf(alternatives: readonly string[]): number {
  const all = alternatives.join("/");
  const count = (mark: RegExp): number => all.match(mark)?.length ?? 0;
  return (
    patternCost * alternatives.length +
    wildcardCost * count(/[*?]/g) +
    groupCost * count(/[?*+@!]\(/g) +
    (1 + count(/\[/g)) * all.length
  );
}

const options = { dot: true, nonegate: true, nocomment: true, braceExpandMax: mostAlternatives + 1 };

/**
 * Takes what the pattern costs from the budget. A sentence that begins with `at` and says why, where the pattern is not
 * used.
 */
export function readGlob(pattern: string, at: string, budget: Budget): Glob | string {
  if (pattern.length > longest)
    return l10n.t("{0}: a pattern has {1} characters at most. This one is not used.", at, longest);
  if ((pattern.match(/[?*+@!]\(/g)?.length ?? 0) > mostGroups)
    return l10n.t("{0}: a pattern has {1} groups like {2} at most. This one is not used.", at, mostGroups, "+(a|b)");
  if (pattern.split("[").length - 1 > mostClasses)
    return l10n.t("{0}: a pattern has {1} groups like {2} at most. This one is not used.", at, mostClasses, "[a-z]");
  // What the patterns before this one used up is not spent again on unfolding the braces of the rest.
  const alternatives = budget.left < 0 ? [] : braceExpand(pattern, options);
  const isTooMany = alternatives.length > mostAlternatives;
  budget.left -= isTooMany ? unfoldingCost : costOf(alternatives);
  if (isTooMany)
    return l10n.t(
      "{0}: with its braces, a pattern stands for {1} patterns at most. This one is not used.",
      at,
      mostAlternatives,
    );
  if (budget.left < 0)
    return l10n.t("{0}: the patterns of this file are too many and too long together. This one is not used.", at);
  let made: Minimatch | undefined;
  return { matches: (name) => (made ??= new Minimatch(pattern, options)).match(name) };
}
