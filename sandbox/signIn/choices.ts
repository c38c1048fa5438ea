/** What document 1 leaves open about sign-in. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof signInChoices, Choice> {}
}

export const signInChoices = {
  N10: {
    question: "How long is a token valid?",
    choice: "3600",
    alternatives: ["3600", "5", "unsaid", "as text"],
    switchable: ["3600", "5", "unsaid", "as text"],
    why: "One hour with expires_in is usual. unsaid: expires_in is left out.",
  },
  S14: {
    question:
      "Are client id and secret form-encoded before they are joined for Basic authentication, as RFC 6749 requires?",
    choice: "as they are",
    alternatives: ["as they are", "form-encoded"],
    switchable: ["as they are", "form-encoded"],
    why: "The document shows only base64 of the two (T96).",
  },
} as const satisfies Record<string, Choice>;
