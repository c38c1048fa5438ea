/**
 * Letters of a text or a PDF, in a form in which the two can be compared. What a layout adds or removes (spaces, line
 * breaks, hyphens, ligatures) is left out; the origin of each letter is kept.
 */

/**
 * Represents what is not known before the PDF is read: a data value, an answer. Never occurs in a PDF's own letters.
 */
export const gap = "\uFFFC";

export interface Letters {
  /** One UTF-16 code unit for each letter. */
  readonly text: string;
  /** For each letter the unit that it came from: an index that the caller defines. */
  readonly unit: Int32Array;
  /** For each letter its offset in that unit, in UTF-16 code units. */
  readonly offset: Int32Array;
}

/**
 * Spaces, control characters, characters without width, hyphens of every kind, and the characters that a PDF has for
 * letters to which its font gives no name. A hyphen at the end of a line may come from the text or from the layout.
 * Without hyphens, text and PDF agree.
 */
const leftOut = /[\s\p{Cc}\p{Cf}\p{Co}\uFFFC\uFFFD\-\u2010\u2011\u2043\uFE63\uFF0D\uFDD0-\uFDEF]/u;
const plainLetter = /^[!-,.-~]$/;

/** Collects letters; `done` returns what was added. */
interface LetterWriter {
  /**
   * Adds `shown`, which begins at `offset` in the unit. If the code units of `shown` do not follow one another in the
   * unit, `offsets` gives the place of each.
   */
  add(shown: string, unit: number, offset: number, offsets?: ArrayLike<number>): void;
  addGap(unit: number, offset: number): void;
  readonly length: number;
  done(): Letters;
}

export function newLetters(): LetterWriter {
  const parts: string[] = [];
  const units: number[] = [];
  const places: number[] = [];
  const put = (letter: string, unit: number, offset: number): void => {
    parts.push(letter);
    for (let index = 0; index < letter.length; index++) {
      units.push(unit);
      places.push(offset);
    }
  };
  return {
    add(shown, unit, offset, offsets) {
      for (let at = 0; at < shown.length;) {
        const character = String.fromCodePoint(shown.codePointAt(at) ?? 0);
        const place = offsets === undefined ? offset + at : (offsets[at] ?? offset);
        at += character.length;
        if (plainLetter.test(character)) put(character, unit, place);
        else
          for (const letter of character.normalize("NFKD"))
            if (!leftOut.test(letter) && !/\p{M}/u.test(letter)) put(letter, unit, place);
      }
    },
    addGap: (unit, offset) => put(gap, unit, offset),
    get length() {
      return units.length;
    },
    done: () => ({ text: parts.join(""), unit: Int32Array.from(units), offset: Int32Array.from(places) }),
  };
}

/** Returns only the letters of a string. */
export function lettersOf(shown: string): string {
  const letters = newLetters();
  letters.add(shown, 0, 0);
  return letters.done().text;
}
