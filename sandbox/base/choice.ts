/**
 * A point that the documents leave open: the question, what the sandbox does, what else the service may do, and the
 * reason for the choice. `switchable` names the alternatives that `POST /choices` can select; the others are listed so
 * that nobody takes a choice for a fact.
 */
export interface Choice {
  readonly question: string;
  /** The alternative that applies until another one is selected. */
  readonly choice: string;
  readonly alternatives: readonly string[];
  readonly switchable?: readonly string[];
  readonly why: string;
}

/** Every choice by its id. Each service adds its own choices to this type, in the file that lists them. */
export interface Choices {}

export type ChoiceId = keyof Choices;
