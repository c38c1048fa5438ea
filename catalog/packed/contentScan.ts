/**
 * Finds the places in a catalog file where a content may contain a query, so that only the texts at these places are
 * parsed. Each place is only a hint: the letters there may also be part of a name, so every text that is parsed has to
 * be checked.
 */
import type { HeldFile } from "./heldFile.ts";

/** In bytes. */
const block = 1 << 16;
/**
 * Characters that JSON need not escape. Apart from the letters that `hiddenIn` adds, no letter outside ASCII becomes
 * one of them in lower case.
 */
const plain = /[a-z0-9 .,:;_()-]{3,}/g;
/** In letters: a longer run of letters is looked for by its beginning. */
const longest = 100;

/**
 * Returns the other forms in which the file may hold one of the needle's characters: the escapes of its ASCII
 * characters, and the letters outside ASCII that become k or i in lower case, escaped or in UTF-8. Each form is written
 * as its bytes look when they are read as Latin-1 and put in lower case.
 */
function hiddenIn(needle: string): readonly string[] {
  const escapes = [...new Set(needle)].flatMap((letter) =>
    [letter, letter.toUpperCase()].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`),
  );
  return [
    ...new Set(escapes),
    ...(needle.includes("k") ? ["\\u212a", "\xe2\x84\xaa"] : []),
    ...(needle.includes("i") ? ["\\u0130", "\xe4\xb0"] : []),
  ];
}

/** Whether the query has letters to look for. Otherwise, every text has to be read. */
export function canScan(query: string): boolean {
  return needleOf(query) !== undefined;
}

function needleOf(query: string): string | undefined {
  return (query.match(plain) ?? []).toSorted((a, b) => b.length - a.length)[0]?.slice(0, longest);
}

/**
 * Yields positions in the file, in ascending order. Yields undefined once, and nothing else, if the
 * query has no letters to look for.
 */
export function* placesOfContent(query: string, file: Pick<HeldFile, "size" | "fill">): Generator<number | undefined> {
  const needle = needleOf(query);
  if (needle === undefined) {
    yield undefined;
    return;
  }
  const wanted = [needle, ...hiddenIn(needle)];
  const overlap = Math.max(...wanted.map(({ length }) => length)) - 1;
  const { size } = file;
  const memory = Buffer.allocUnsafeSlow(block + overlap);
  for (let place = 0; place < size; place += block) {
    const bytes = memory.subarray(0, Math.min(block + overlap, size - place));
    if (!file.fill(bytes, place)) return;
    const letters = bytes.toString("latin1").toLowerCase();
    const found = new Set<number>();
    for (const each of wanted)
      for (let at = letters.indexOf(each); at >= 0 && at < block; at = letters.indexOf(each, at + 1))
        found.add(place + at);
    yield* [...found].sort((a, b) => a - b);
  }
}
