/** Converts offsets of a text to lines and columns, both from 1, columns in UTF-16 code units. */
import { bisect } from "../language/index.ts";
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Converts one offset. */
export function placeIn(text: string, offset: number): Place {
  let [line, start] = [1, 0];
  for (let at = 0; at < offset; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== lineFeed && (unit !== carriageReturn || text.charCodeAt(at + 1) === lineFeed)) continue;
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Returns a converter of offsets for many places in one text; lines end with `\n`, `\r\n` or `\r`. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  const lineEnd = /\r\n?|\n/g;
  while (lineEnd.test(text)) starts.push(lineEnd.lastIndex);
  return (offset) => {
    const line = bisect(starts.length, (index) => starts[index]! > offset);
    return { line, column: offset - starts[line - 1]! + 1 };
  };
}
