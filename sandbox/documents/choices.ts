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
    why: "Draft is the only documented status that is not an end. nothing: an empty text until the editor was opened.",
  },
  N24: {
    question: "What does the filter of POST /texts look like?",
    choice: "names are ignored",
    alternatives: ["names are ignored", "400"],
    switchable: ["names are ignored", "400"],
    why:
      "{} gives all texts; Name, Keyword and FolderPath, as parts in any letter case, narrow them down, and unknown " +
      "names are ignored, or refused.",
  },
  N25: {
    question: "Do output calls need UserName?",
    choice: "optional",
    alternatives: ["optional", "400"],
    switchable: ["optional", "400"],
    why: "The document needs it for sessions only.",
  },
  N29: {
    question: "What does a 429 say about when to come back?",
    choice: "seconds",
    alternatives: ["seconds", "date", "nothing"],
    switchable: ["seconds", "date", "nothing"],
    why: "Retry-After in seconds is the custom. How many are too many is E5.",
  },
  N30: {
    question: "How does the older host differ?",
    choice: "it is not played; this is version 4",
    alternatives: ["other paths", "other bodies"],
    why: "The document describes the current host alone (T89).",
  },
  N55: {
    question: "Which status refuses a call to an environment whose scope the client lacks?",
    choice: "403",
    alternatives: ["403", "401"],
    switchable: ["403", "401"],
    why:
      "The token is good and not enough. AcceptanceTest asks for a scope of its own (E18); names of environments are " +
      "exact, and others are 404 (T88).",
  },
  E1: {
    question: "Which environment groups are there?",
    choice: "any",
    alternatives: ["any", "none"],
    switchable: ["any", "none"],
    why: "any: a last segment of any name changes nothing. none: 404. Behind /status a last segment is always an id.",
  },
  E2: {
    question: "What does the service take for a callback endpoint?",
    choice: "an absolute http or https address, else 400",
    alternatives: ["anything"],
    why:
      "Nothing else can be called. A sign-in in the address goes along as Basic authentication, unless both fields " +
      "for one are set. A slash at its end is not doubled.",
  },
  E3: {
    question: "Which status answers an unknown MetaFile or document?",
    choice: "404",
    alternatives: ["404", "400", "406"],
    switchable: ["404", "400", "406"],
    why: "It is not there; 406 would be as right, since its logic is missing.",
  },
  E4: {
    question: "Which status answers HTML of a document without a content template?",
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
      "Ordinary use never meets it. One bucket per company, by the service's clock, for all calls that the document " +
      "names.",
  },
  E6: {
    question: "What is the body of the calls that take a DXML?",
    choice: "{MetaFile, Document, B64Dxml}, or the DXML itself as XML",
    alternatives: ["one of the two", "a JSON string"],
    why:
      "The first is shown for the store. MetaFile and Document may be left out; where they are there, they win over " +
      "those in the DXML. Attachments stand behind those in the DXML.",
  },
  E7: {
    question: "Is JWT authentication required for the company?",
    choice: "off",
    alternatives: ["off", "required"],
    switchable: ["off", "required"],
    why: "A JWT is good for an hour of the service's clock, and a new one comes as plain text (T159).",
  },
  E8: {
    question: "How long is a session kept?",
    choice: "30 days",
    alternatives: ["another retention policy"],
    why: "The policy is the company's.",
  },
  E9: {
    question: "What is the status of a session whose DXML was deleted?",
    choice: "Deleted",
    alternatives: ["Deleted", "404"],
    switchable: ["Deleted", "404"],
    why: "Deleted is a status. DELETE itself calls nobody back; only maintenance that deletes a draft is said to.",
  },
  E10: {
    question: "How is a single status written?",
    choice: "plain",
    alternatives: ["plain", "in quotes", "with a line break", "with a byte order mark"],
    switchable: ["plain", "in quotes", "with a line break", "with a byte order mark"],
    why: "Plain text (T158).",
  },
  E11: {
    question: "What do lists of statuses look like?",
    choice: "list",
    alternatives: ["list", "map"],
    switchable: ["list", "map"],
    why: "list: {DxmlUID, Status}. map: status by id, of POST /status only. Unknown ids have no status: null.",
  },
  E12: {
    question: "Which time do the windows of drafts and of finished sessions mean?",
    choice: "creation of drafts, last change of finished ones, both ends included",
    alternatives: ["creation of both"],
    why: "It is when they became what is asked for.",
  },
  E13: {
    question: "Which sessions can be discarded, and by whom else?",
    choice: "all but deleted ones, again and again",
    alternatives: ["drafts only"],
    why: "The document says any session, and that the callback is called.",
  },
  E14: {
    question: "Must editing have ended before a session becomes an output?",
    choice: "no",
    alternatives: ["yes, else 409"],
    why: "The document only advises it.",
  },
  E15: {
    question: "What does an unknown AttributeStoreKey do?",
    choice: "nothing",
    alternatives: ["404"],
    why: "Optional metadata that are not there add nothing; sent data win over stored ones of the same name.",
  },
  E16: {
    question: "What is an MFDX file?",
    choice: "a PDF with metadata.xml embedded",
    alternatives: ["a container of both"],
    why:
      "The document says: a PDF with metadata in XML. AXML attachments are embedded in the same way, whatever they " +
      "hold. Pdf2AxmlOptions stand in the DXML and change no page.",
  },
  E17: {
    question: "Do MetaFiles differ from environment to environment?",
    choice: "no",
    alternatives: ["yes"],
    why: "One demo company is enough to look at. Sessions belong to the environment that they were started in.",
  },
  E18: {
    question: "What is the scope of an environment called, and how does a token come to have it?",
    choice: "asked for",
    alternatives: ["asked for", "with the client"],
    switchable: ["asked for", "with the client"],
    why:
      "The document says editor scope and no name: here it is api.editor.acceptancetest, of AcceptanceTest alone. " +
      "asked for: the client acceptance writes it beside api.external in the scope of its token request, with a " +
      "space between, as OAuth does. with the client: every token of that client has it.",
  },
  E19: {
    question: "Which attachments are refused?",
    choice:
      "400 for another Type or ColorDepth, for MFL without a document, PDF and AXML without base64, a PDF that cannot be read, options of another kind, and page numbers that are no numbers",
    alternatives: ["they are left out", "they fail the whole document"],
    why:
      "Of those the document says what they are. It says nothing against the rest: an Order that is no number comes " +
      "last, a range without Start or End is open, and pages that are not there are not printed.",
  },
  E20: {
    question: "What do Attachments do on an HTML call?",
    choice: "400, unless the list is empty",
    alternatives: ["they are ignored"],
    why:
      "HTML calls take none, says the document, and nothing is left out in silence. It holds for HTML of a DXML in " +
      "the body as well.",
  },
  E21: {
    question: "Which XML and JSON are data?",
    choice:
      "XML without a document type; JSON that is an object, whose members become paths with dots, and Data alone in it stands for its content",
    alternatives: ["lists too"],
    why: "Declaration and root of XML are documented, those of JSON are not. Everything else is 400.",
  },
  E22: {
    question: "What do the calls answer that change a session?",
    choice: "200 without a body",
    alternatives: ["204", "the session"],
    why: "Discarding, deleting and a new retention date return nothing that is shown.",
  },
  E23: {
    question: "Which retention date can be set, and in what?",
    choice: "any date-time, as JSON or as it is; one that is past deletes the session at the next call",
    alternatives: ["400 for the past"],
    why: "Times without a zone are UTC, also those of filters and windows, where a day is its midnight. All else is 400.",
  },
  E24: {
    question: "What is an item of GET /status, and which comes first?",
    choice: "{DxmlUID, Status, Created, Modified, ValidTo}, the oldest",
    alternatives: ["{DxmlUID, Status}", "ids"],
    why:
      "Sessions, says the document. The lists of drafts and finished ones have ids. Both ends of a filter are " +
      "included, and an unknown status is 400.",
  },
  E25: {
    question: "What do the lookups answer?",
    choice:
      "keywords as a sorted list, texts as {Id, Name, Text, Description, FolderPath, Keywords}, online documents as {Name, Description}, getinfo as {Name, Version, Description}, version as a JSON text",
    alternatives: ["other fields", "plain text"],
    why: "Only the contents are described.",
  },
  E26: {
    question: "In which type, and under which name, do outputs come?",
    choice:
      "application/pdf for PDF and MFDX, text/html, application/xml for XML and DXML; files have the document's name",
    alternatives: ["application/octet-stream"],
    why: "The formats are named, not their types.",
  },
  E27: {
    question: "How do a one-sided PDF and a preview differ from any other?",
    choice: "one asks viewers to print on one side, the other says in its metadata that it is a preview",
    alternatives: ["other pages", "a watermark"],
    why: "The pages of the sandbox are the same.",
  },
  E28: {
    question: "Which MetaFile makes an output of a DXML that is kept?",
    choice: "the one of today",
    alternatives: ["that of its making"],
    why: "Nothing of the API changes a MetaFile.",
  },
  E29: {
    question: "Which Top may be asked for?",
    choice: "any whole number from 1, else 400",
    alternatives: ["0 finds nothing"],
    why: "It is the largest number of hits, and required for attachments.",
  },
  E30: {
    question:
      "In which letter case are MetaFiles, documents, keys, folders, columns and words such as MFL or EQ named?",
    choice: "exactly",
    alternatives: ["any"],
    why: "A misspelt name shows at once. Parts that a lookup searches for are found in any.",
  },
  E31: {
    question: "What does an output show?",
    choice: "the template with the data filled in, then every value under its name",
    alternatives: ["the template alone"],
    why: "So that a test sees which data arrived.",
  },
} as const satisfies Record<string, Choice>;
