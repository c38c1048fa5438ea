/** What the documents leave open about requests and answers of every service. */
import type { Choice } from "./choice.ts";

declare module "./choice.ts" {
  interface Choices extends Record<keyof typeof commonChoices, Choice> {}
}

export const commonChoices = {
  N12: {
    question: "What is the body of an error?",
    choice: "problem+json",
    alternatives: ["problem+json", "text", "html", "empty", "array"],
    switchable: ["problem+json", "text", "html", "empty", "array"],
    why: "The ledger then shows what was wrong.",
  },
  N13: {
    question: "Are there rate limits, or a maximum for bulk delete?",
    choice: "none below the body limit of 16 MiB",
    alternatives: ["429", "413 above some number of ids"],
    why: "POST /faults makes a 429 where one is wanted.",
  },
  N14: {
    question: "How are API versions numbered?",
    choice: "not at all",
    alternatives: ["header", "path"],
    why: "The document shows none.",
  },
  N38: {
    question: "How are times written?",
    choice: "milliseconds",
    alternatives: ["milliseconds", "seconds", "local", "seven digits"],
    switchable: ["milliseconds", "seconds", "local", "seven digits"],
    why: "ISO 8601 in UTC; local leaves the zone out.",
  },
  N56: {
    question: "Do letter case and trailing slashes of a path matter?",
    choice: "exact",
    alternatives: ["forgiving"],
    why: "The documents spell paths in two ways (T78).",
  },
  N57: {
    question: "Does the service compress or redirect?",
    choice: "never",
    alternatives: ["gzip", "redirects"],
    why: "Nothing says that it does.",
  },
  N58: {
    question: "In which character set are answers written?",
    choice: "UTF-8",
    alternatives: ["UTF-8", "UTF-8 with BOM"],
    switchable: ["UTF-8", "UTF-8 with BOM"],
    why: "The custom for JSON.",
  },
  N59: {
    question: "Which of two equal keys in a JSON body counts?",
    choice: "the last",
    alternatives: ["the first", "400"],
    why: "It is what JSON readers do.",
  },
  N60: {
    question: "Do the clocks of client and service agree?",
    choice: "yes, until POST /clock moves it",
    alternatives: ["skewed"],
    why: "POST /clock takes negative numbers too.",
  },
  N62: {
    question: "How deep may JSON be nested?",
    choice: "3000 levels in a body, 100 in the data of a document; deeper ones are 400",
    alternatives: ["another depth", "without end"],
    why: "What no program can go through must not fail halfway. XML data have the limit of JSON data.",
  },
  S4: {
    question: "What do an environment that does not exist, in path or body of the forms API, and an unknown sortBy do?",
    choice: "400",
    alternatives: ["404", "they are ignored"],
    why: "A typo shows at once. An empty environment in the body names none.",
  },
  S15: {
    question: "In which letter case are the names in answers written?",
    choice: "as documented",
    alternatives: ["as documented", "PascalCase"],
    switchable: ["as documented", "PascalCase"],
    why: "The documents differ from call to call (T168). Names that people chose are never changed.",
  },
  Q1: {
    question: "In which order are the reasons for a refusal looked for?",
    choice:
      "token, scope, company; size and JSON of the body; environment; then what the call needs, what it names, and what stands against it",
    alternatives: ["another order"],
    why: "A call with several of them is told one. Who may not call learns nothing else.",
  },
  Q2: {
    question: "What does a body do that is no JSON, or not UTF-8?",
    choice: "400, where the call takes JSON alone",
    alternatives: ["415", "500"],
    why: "A byte order mark is let through. What the content type says counts for a token request only.",
  },
  Q3: {
    question:
      "What does a field of another type than documented do, a value outside of its list, or a required one that is missing or empty, where no status is named?",
    choice: "400",
    alternatives: ["422", "it is converted", "it is ignored", "500"],
    why: "Most documents say 400 of what they name. Where a field has no type in its table, text and numbers are taken.",
  },
  Q4: {
    question: "What do fields and query parameters do that no document lists?",
    choice: "nothing",
    alternatives: ["400"],
    why: "Services are extended, and clients send what newer versions know. Fields of a text: T22.",
  },
  Q5: {
    question: "What is null in a request?",
    choice: "as if it were left out",
    alternatives: ["400", "it clears"],
    why: "Exceptions have choices of their own: N32, S3, D13, D15.",
  },
  Q6: {
    question: "In which letter case are names of fields and parameters read?",
    choice: "as documented",
    alternatives: ["any"],
    why: "A misspelt name shows at once in what it does not do.",
  },
  Q7: {
    question: "How are query parameters read that are empty, come twice, or are true or false?",
    choice: "empty is left out, the first one counts, true and false in any letter case",
    alternatives: ["400"],
    why: "status of the sessions alone is said to be repeatable. A number has digits alone.",
  },
  Q8: {
    question: "What does a known path answer to another method?",
    choice: "404, as an unknown path does, without a token too; but HEAD as GET without the body",
    alternatives: ["405", "401 before 404"],
    why: "A path is documented together with its method.",
  },
  Q9: {
    question: "Which headers have answers beside their content type?",
    choice: "no-store, nosniff and same-origin; WWW-Authenticate with 401; Content-Disposition with files",
    alternatives: ["others", "none"],
    why: "A real answer must not stay in a cache or be read by a page; files have names.",
  },
  Q10: {
    question: "How does the token endpoint refuse?",
    choice: "as RFC 6749 says: 401 invalid_client, 400 invalid_request, unsupported_grant_type or invalid_scope",
    alternatives: ["other statuses"],
    why:
      "Libraries for OAuth read it. A scope has to be named, all of those named must be the client's, and id and " +
      "secret come by Basic alone.",
  },
  Q11: {
    question: "Does a new token end those before it?",
    choice: "no, each lives for its own time, over a restart too",
    alternatives: ["yes"],
    why: "Several programs use one client.",
  },
  Q12: {
    question: "How large may a request be?",
    choice: "16 MiB, 72 MiB for an upload to the archive or a signing order; above that 413",
    alternatives: ["another size", "400"],
    why: "Large enough for whatever is documented. Files of the archive: N22.",
  },
  Q13: {
    question: "How strictly is base64 read?",
    choice: "the standard alphabet with padding and nothing else; empty is missing: 400",
    alternatives: ["spaces and line breaks are passed over", "the alphabet for URLs too"],
    why: "What is not whole must not become another file (T145).",
  },
} as const satisfies Record<string, Choice>;
