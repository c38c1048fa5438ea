/** The two words that a placeholder can begin with. */
import { distanceWithin } from "../words/spelling.ts";

const keywords = ["LIB", "INPUT"] as const;

/** Returns the keyword that a misspelt one was meant to be; ignores letter case. */
export function keywordNear(written: string): string | undefined {
  const upper = written.toUpperCase();
  return keywords.find((keyword) => distanceWithin(upper, keyword, 2) <= (keyword.length > 3 ? 2 : 1));
}
