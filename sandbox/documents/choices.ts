/** Where the documents leave something open about the document editor, its store and its distribution. */
import type { Choice } from "../choices.ts";
import { distributionChoices } from "./distributionChoices.ts";
import { storeChoices } from "./storeChoices.ts";

export const documentsChoices = {
  N23: { question: "What is the status of a session that was created and never opened?", choice: "Draft", alternatives: ["Draft", "nothing", "404"], switchable: ["Draft", "nothing", "404"], why: "Draft is the only documented status that is not an end. nothing: an empty text until the editor was opened." },
  N24: { question: "What does the filter of POST /texts look like?", choice: "names are ignored", alternatives: ["names are ignored", "400"], switchable: ["names are ignored", "400"], why: "{} gives all texts; Name, Keyword and FolderPath, as parts in any letter case, narrow them down, and unknown names are ignored, or refused." },
  N25: { question: "Do output calls need UserName?", choice: "optional", alternatives: ["optional", "400"], switchable: ["optional", "400"], why: "The document needs it for sessions only." },
  N29: { question: "What does a 429 say about when to come back?", choice: "seconds", alternatives: ["seconds", "date", "nothing"], switchable: ["seconds", "date", "nothing"], why: "Retry-After in seconds is the custom. How many are too many is E5." },
  N30: { question: "How does the older host differ?", choice: "it is not played; this is version 4", alternatives: ["other paths", "other bodies"], why: "The document describes the current host alone (T89)." },
  N55: { question: "Which status refuses a call to an environment whose scope the client lacks?", choice: "403", alternatives: ["403", "401"], switchable: ["403", "401"], why: "The token is good and not enough. AcceptanceTest asks for a scope that no client has; names of environments are exact, and others are 404 (T88)." },
  E1: { question: "Which environment groups are there?", choice: "any", alternatives: ["any", "none"], switchable: ["any", "none"], why: "any: a last segment of any name changes nothing. none: 404. Behind /status a last segment is always an id." },
  E2: { question: "What does the service take for a callback endpoint?", choice: "an absolute http or https address without a sign-in, else 400", alternatives: ["anything"], why: "The sign-in has fields of its own. A slash at its end is not doubled." },
  E3: { question: "Which status answers an unknown MetaFile or document?", choice: "404", alternatives: ["404", "400", "406"], switchable: ["404", "400", "406"], why: "It is not there; 406 would be as right, since its logic is missing." },
  E4: { question: "Which status answers HTML of a document without a content template?", choice: "406", alternatives: ["406", "404"], switchable: ["406", "404"], why: "Something is missing in the MetaFile (T162)." },
  E5: { question: "How many requests at once are too many?", choice: "5 per s, burst 10", alternatives: ["5 per s, burst 10", "1 per minute", "never"], switchable: ["5 per s, burst 10", "1 per minute", "never"], why: "Ordinary use never meets it. One bucket per company, by the service's clock, for all calls that the document names." },
  E6: { question: "What is the body of the calls that take a DXML?", choice: "{MetaFile, Document, B64Dxml}, or the DXML itself as XML", alternatives: ["one of the two", "a JSON string"], why: "The first is shown for the store. MetaFile and Document may be left out; where they are there, they win over those in the DXML." },
  E7: { question: "Is JWT authentication required for the company?", choice: "off", alternatives: ["off", "required"], switchable: ["off", "required"], why: "A JWT is good for an hour of the service's clock (T159)." },
  E8: { question: "How long is a session kept?", choice: "30 days", alternatives: ["another retention policy"], why: "The policy is the company's." },
  E9: { question: "What is the status of a session whose DXML was deleted?", choice: "Deleted", alternatives: ["Deleted", "404"], switchable: ["Deleted", "404"], why: "Deleted is a status. DELETE itself calls nobody back; only maintenance that deletes a draft is said to." },
  E10: { question: "How is a single status written?", choice: "plain", alternatives: ["plain", "in quotes", "with a line break", "with a byte order mark"], switchable: ["plain", "in quotes", "with a line break", "with a byte order mark"], why: "Plain text (T158)." },
  E11: { question: "What do lists of statuses look like?", choice: "list", alternatives: ["list", "map"], switchable: ["list", "map"], why: "list: {DxmlUID, Status}. map: status by id, of POST /status only. Unknown ids have no status: null." },
  E12: { question: "Which time do the windows of drafts and of finished sessions mean?", choice: "creation of drafts, last change of finished ones, both ends included", alternatives: ["creation of both"], why: "It is when they became what is asked for." },
  E13: { question: "Which sessions can be discarded, and by whom else?", choice: "all but deleted ones, again and again", alternatives: ["drafts only"], why: "The document says any session, and that the callback is called." },
  E14: { question: "Must editing have ended before a session becomes an output?", choice: "no", alternatives: ["yes, else 409"], why: "The document only advises it." },
  E15: { question: "What does an unknown AttributeStoreKey do?", choice: "nothing", alternatives: ["404"], why: "Optional metadata that are not there add nothing; sent data win over stored ones of the same name." },
  E16: { question: "What is an MFDX file?", choice: "a PDF with metadata.xml embedded", alternatives: ["a container of both"], why: "The document says: a PDF with metadata in XML. AXML attachments are embedded in the same way, whatever they hold. Pdf2AxmlOptions stand in the DXML and change no page." },
  E17: { question: "Do MetaFiles differ from environment to environment?", choice: "no", alternatives: ["yes"], why: "One demo company is enough to look at. Sessions belong to the environment that they were started in." },
  ...storeChoices, ...distributionChoices,
} as const satisfies Record<string, Choice>;
