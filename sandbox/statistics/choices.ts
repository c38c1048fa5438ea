/** What the documents leave open about statistics. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof statisticsChoices, Choice> {}
}

export const statisticsChoices = {
  N15: {
    question: "Which values do event, system, source, distribution, area and eventDetail of statistics have?",
    choice: "what happens in the sandbox; the demo company adds some unusual characters",
    alternatives: ["others"],
    why: "A client must show any text.",
  },
  N18: {
    question: "Which lines of the Prometheus text have a date?",
    choice: "on hourly records",
    alternatives: ["on hourly records", "always", "never"],
    switchable: ["on hourly records", "always", "never"],
    why:
      "The document mentions records that carry a date, under conditions that it does not show. always: daily " +
      "records have one too.",
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
    why: "The document says that some records have them.",
  },
  C3: {
    question: "How are the validation problems of statistics listed?",
    choice: "by parameter",
    alternatives: ["by parameter", "a list"],
    switchable: ["by parameter", "a list"],
    why: "by parameter: { errors: { name: [message] } }, as web frameworks write it.",
  },
  C4: {
    question: "Does the Prometheus text have comments?",
    choice: "none",
    alternatives: ["none", "a HELP line"],
    switchable: ["none", "a HELP line"],
    why:
      "The document describes only lines of counts. promtool check metrics asks for a HELP line, which the format " +
      "of the text has.",
  },
  C5: {
    question: "What happens to characters in an event's name that a metric's name cannot have?",
    choice: "each becomes an underscore",
    alternatives: ["they are left out", "they stay"],
    why: "Prometheus accepts no other names.",
  },
  C6: {
    question: "Which environment does a row have if its form was made without one?",
    choice: "an empty one",
    alternatives: ["a word for the draft"],
    why: "The request named none.",
  },
  C7: {
    question: "Which formats of a datetime does statistics accept?",
    choice:
      "ISO 8601; a date without a time means midnight, a missing zone means UTC, and a space counts as T or as the + of a zone",
    alternatives: ["only the full format"],
    why: "A + that is not encoded in an address arrives as a space. Everything else is 400, as documented.",
  },
  C8: {
    question: "What is returned for a page past the end of statistics, or for a range that ends before it begins?",
    choice: "200 without rows",
    alternatives: ["400", "404"],
    why: "The document says this of a range without events.",
  },
  C9: {
    question: "In which order are the lines and labels of the Prometheus text?",
    choice: "lines by name and labels, labels as documented and date last",
    alternatives: ["no order"],
    why: "The lines of one metric must be together.",
  },
} as const satisfies Record<string, Choice>;
