/**
 * Processes a list with `width` items in progress at a time, and resolves with the results in the list's order. Stops
 * at the first failure and rejects with it.
 */
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
