/** Whole sentences about one thing and about many, because languages differ in more than an ending. */

/** `oneOrMany(n, l10n.t("1 text"), l10n.t("{0} texts", n))`: English, Swedish and German use the plural for zero. */
export function oneOrMany(number: number, one: string, many: string): string {
  return number === 1 ? one : many;
}
