/** Works through a list with a few at a time, and gives the results in the list's order. The first failure ends it. */
export async function parallel<In, Out>(
  items: readonly In[],
  width: number,
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      results[index] = await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
