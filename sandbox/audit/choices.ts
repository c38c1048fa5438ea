/** What the documents leave open about audit. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof auditChoices, Choice> {}
}

export const auditChoices = {
  N53: {
    question: "What do a source or level of audit do that the document does not list?",
    choice: "400",
    alternatives: ["400", "accepted"],
    switchable: ["400", "accepted"],
    why: "An invalid value is said to be 400. A search that is accepted finds nothing.",
  },
  A1: {
    question: "What does a customerId of another company do?",
    choice: "403",
    alternatives: ["403", "400", "stored"],
    switchable: ["403", "400", "stored"],
    why:
      "One company never writes to another. The company's id and its name in the ready line are both taken; stored " +
      "keeps the event with the token's company.",
  },
  A2: {
    question: "In which time zone do the days of a search of audit begin?",
    choice: "UTC",
    alternatives: ["UTC", "UTC+2"],
    switchable: ["UTC", "UTC+2"],
    why: "Hours of statistics are in UTC too (T103).",
  },
  A3: {
    question: "How is the company's name put in front of the first value of a description?",
    choice: "with a space",
    alternatives: ["with a space", "without a space", "as a value of its own"],
    switchable: ["with a space", "without a space", "as a value of its own"],
    why: "A value that is no text becomes one. A description without values stays empty (T99).",
  },
  A4: {
    question: "In which letter case does a Company in the description keep an event from being stored?",
    choice: "in any letter case",
    alternatives: ["in any letter case", "as written"],
    switchable: ["in any letter case", "as written"],
    why: "A client that relies on either finds out (T98).",
  },
  A5: {
    question: "May dateFrom or dateTo be left out?",
    choice: "no: 400",
    alternatives: ["yes: the range is open"],
    why: "Only the fields behind them are called optional.",
  },
  A6: {
    question: "What does a time behind a date of a search of audit do?",
    choice: "nothing: the day counts as it is written",
    alternatives: ["it is turned into the day of the service's zone", "400"],
    why: "Dates are whole days.",
  },
  A7: {
    question: "How does a search of audit match an event's name?",
    choice: "any part, in any letter case",
    alternatives: ["the beginning", "the whole name"],
    why: "The archive's search is described so.",
  },
  A8: {
    question: "Which events does the service write automatically?",
    choice: "one for each change, file, submission and sign-in",
    alternatives: ["others"],
    why: "No list is documented; names, facts and statistics of these events are the sandbox's own.",
  },
  A9: {
    question: "What are the fields of an event that its writer left out, and what may they be?",
    choice: "gdpr is false and category empty; those without a type take text, and numbers as text",
    alternatives: ["null"],
    why:
      "A field that is returned has a type. environmentId, eventId, opCode, keywords and computer are kept and not " +
      "returned.",
  },
  A10: {
    question: "What do a range that ends before it begins, and a skip beyond the last event, find?",
    choice: "nothing",
    alternatives: ["400"],
    why: "No refusal is documented.",
  },
  A11: {
    question: "What does a logDateUtc do that is no time?",
    choice: "400",
    alternatives: ["it is kept as it is"],
    why: "An invalid value is said to be 400.",
  },
} as const satisfies Record<string, Choice>;
