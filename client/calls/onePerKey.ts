/** Runs one action at a time per key: a second click while the first action is running does nothing. */
export function onePerKey(): <T>(key: string, act: () => Promise<T>) => Promise<T | undefined> {
  const underWay = new Set<string>();
  return async (key, act) => {
    if (underWay.has(key)) return undefined;
    underWay.add(key);
    try {
      return await act();
    } finally {
      underWay.delete(key);
    }
  };
}
