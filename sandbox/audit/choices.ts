/** What the documents leave open about audit. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof auditChoices, Choice> {}
}

export const auditChoices = {
  N53: {
    question: "What happens to a source or level of audit that the document does not list?",
    choice: "400",
    alternatives: ["400", "accepted"],
    switchable: ["400", "accepted"],
    why: "The document says 400 for an invalid value. accepted: a search for it finds nothing.",
  },
  A1: {
    question: "What happens if customerId names another company?",
    choice: "403",
    alternatives: ["403", "400", "stored"],
    switchable: ["403", "400", "stored"],
    why:
      "One company never writes to another. The company's id and its name in the ready line are both accepted. " +
      "stored: the event is kept for the token's company.",
  },
  A2: {
    question: "In which time zone do the days of an audit search begin?",
    choice: "UTC",
    alternatives: ["UTC", "UTC+2"],
    switchable: ["UTC", "UTC+2"],
    why: "The hours of statistics are in UTC too (T103).",
  },
  A3: {
    question: "How is the company's name put in front of the first value of a description?",
    choice: "with a space",
    alternatives: ["with a space", "without a space", "as a value of its own"],
    switchable: ["with a space", "without a space", "as a value of its own"],
    why: "A value that is not text is converted to text. A description without values stays empty (T99).",
  },
  A4: {
    question: "In which letter case does Company in the description keep an event from being stored?",
    choice: "in any letter case",
    alternatives: ["in any letter case", "as written"],
    switchable: ["in any letter case", "as written"],
    why: "A test shows whether a client relies on one of the two (T98).",
  },
  A5: {
    question: "May dateFrom or dateTo be left out?",
    choice: "no: 400",
    alternatives: ["yes: the range is open"],
    why: "Only the fields after them are called optional.",
  },
  A6: {
    question: "What does a time after a date do in an audit search?",
    choice: "nothing: the day counts as written",
    alternatives: ["it is converted to the day in the service's time zone", "400"],
    why: "Dates are whole days.",
  },
  A7: {
    question: "How does an audit search match an event's name?",
    choice: "any part, in any letter case",
    alternatives: ["the beginning", "the whole name"],
    why: "The archive's search is described like this.",
  },
  A8: {
    question: "Which events does the service write automatically?",
    choice: "one for each change, file, submission and sign-in",
    alternatives: ["others"],
    why: "No list is documented; names, facts and statistics of these events are the sandbox's own.",
  },
  A9: {
    question: "Which values do fields get if the writer of an event leaves them out, and which values may they hold?",
    choice: "gdpr is false and category is empty; fields without a type take text, and numbers as text",
    alternatives: ["null"],
    why:
      "A field that is returned has a type. environmentId, eventId, opCode, keywords and computer are kept and not " +
      "returned.",
  },
  A10: {
    question: "What does a search find if its range ends before it begins, or if it skips past the last event?",
    choice: "nothing",
    alternatives: ["400"],
    why: "No refusal is documented.",
  },
  A11: {
    question: "What happens if logDateUtc is not a time?",
    choice: "400",
    alternatives: ["it is kept as it is"],
    why: "The document says 400 for an invalid value.",
  },
} as const satisfies Record<string, Choice>;
