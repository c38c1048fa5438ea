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
    choice: "none, apart from the body limit of 16 MiB",
    alternatives: ["429", "413 above some number of ids"],
    why: "Use POST /faults to get a 429.",
  },
  N14: {
    question: "How are API versions numbered?",
    choice: "not at all",
    alternatives: ["header", "path"],
    why: "The document shows no version numbers.",
  },
  N38: {
    question: "How are times written?",
    choice: "milliseconds",
    alternatives: ["milliseconds", "seconds", "local", "seven digits"],
    switchable: ["milliseconds", "seconds", "local", "seven digits"],
    why: "Times are ISO 8601 in UTC. local: without the zone.",
  },
  N56: {
    question: "Do letter case and trailing slashes of a path matter?",
    choice: "exact",
    alternatives: ["forgiving"],
    why: "The documents spell some paths in two ways (T78).",
  },
  N57: {
    question: "Does the service compress or redirect?",
    choice: "never",
    alternatives: ["gzip", "redirects"],
    why: "No document says that it does.",
  },
  N58: {
    question: "In which character encoding are responses written?",
    choice: "UTF-8",
    alternatives: ["UTF-8", "UTF-8 with BOM"],
    switchable: ["UTF-8", "UTF-8 with BOM"],
    why: "It is the usual encoding of JSON.",
  },
  N59: {
    question: "If a JSON body has the same key twice, which value counts?",
    choice: "the last",
    alternatives: ["the first", "400"],
    why: "JSON parsers usually do this.",
  },
  N60: {
    question: "Do the clocks of client and service agree?",
    choice: "yes, until POST /clock moves the service's clock",
    alternatives: ["skewed"],
    why: "POST /clock also takes negative numbers.",
  },
  N62: {
    question: "How deep may JSON be nested?",
    choice: "3000 levels in a body, 100 in the data of a document; deeper nesting is 400",
    alternatives: ["another depth", "no limit"],
    why:
      "Nesting that no program can process must be refused at once, not fail halfway. XML data has the same limit " +
      "as JSON data.",
  },
  S4: {
    question:
      "What happens if a call of the forms API names an environment that does not exist, in its path or body, or an " +
      "unknown sortBy?",
    choice: "400",
    alternatives: ["404", "they are ignored"],
    why: "A typo shows at once. An empty environment in the body counts as no environment.",
  },
  S15: {
    question: "In which letter case are field names in responses written?",
    choice: "as documented",
    alternatives: ["as documented", "PascalCase"],
    switchable: ["as documented", "PascalCase"],
    why: "The documents differ from call to call (T168). Names that people chose are never changed.",
  },
  Q1: {
    question: "In which order are the reasons for a refusal checked?",
    choice:
      "token, scope, company; size and JSON of the body; environment; then what the call requires, what it refers to, and what prevents it",
    alternatives: ["another order"],
    why: "A call with several problems gets only the first. A caller without permission learns nothing else.",
  },
  Q2: {
    question: "What happens if a body is not JSON, or not UTF-8?",
    choice: "400, if the call takes only JSON",
    alternatives: ["415", "500"],
    why: "A byte order mark is accepted. The content type matters only for a token request.",
  },
  Q3: {
    question:
      "What happens if a field has the wrong type or a value outside its list, or if a required field is missing or " +
      "empty, and no status is documented?",
    choice: "400",
    alternatives: ["422", "it is converted", "it is ignored", "500"],
    why:
      "For the cases that they name, most documents say 400. A field without a type in its table takes text and " +
      "numbers.",
  },
  Q4: {
    question: "What happens to fields and query parameters that no document lists?",
    choice: "they are ignored",
    alternatives: ["400"],
    why: "Services are extended, and clients send fields of newer versions. T22 covers the fields of a text.",
  },
  Q5: {
    question: "What does null mean in a request?",
    choice: "the same as leaving the field out",
    alternatives: ["400", "it clears the field"],
    why: "The exceptions have their own choices: N32, S3, D13, D15.",
  },
  Q6: {
    question: "In which letter case are the names of fields and parameters accepted?",
    choice: "as documented",
    alternatives: ["any"],
    why: "A misspelt name shows at once, because it has no effect.",
  },
  Q7: {
    question: "How are query parameters read if they are empty, appear twice, or are true or false?",
    choice: "an empty one counts as left out, the first of two counts, true and false are read in any letter case",
    alternatives: ["400"],
    why: "Only status of the sessions is documented as repeatable. A number has only digits.",
  },
  Q8: {
    question: "What does a known path return for another method?",
    choice: "404, like an unknown path, even without a token; HEAD returns what GET returns, without the body",
    alternatives: ["405", "401 before 404"],
    why: "A path is documented together with its method.",
  },
  Q9: {
    question: "Which headers does a response have besides its content type?",
    choice: "no-store, nosniff and same-origin; WWW-Authenticate with 401; Content-Disposition with files",
    alternatives: ["others", "none"],
    why: "A real response must not stay in a cache or be read by a page, and files have names.",
  },
  Q10: {
    question: "How does the token endpoint refuse a request?",
    choice: "as RFC 6749 says: 401 invalid_client, 400 invalid_request, unsupported_grant_type or invalid_scope",
    alternatives: ["other statuses"],
    why:
      "OAuth libraries expect this. A request must name a scope, the client must have every scope that it names, " +
      "and id and secret are accepted only as Basic authentication.",
  },
  Q11: {
    question: "Does a new token invalidate earlier ones?",
    choice: "no, each is valid for its own lifetime, even after a restart",
    alternatives: ["yes"],
    why: "Several programs may use the same client.",
  },
  Q12: {
    question: "How large may a request be?",
    choice: "16 MiB, or 72 MiB for an upload to the archive or a signing order; larger ones are 413",
    alternatives: ["another size", "400"],
    why: "Everything that is documented fits. N22 covers files of the archive.",
  },
  Q13: {
    question: "How strictly is base64 read?",
    choice: "the standard alphabet with padding and nothing else; an empty value counts as missing: 400",
    alternatives: ["spaces and line breaks are ignored", "the alphabet for URLs too"],
    why: "Incomplete base64 must not become a different file (T145).",
  },
} as const satisfies Record<string, Choice>;
