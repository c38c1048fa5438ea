/** What document 3 leaves open about distribution. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof distributionChoices, Choice> {}
}

export const distributionChoices = {
  N28: {
    question: "Who is notified when a distribution ends?",
    choice: "nobody; GET /distributions of the control API shows it",
    alternatives: ["a callback"],
    why: "Not documented. A distribution is delivered a minute after it was accepted, by the service's clock (T148).",
  },
  N54: {
    question: "What happens if a known ExternalCorrelationId is sent with a different document?",
    choice: "409",
    alternatives: ["409", "distributed"],
    switchable: ["409", "distributed"],
    why:
      "The document makes its promise only for the same document: the same MetaFile, document, data and " +
      "attachments.",
  },
  D20: {
    question: "Which values can RequestState have?",
    choice: "Accepted, or AlreadyAccepted if it was sent before",
    alternatives: ["numbers"],
    why: "Not documented. All other fields are those of the first response.",
  },
  D21: {
    question: "How is a document distributed?",
    choice: "as its value DISTRIBUTION says, else printed",
    alternatives: ["as the logic of a MetaFile says"],
    why: "The sandbox runs no logic, and DISTRIBUTION is the only index that the document names.",
  },
  D22: {
    question: "Who has a digital mailbox?",
    choice: "receivers whose data has a value Mailbox; for all others, the fallback provider prints (D29)",
    alternatives: ["a directory of receivers"],
    why: "With CentralDistribution the service looks it up, and the caller cannot know beforehand (T150).",
  },
  D23: {
    question: "Is a distributed document loaded into the document store?",
    choice: "yes",
    alternatives: ["yes", "no"],
    switchable: ["yes", "no"],
    why: "JobId and DocId are returned if it is.",
  },
  D24: {
    question: "Is a notification that was already set ready sent again?",
    choice: "no, and the call returns 200",
    alternatives: ["yes", "409"],
    why: "The call sets it to ready, and it is ready already (T149).",
  },
  D25: {
    question: "Which calls of distribution have a rate limit?",
    choice: "send and its twin",
    alternatives: ["all"],
    why: "The document gives 429 for them, though its list of limits does not name them (T144).",
  },
  D29: {
    question: "Is a fallback print provider set up, and what does CentralDistribution do without one?",
    choice: "set up",
    alternatives: ["set up", "not set up"],
    switchable: ["set up", "not set up"],
    why:
      "The document says that it needs one. not set up: 406, as if something is missing in the MetaFile, and nobody " +
      "is reached.",
  },
  D30: {
    question: "What counts as a GUID of the caller, and where is it recognised?",
    choice:
      "32 hexadecimal digits in five groups, in any letter case and returned in lower case, else 400; in its company and environment",
    alternatives: ["any text", "everywhere"],
    why: "Companies and environments are kept apart everywhere else too.",
  },
  D31: {
    question: "What are JobId and DocId if nothing was loaded into the store?",
    choice: "null",
    alternatives: ["left out"],
    why: "Otherwise they are ids.",
  },
  D34: {
    question: "Which values can Distribution have in a response?",
    choice: "mailbox, print, or the value of DISTRIBUTION",
    alternatives: ["others"],
    why: "The document says only that it is how the document was distributed.",
  },
} as const satisfies Record<string, Choice>;
