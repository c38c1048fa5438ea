/** Where document 3 leaves something open about distribution and the connected viewer archive. */
import type { Choice } from "../choices.ts";

export const distributionChoices = {
  N27: { question: "What are the viewer archive's model and result?", choice: "any JSON, kept as it is", alternatives: ["fields of the schema"], why: "Not shown. Simple fields of a search model must equal those of a document; an upload is an object whose FileAsBase64 is the file, or the file itself." },
  N28: { question: "Who hears how a distribution ended?", choice: "nobody; GET /distributions of the control API shows it", alternatives: ["a callback"], why: "Not shown. A distribution is delivered a minute after it was accepted, by the service's clock (T148)." },
  N54: { question: "What does a known ExternalCorrelationId with another document do?", choice: "409", alternatives: ["409", "distributed"], switchable: ["409", "distributed"], why: "The document promises something about the same document only. Same is: MetaFile, document, data and attachments." },
  D20: { question: "Which words has RequestState?", choice: "Accepted, and AlreadyAccepted when it was sent before", alternatives: ["numbers"], why: "Not shown. All other fields are those of the first answer." },
  D21: { question: "How is a document distributed?", choice: "as its value DISTRIBUTION says, else printed", alternatives: ["as the logic of a MetaFile says"], why: "The sandbox has no logic; DISTRIBUTION is the one index that the document names." },
  D22: { question: "Who has a digital mailbox?", choice: "receivers whose data hold a value Mailbox; all others get print by the fallback provider, which is set up", alternatives: ["a directory of receivers"], why: "With CentralDistribution the service looks, and the caller never knows beforehand (T150)." },
  D23: { question: "Is a distributed document loaded into the document store?", choice: "yes", alternatives: ["yes", "no"], switchable: ["yes", "no"], why: "JobId and DocId come back when it is." },
  D24: { question: "Does a notification that was set ready once go out again?", choice: "no, and 200 all the same", alternatives: ["yes", "409"], why: "It is set to ready, and it is (T149)." },
  D25: { question: "Which calls of distribution may be too many at once?", choice: "send and its twin", alternatives: ["all"], why: "429 stands beside them; the list of limits names none (T144)." },
  D26: { question: "Is the connection to the viewer archive set up?", choice: "set up", alternatives: ["set up", "not set up"], switchable: ["set up", "not set up"], why: "Its calls are available only then; without it they are 404." },
  D27: { question: "Which fields keep documents of the viewer archive apart?", choice: "id, partitionKey, schema, userId and companyId, in any letter case", alternatives: ["others of the connected archive"], why: "A patch that tries to change one is 400 (T163). partitionKey is the user who uploaded." },
  D28: { question: "Does userId limit what the viewer archive shows?", choice: "no, it is only audited", alternatives: ["yes"], why: "The document keeps companies apart, and says nothing of users." },
} as const satisfies Record<string, Choice>;
