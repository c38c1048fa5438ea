/**
 * What the documents leave open: the question, what the sandbox does, what else the service may do, and why.
 * `switchable` names the alternatives that `POST /choices` can select; the others are listed so that nobody takes a
 * choice for a fact.
 */
export interface Choice {
  readonly question: string;
  /** In force unless another alternative is selected. */
  readonly choice: string;
  readonly alternatives: readonly string[];
  readonly switchable?: readonly string[];
  readonly why: string;
}

/** Every choice by its id: each service adds its own here, next to its list. */
export interface Choices {}

export type ChoiceId = keyof Choices;
