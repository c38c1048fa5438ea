/** Converts days to the instants at which they begin and end in the reader's time zone. Does not import `vscode`. */

/** Returns the beginning of a day in the format of a date field, `2026-11-21`; undefined if the text is not a day. */
export function beginOf(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const begin = new Date(Number(year), Number(month) - 1, Number(date));
  return dayOf(begin) === day ? begin : undefined;
}

/** The beginning of the last hour of the day. */
export function lastHourOf(day: string): Date | undefined {
  const begin = beginOf(day);
  return begin && new Date(new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 1).getTime() - 3_600_000);
}

export function dayOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function daysBefore(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days);
}
