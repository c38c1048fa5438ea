/**
 * The glob patterns of a `smartform.json`, within limits: the file may come from anywhere, and every path of the
 * workspace is matched against all of them. minimatch does not backtrack along a path, so a match costs the length of
 * the pattern times the length of the path.
 */
import { braceExpand, Minimatch } from "minimatch";
import { l10n } from "../language/index.ts";

export interface Glob {
  readonly matches: (name: string) => boolean;
}

/** What is left of the total cost that the patterns of one file may have. */
interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: 60_000 };
}

/** In code units, per pattern. */
const longest = 1000;
/** How many patterns the braces of one pattern may expand to. */
const mostAlternatives = 500;
/**
 * How many groups such as `+(a|b)` one pattern may have: a match may have to try each group again at every place where
 * another group can end.
 */
const mostGroups = 8;
/**
 * How many classes such as `[a-z]` one pattern may have: for each, the rest of the pattern is searched for the end of
 * the class.
 */
const mostClasses = 32;
/**
 * The measured costs of a pattern without braces, of a wildcard and of a group, in units of one letter's cost. The
 * whole budget takes 50 ms at most.
 */
const [patternCost, wildcardCost, groupCost] = [10, 8, 400];

/** The cost of finding out that a pattern expands to too many patterns. */
const unfoldingCost = 5000;

/**
 * Returns the cost of `alternatives`, the patterns that a pattern with braces expands to. Each class adds the length of
 * all alternatives, because its end is searched for in all of them.
 */
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
 * Reads a pattern and takes its cost from the budget. If the pattern is not used, returns a sentence that begins with
 * `at` and says why.
 */
export function readGlob(pattern: string, at: string, budget: Budget): Glob | string {
  if (pattern.length > longest)
    return l10n.t("{0}: a pattern may have at most {1} characters. This one is not used.", at, longest);
  if ((pattern.match(/[?*+@!]\(/g)?.length ?? 0) > mostGroups)
    return l10n.t(
      "{0}: a pattern may have at most {1} groups like {2}. This one is not used.",
      at,
      mostGroups,
      "+(a|b)",
    );
  if (pattern.split("[").length - 1 > mostClasses)
    return l10n.t(
      "{0}: a pattern may have at most {1} groups like {2}. This one is not used.",
      at,
      mostClasses,
      "[a-z]",
    );
  // Once earlier patterns have used up the budget, braces are not expanded.
  const alternatives = budget.left < 0 ? [] : braceExpand(pattern, options);
  const isTooMany = alternatives.length > mostAlternatives;
  budget.left -= isTooMany ? unfoldingCost : costOf(alternatives);
  if (isTooMany)
    return l10n.t(
      "{0}: a pattern with braces can stand for at most {1} patterns. This one is not used.",
      at,
      mostAlternatives,
    );
  if (budget.left < 0)
    return l10n.t(
      "{0}: this pattern is not used, because the patterns of this file are too many or too long, taken together.",
      at,
    );
  let made: Minimatch | undefined;
  return { matches: (name) => (made ??= new Minimatch(pattern, options)).match(name) };
}
