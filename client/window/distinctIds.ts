/**
 * Ids of the rows of a branch, each once: a service may list a thing twice, and VS Code shows nothing of a branch in
 * which an id stands twice. The first of several keeps its id, so that a row stays what it was. Knows no `vscode`.
 */
export function distinctIds(ids: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    // No id of a service has a line break.
    return count === 1 ? id : `${id}\n${count}`;
  });
}
