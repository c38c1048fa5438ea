/** A cache for the answers to the last few questions. */

/** Caches the answers to the last `size` different questions; the least recently used one is dropped first. */
export function remember<T>(size: number, ask: (question: string) => T): (question: string) => T {
  const answers = new Map<string, { readonly value: T }>();
  return (question) => {
    const kept = answers.get(question) ?? { value: ask(question) };
    answers.delete(question);
    answers.set(question, kept);
    if (answers.size > size) answers.delete(answers.keys().next().value!);
    return kept.value;
  };
}
