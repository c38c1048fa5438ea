/**
 * Rates how well a name matches the letters that were typed: a name that begins with them is best, and a name that has
 * them in the same order is still a match.
 */

/**
 * 0: the name begins with the word. 1: it contains the word. 2: the word is made of the first letters of the name's
 * words (`gl` for `greeting-letter`). 3: the letters of the word occur in this order, the first one at the beginning of
 * a word. null: no match. Ignores letter case.
 */
type Fit = 0 | 1 | 2 | 3 | null;

/** Takes time in proportion to the length of the name. */
export function fit(name: string, word: string): Fit {
  const whole = name.toLowerCase();
  const typed = word.trim().toLowerCase();
  if (whole.startsWith(typed)) return 0;
  if (whole.includes(typed)) return 1;
  // Most names are rejected here. Splitting a name into words takes far longer.
  if (!isInOrder(typed, whole)) return null;
  if (isInOrder(typed, initialsOf(name))) return 2;
  for (const start of startsOf(name))
    if (whole[start] === typed[0]) return isInOrder(typed, whole.slice(start)) ? 3 : null;
  return null;
}

/** Returns the best fit of several names. */
export function bestFit(names: readonly string[], word: string): Fit {
  return names
    .map((name) => fit(name, word))
    .reduce<Fit>((best, each) => (best === null || (each !== null && each < best) ? each : best), null);
}

/** Returns the items that fit, best first; items that fit equally well keep their order. */
export function fitting<T>(items: readonly T[], word: string, namesOf: (item: T) => readonly string[]): readonly T[] {
  if (word.trim() === "") return items;
  const ranked: T[][] = [[], [], [], []];
  for (const item of items) ranked[bestFit(namesOf(item), word) ?? 4]?.push(item);
  return ranked.flat();
}

/** Whether the letters of the word occur in this order, perhaps with others between them. */
function isInOrder(word: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) if (letter === word[at]) at++;
  return at === word.length && at > 0;
}

function initialsOf(name: string): string {
  return startsOf(name)
    .map((start) => name.charAt(start).toLowerCase())
    .join("");
}

/**
 * Returns where words begin: after a character that is not a letter or digit, and at a capital after a small letter.
 */
function startsOf(name: string): readonly number[] {
  return Array.from(name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu), ({ index }) => index);
}
