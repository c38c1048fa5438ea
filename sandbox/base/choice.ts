/**
 * Where the documents leave something open: the question, what the sandbox does, what else the service may do, and why.
 * `switchable` names the alternatives that `POST /choices` can put in force; the others are there so that nobody takes
 * a choice for a fact.
 */
export interface Choice {
  readonly question: string;
  /** What is in force unless another alternative was chosen. */
  readonly choice: string;
  readonly alternatives: readonly string[];
  readonly switchable?: readonly string[];
  readonly why: string;
}

/** Every choice by its id: each service declares its own here, where it lists them. */
export interface Choices {}

export type ChoiceId = keyof Choices;
