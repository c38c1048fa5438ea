/** Offsets of a text as lines and columns, both from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The answer takes an offset; lines end with `\n`, `\r\n` or `\r`. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  const lineEnd = /\r\n?|\n/g;
  while (lineEnd.test(text)) starts.push(lineEnd.lastIndex);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}
