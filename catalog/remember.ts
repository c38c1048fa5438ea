/** Answers that are worked out once: the last few, or the only one. */

/** Keeps the answers to the last `size` different questions; the one asked longest ago goes first. */
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

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
