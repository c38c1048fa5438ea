/** What the documents leave open about the document editor. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof documentsChoices, Choice> {}
}

export const documentsChoices = {
  N23: {
    question: "What is the status of a session that was created and never opened?",
    choice: "Draft",
    alternatives: ["Draft", "nothing", "404"],
    switchable: ["Draft", "nothing", "404"],
    why:
      "Draft is the only documented status that is not final. nothing: the status is an empty text until the editor " +
      "is opened.",
  },
  N24: {
    question: "What does the filter of POST /texts look like?",
    choice: "names are ignored",
    alternatives: ["names are ignored", "400"],
    switchable: ["names are ignored", "400"],
    why:
      "{} returns all texts. Name, Keyword and FolderPath match any part, in any letter case. Unknown names are " +
      "ignored, or refused with 400.",
  },
  N25: {
    question: "Do output calls require UserName?",
    choice: "optional",
    alternatives: ["optional", "400"],
    switchable: ["optional", "400"],
    why: "The document requires it only for sessions.",
  },
  N29: {
    question: "How does a 429 say when to try again?",
    choice: "seconds",
    alternatives: ["seconds", "date", "nothing"],
    switchable: ["seconds", "date", "nothing"],
    why: "Retry-After in seconds is usual. E5 covers how many requests are too many.",
  },
  N30: {
    question: "How does the older host differ?",
    choice: "it is not simulated; this is version 4",
    alternatives: ["other paths", "other bodies"],
    why: "The document describes only the current host (T89).",
  },
  N55: {
    question: "Which status refuses a call to an environment whose scope the client lacks?",
    choice: "403",
    alternatives: ["403", "401"],
    switchable: ["403", "401"],
    why:
      "The token is valid but not sufficient. AcceptanceTest needs its own scope (E18). Names of environments must " +
      "match exactly; others are 404 (T88).",
  },
  E1: {
    question: "Which environment groups are there?",
    choice: "any",
    alternatives: ["any", "none"],
    switchable: ["any", "none"],
    why:
      "any: a last path segment of any name is accepted and changes nothing. none: 404. After /status, the last " +
      "segment is always an id.",
  },
  E2: {
    question: "What does the service accept as a callback endpoint?",
    choice: "an absolute http or https address, else 400",
    alternatives: ["anything"],
    why:
      "Nothing else can be called. Credentials in the address are sent as Basic authentication, unless both fields " +
      "for them are set. A slash at the end of the address is not doubled.",
  },
  E3: {
    question: "Which status is returned for an unknown MetaFile or document?",
    choice: "404",
    alternatives: ["404", "400", "406"],
    switchable: ["404", "400", "406"],
    why: "It does not exist. 406 would be just as right, since its logic is missing.",
  },
  E4: {
    question: "Which status is returned for HTML of a document without a content template?",
    choice: "406",
    alternatives: ["406", "404"],
    switchable: ["406", "404"],
    why: "Something is missing in the MetaFile (T162).",
  },
  E5: {
    question: "How many requests at once are too many?",
    choice: "5 per s, burst 10",
    alternatives: ["5 per s, burst 10", "1 per minute", "never"],
    switchable: ["5 per s, burst 10", "1 per minute", "never"],
    why:
      "Normal use never reaches the limit. There is one bucket per company, by the service's clock, for all calls " +
      "that the document names.",
  },
  E6: {
    question: "What is the body of the calls that take a DXML?",
    choice: "{MetaFile, Document, B64Dxml}, or the DXML itself as XML",
    alternatives: ["one of the two", "a JSON string"],
    why:
      "The first is documented for the store. MetaFile and Document are optional and override those in the DXML. " +
      "Attachments come after those in the DXML.",
  },
  E7: {
    question: "Is JWT authentication required for the company?",
    choice: "off",
    alternatives: ["off", "required"],
    switchable: ["off", "required"],
    why: "A JWT is valid for an hour by the service's clock, and a new one is returned as plain text (T159).",
  },
  E8: {
    question: "How long is a session kept?",
    choice: "30 days",
    alternatives: ["another retention policy"],
    why: "Each company has its own policy.",
  },
  E9: {
    question: "What is the status of a session whose DXML was deleted?",
    choice: "Deleted",
    alternatives: ["Deleted", "404"],
    switchable: ["Deleted", "404"],
    why:
      "Deleted is a documented status. DELETE itself makes no callback; the document mentions one only for " +
      "maintenance that deletes a draft.",
  },
  E10: {
    question: "How is a single status written?",
    choice: "plain",
    alternatives: ["plain", "in quotes", "with a line break", "with a byte order mark"],
    switchable: ["plain", "in quotes", "with a line break", "with a byte order mark"],
    why: "The document says plain text (T158).",
  },
  E11: {
    question: "What do lists of statuses look like?",
    choice: "list",
    alternatives: ["list", "map"],
    switchable: ["list", "map"],
    why:
      "list: items of {DxmlUID, Status}. map: status by id, only for POST /status. The status of an unknown id is " +
      "null.",
  },
  E12: {
    question: "Which time do the windows of drafts and of finished sessions refer to?",
    choice: "creation of drafts, last change of finished ones, both ends included",
    alternatives: ["creation of both"],
    why: "That is when they became drafts, or were finished.",
  },
  E13: {
    question: "Which sessions can be discarded, and how often?",
    choice: "all but deleted ones, again and again",
    alternatives: ["drafts only"],
    why: "The document says any session, and that the callback is called.",
  },
  E14: {
    question: "Must editing have ended before a session can be turned into an output?",
    choice: "no",
    alternatives: ["yes, else 409"],
    why: "The document only advises it.",
  },
  E15: {
    question: "What does an unknown AttributeStoreKey do?",
    choice: "nothing",
    alternatives: ["404"],
    why: "Optional metadata that does not exist adds nothing. Sent data overrides stored data of the same name.",
  },
  E16: {
    question: "What is an MFDX file?",
    choice: "a PDF with metadata.xml embedded",
    alternatives: ["a container of both"],
    why:
      "The document describes a PDF with metadata in XML. AXML attachments are embedded in the same way, whatever " +
      "they hold. Pdf2AxmlOptions are kept in the DXML and change no page.",
  },
  E17: {
    question: "Do MetaFiles differ from environment to environment?",
    choice: "no",
    alternatives: ["yes"],
    why: "One set is enough for the demo company. Sessions belong to the environment in which they were started.",
  },
  E18: {
    question: "What is the scope of an environment called, and how does a token get it?",
    choice: "asked for",
    alternatives: ["asked for", "with the client"],
    switchable: ["asked for", "with the client"],
    why:
      "The document mentions an editor scope without a name. Here it is api.editor.acceptancetest, and only " +
      "AcceptanceTest has one. asked for: the client acceptance names it together with api.external in the scope of " +
      "its token request, separated by a space as in OAuth. with the client: every token of that client has it.",
  },
  E19: {
    question: "Which attachments are refused?",
    choice:
      "400 for another Type or ColorDepth, MFL without a document, PDF or AXML without base64, an unreadable PDF, options of the wrong type, and page numbers that are not numbers",
    alternatives: ["they are left out", "they fail the whole document"],
    why:
      "The document says what these must be. It does not limit the rest: an attachment whose Order is not a number " +
      "comes last, a range without Start or End is open, and pages that do not exist are not printed.",
  },
  E20: {
    question: "What do Attachments do on an HTML call?",
    choice: "400, unless the list is empty",
    alternatives: ["they are ignored"],
    why:
      "The document says that HTML calls take none, and nothing is dropped silently. The same holds for HTML of a " +
      "DXML in the body.",
  },
  E21: {
    question: "Which XML and JSON are accepted as data?",
    choice:
      "XML without a document type; a JSON object, whose members become paths with dots; if its only member is an object Data, the members of that object",
    alternatives: ["lists too"],
    why: "The declaration and root of XML are documented; nothing is for JSON. Everything else is 400.",
  },
  E22: {
    question: "What do calls that change a session return?",
    choice: "200 without a body",
    alternatives: ["204", "the session"],
    why: "No response is documented for discarding, deleting or setting a retention date.",
  },
  E23: {
    question: "Which retention date can be set, and in which format?",
    choice: "any date-time, as JSON or as plain text; a past one deletes the session at the next call",
    alternatives: ["400 for a past date"],
    why:
      "Times without a zone are UTC, also in filters and windows, where a date without a time means midnight. " +
      "Everything else is 400.",
  },
  E24: {
    question: "What does an item of GET /status look like, and which comes first?",
    choice: "{DxmlUID, Status, Created, Modified, ValidTo}; the oldest",
    alternatives: ["{DxmlUID, Status}", "ids"],
    why:
      "The document says that it returns sessions. The lists of drafts and of finished sessions hold ids. Both ends " +
      "of a filter are included, and an unknown status is 400.",
  },
  E25: {
    question: "What do the lookups return?",
    choice:
      "keywords as a sorted list, texts as {Id, Name, Text, Description, FolderPath, Keywords}, online documents as {Name, Description}, getinfo as {Name, Version, Description}, version as a JSON string",
    alternatives: ["other fields", "plain text"],
    why: "Only their contents are described.",
  },
  E26: {
    question: "Which content type and file name do outputs have?",
    choice:
      "application/pdf for PDF and MFDX, text/html for HTML, application/xml for XML and DXML; files are named after the document",
    alternatives: ["application/octet-stream"],
    why: "The document names the formats, not their types.",
  },
  E27: {
    question: "How do a one-sided PDF and a preview differ from other PDFs?",
    choice: "a one-sided PDF asks viewers to print on one side; a preview says in its metadata that it is one",
    alternatives: ["other pages", "a watermark"],
    why: "In the sandbox their pages are the same.",
  },
  E28: {
    question: "Which version of a MetaFile makes an output of a stored DXML?",
    choice: "the current one",
    alternatives: ["the one that it was made with"],
    why: "No call of the API changes a MetaFile.",
  },
  E29: {
    question: "Which values may Top have?",
    choice: "any whole number from 1, else 400",
    alternatives: ["0 finds nothing"],
    why: "It is the largest number of hits, and required for attachments.",
  },
  E30: {
    question:
      "In which letter case must MetaFiles, documents, keys, folders, columns and words such as MFL or EQ be " +
      "written?",
    choice: "exactly as they are defined",
    alternatives: ["any"],
    why: "A misspelt name shows at once. Parts that a lookup searches for match in any letter case.",
  },
  E31: {
    question: "What does an output show?",
    choice: "the template with the data filled in, then every value under its name",
    alternatives: ["only the template"],
    why: "A test can then see which data arrived.",
  },
} as const satisfies Record<string, Choice>;
