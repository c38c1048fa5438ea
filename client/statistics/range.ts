/**
 * Days as a reader writes them, and the instants they begin and end with in the reader's own time zone. Knows no
 * `vscode`.
 */

/** A day as a date field has it, `2026-11-21`, as it begins here; undefined where it is none. */
export function beginOf(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const begin = new Date(Number(year), Number(month) - 1, Number(date));
  return dayOf(begin) === day ? begin : undefined;
}

/** The last hour of the day. */
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
