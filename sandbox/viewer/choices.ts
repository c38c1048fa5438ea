/** What document 3 leaves open about the connected viewer archive. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof viewerChoices, Choice> {}
}

export const viewerChoices = {
  N27: {
    question: "What do the viewer archive's model and result look like?",
    choice: "any JSON, kept as it is",
    alternatives: ["fields of the schema"],
    why:
      "Not documented. Simple fields of a search model must equal those of a document; an upload is an object whose " +
      "FileAsBase64 is the file, or the file itself.",
  },
  D26: {
    question: "Is the connection to the viewer archive set up?",
    choice: "set up",
    alternatives: ["set up", "not set up"],
    switchable: ["set up", "not set up"],
    why: "Only then are its calls available; without a connection they are 404.",
  },
  D27: {
    question: "Which fields keep documents of the viewer archive apart?",
    choice: "id, partitionKey, schema, userId and companyId, in any letter case",
    alternatives: ["others of the connected archive"],
    why: "A patch that tries to change one is 400 (T163). partitionKey is the user who uploaded.",
  },
  D32: {
    question: "What happens if a JSON patch is invalid or cannot be applied?",
    choice: "400, and nothing is changed",
    alternatives: ["409", "422"],
    why: "The document gives 400 for another kind of patch. A patch that is applied returns the document.",
  },
  D33: {
    question: "What do an unknown schema of the viewer archive, and an empty upload, return?",
    choice: "404 and 400",
    alternatives: ["an empty list"],
    why: "A schema is part of the address; there is nothing to upload.",
  },
  D35: {
    question: "Which content type does a file of the viewer archive have?",
    choice: "application/octet-stream, under FileName of its metadata",
    alternatives: ["the file's own type"],
    why: "An upload names no type.",
  },
  D28: {
    question: "Does userId limit what the viewer archive shows?",
    choice: "no, it is only audited",
    alternatives: ["yes"],
    why: "The document keeps companies apart, and says nothing about users.",
  },
} as const satisfies Record<string, Choice>;
