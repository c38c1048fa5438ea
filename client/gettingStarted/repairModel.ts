/** Whether an author has repaired a mistake: a document has fewer findings than before, and was changed in between. */

interface Seen {
  /** Undefined if the document is not open. */
  readonly version: number | undefined;
  readonly count: number;
}

export function repairWatch(): { isRepaired(document: string, now: Seen): boolean } {
  const seen = new Map<string, Seen>();
  return {
    isRepaired(document, now) {
      const before = seen.get(document);
      if (now.version === undefined) seen.delete(document);
      else seen.set(document, now);
      return (
        before?.version !== undefined &&
        now.version !== undefined &&
        now.version > before.version &&
        now.count < before.count
      );
    },
  };
}
