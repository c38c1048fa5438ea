/** What the documents leave open about statistics. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof statisticsChoices, Choice> {}
}

export const statisticsChoices = {
  N15: {
    question: "Which values have event, system, source, distribution, area and eventDetail of statistics?",
    choice: "what happens in the sandbox, and in the demo company some odd letters",
    alternatives: ["others"],
    why: "A client shows any text.",
  },
  N18: {
    question: "Which lines of the text for Prometheus have a date?",
    choice: "on hourly records",
    alternatives: ["on hourly records", "always", "never"],
    switchable: ["on hourly records", "always", "never"],
    why:
      "The document names records that carry a date, and conditions that it does not show. always: on daily records " +
      "too.",
  },
  C1: {
    question: "When is a row of statistics in a range?",
    choice: "its hour or day begins in it",
    alternatives: ["its hour or day begins in it", "overlaps"],
    switchable: ["its hour or day begins in it", "overlaps"],
    why: "Both ends are inclusive. A row without a date belongs to the moment when it was recorded.",
  },
  C2: {
    question: "How is a missing date or hour of a row written?",
    choice: "left out",
    alternatives: ["left out", "null"],
    switchable: ["left out", "null"],
    why: "The document says that they stand on some records.",
  },
  C3: {
    question: "How are the validation problems of statistics listed?",
    choice: "by parameter",
    alternatives: ["by parameter", "a list"],
    switchable: ["by parameter", "a list"],
    why: "by parameter: { errors: { name: [message] } }, as web frameworks write it.",
  },
  C4: {
    question: "Has the text for Prometheus comments?",
    choice: "none",
    alternatives: ["none", "a HELP line"],
    switchable: ["none", "a HELP line"],
    why:
      "The document describes lines of counts and no other. promtool check metrics asks for a HELP line, and the " +
      "text's format has it.",
  },
  C5: {
    question: "What becomes of letters in an event's name that a metric cannot have?",
    choice: "an underscore each",
    alternatives: ["they are left out", "they stay"],
    why: "Prometheus reads no other name.",
  },
  C6: {
    question: "Which environment has a row of a form that no environment was named for?",
    choice: "an empty one",
    alternatives: ["a word for the draft"],
    why: "None was named.",
  },
  C7: {
    question: "Which spellings of a datetime does statistics read?",
    choice: "ISO 8601; a day is its midnight, a missing zone UTC, and a space stands for T or for the + of a zone",
    alternatives: ["the whole spelling alone"],
    why: "A + that an address did not encode arrives as a space. All else is 400, as documented.",
  },
  C8: {
    question: "What do a page past the end of statistics, and a range that ends before it begins, answer?",
    choice: "200 without rows",
    alternatives: ["400", "404"],
    why: "So it is said of a range without events.",
  },
  C9: {
    question: "In which order are lines and labels of the text for Prometheus?",
    choice: "lines by name and labels, labels as documented and date last",
    alternatives: ["none"],
    why: "The lines of one metric have to stand together.",
  },
} as const satisfies Record<string, Choice>;
