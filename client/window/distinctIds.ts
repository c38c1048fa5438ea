/**
 * Makes the ids of a branch's rows unique: a service may list a thing twice, and VS Code shows nothing of a branch with
 * a duplicate id. If several rows have the same id, the first one keeps it, so that the row keeps its identity. Does
 * not import `vscode`.
 */
export function distinctIds(ids: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    // Ids from the service contain no line breaks, so no other row has this id.
    return count === 1 ? id : `${id}\n${count}`;
  });
}
