/**
 * Evaluates `when` clauses, as far as package.json uses them: comparisons, patterns, memberships and bare keys,
 * combined with `&&` and `||`.
 */
export type Contexts = ReadonlyMap<string, unknown>;

/**
 * Returns whether the clause holds. Throws if it contains something unsupported, because the result could then be
 * wrong.
 */
export function holds(clause: string, contexts: Contexts): boolean {
  return clause.split("||").some((some) => some.split("&&").every((part) => holdsPart(part.trim(), contexts)));
}

function holdsPart(part: string, contexts: Contexts): boolean {
  if (part === "" || part === "true") return true;
  if (part === "false") return false;
  const pattern = /^([\w.]+)\s*=~\s*\/(.*)\/(i?)$/.exec(part);
  if (pattern) return new RegExp(pattern[2] ?? "", pattern[3]).test(textOf(contexts.get(pattern[1] ?? "")));
  const compared = /^([\w.]+)\s*(==|!=)\s*'?([^']*?)'?$/.exec(part);
  if (compared) return (textOf(contexts.get(compared[1] ?? "")) === compared[3]) === (compared[2] === "==");
  const member = /^([\w.]+)\s+in\s+'?([\w.]+)'?$/.exec(part);
  if (member) {
    const list = contexts.get(member[2] ?? ""),
      value = textOf(contexts.get(member[1] ?? ""));
    return Array.isArray(list) ? list.includes(value) : Object.hasOwn(Object(list) as object, value);
  }
  const bare = /^(!?)([\w.]+)$/.exec(part);
  if (bare) return Boolean(contexts.get(bare[2] ?? "")) === (bare[1] === "");
  throw new Error(`The crawl cannot read this part of a when clause: ${part}`);
}

function textOf(value: unknown): string {
  return value === undefined ? "" : String(value);
}
