/**
 * Evaluates the `when` clauses of package.json, as far as it uses them: `&&` and `||` of comparisons, patterns,
 * memberships and bare keys.
 */
export type Contexts = ReadonlyMap<string, unknown>;

/** Throws if the clause contains something unsupported, which would be judged wrongly. */
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
