/** What document 3 leaves open about distribution. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof distributionChoices, Choice> {}
}

export const distributionChoices = {
  N28: {
    question: "Who hears how a distribution ended?",
    choice: "nobody; GET /distributions of the control API shows it",
    alternatives: ["a callback"],
    why: "Not shown. A distribution is delivered a minute after it was accepted, by the service's clock (T148).",
  },
  N54: {
    question: "What does a known ExternalCorrelationId with another document do?",
    choice: "409",
    alternatives: ["409", "distributed"],
    switchable: ["409", "distributed"],
    why:
      "The document promises something about the same document only. Same is: MetaFile, document, data and " +
      "attachments.",
  },
  D20: {
    question: "Which words has RequestState?",
    choice: "Accepted, and AlreadyAccepted when it was sent before",
    alternatives: ["numbers"],
    why: "Not shown. All other fields are those of the first answer.",
  },
  D21: {
    question: "How is a document distributed?",
    choice: "as its value DISTRIBUTION says, else printed",
    alternatives: ["as the logic of a MetaFile says"],
    why: "The sandbox has no logic; DISTRIBUTION is the one index that the document names.",
  },
  D22: {
    question: "Who has a digital mailbox?",
    choice: "receivers whose data hold a value Mailbox; all others get print by the fallback provider (D29)",
    alternatives: ["a directory of receivers"],
    why: "With CentralDistribution the service looks, and the caller never knows beforehand (T150).",
  },
  D23: {
    question: "Is a distributed document loaded into the document store?",
    choice: "yes",
    alternatives: ["yes", "no"],
    switchable: ["yes", "no"],
    why: "JobId and DocId come back when it is.",
  },
  D24: {
    question: "Does a notification that was set ready once go out again?",
    choice: "no, and 200 all the same",
    alternatives: ["yes", "409"],
    why: "It is set to ready, and it is (T149).",
  },
  D25: {
    question: "Which calls of distribution may be too many at once?",
    choice: "send and its twin",
    alternatives: ["all"],
    why: "429 stands beside them; the list of limits names none (T144).",
  },
  D29: {
    question: "Is a fallback print provider set up, and what does CentralDistribution do without one?",
    choice: "set up",
    alternatives: ["set up", "not set up"],
    switchable: ["set up", "not set up"],
    why:
      "It needs one, says the document. not set up: 406, as where something is missing in the MetaFile, and nobody " +
      "is reached.",
  },
  D30: {
    question: "What is a GUID of the caller, and where is it known?",
    choice:
      "32 hexadecimal digits in five groups, in any letter case and answered in lower case, else 400; in its company and environment",
    alternatives: ["any text", "everywhere"],
    why: "Companies and environments are kept apart in all else.",
  },
  D31: {
    question: "What are JobId and DocId where nothing was loaded into the store?",
    choice: "null",
    alternatives: ["left out"],
    why: "They are ids when it was.",
  },
  D34: {
    question: "Which words has Distribution of an answer?",
    choice: "mailbox, print, or what the value DISTRIBUTION says",
    alternatives: ["others"],
    why: "Not shown: how it was distributed.",
  },
} as const satisfies Record<string, Choice>;
