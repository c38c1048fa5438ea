/** Every choice of the sandbox, in one table: what `GET /choices` tells. */
import { archiveChoices } from "../archive/choices.ts";
import { auditChoices } from "../audit/choices.ts";
import { documentsChoices } from "../documents/choices.ts";
import { formsChoices } from "../forms/choices.ts";
import { libraryChoices } from "../library/choices.ts";
import { requestChoices } from "./requestChoices.ts";
import { signingChoices } from "../signing/choices.ts";
import { statisticsChoices } from "../statistics/choices.ts";

/**
 * Where the documents leave something open: the question, what the sandbox does, what else the service may do, and why.
 * `switchable` names the alternatives that `POST /choices` can put in force; the others are there so that nobody takes
 * a choice for a fact.
 */
export interface Choice {
  readonly question: string;
  /** What is in force unless another alternative was chosen. */
  readonly choice: string;
  readonly alternatives: readonly string[];
  readonly switchable?: readonly string[];
  readonly why: string;
}

const table = {
  N1: {
    question: "What is the default of privateSecret?",
    choice: "none is kept; that one came with the request is all that is remembered",
    alternatives: ["a fixed value"],
    why: "A secret that is not stored cannot leak.",
  },
  N2: {
    question: "What shape do image values have?",
    choice: "any JSON value, kept as it is",
    alternatives: ["data URL", "object"],
    why: "Clients pass their own JSON through.",
  },
  N3: {
    question: "Which fields has an entry of active/list?",
    choice: "full",
    alternatives: ["full", "minimal"],
    switchable: ["full", "minimal"],
    why: "full adds folder, dates and archive settings, which the document names as examples.",
  },
  N4: {
    question: "What is an item of Values?",
    choice: "{name, value}",
    alternatives: ["{id, name, type, value}", "nested"],
    why: "The least that carries an answer.",
  },
  N5: {
    question: "Which states has a form?",
    choice: "in progress and submitted",
    alternatives: ["further states"],
    why: "The document shows no other.",
  },
  N6: {
    question: "Which status answers a successful create?",
    choice: "200",
    alternatives: ["200", "201", "204"],
    switchable: ["200", "201", "204"],
    why: "Other calls of the service answer 200. With 204 there is no body, and so no id (T167).",
  },
  N7: {
    question: "Which fields has one Smartform's definition?",
    choice: "full",
    alternatives: ["full", "without pages", "minimal"],
    switchable: ["full", "without pages", "minimal"],
    why:
      "full is id, name, process, tags, folder, default language, fields, parties, steps, and the pages as a catalog " +
      "file has them: a definition is what defines what is printed. minimal is id and name.",
  },
  N8: {
    question: "What is an item of inprogress?",
    choice: "full",
    alternatives: ["full", "other names"],
    switchable: ["full", "other names"],
    why:
      "full is id, dialogDefinitionId, name and currentStep: the document says, with the Smartform and the current " +
      "step.",
  },
  N9: {
    question: "What is an item of processSteps?",
    choice: "{id, name, order, status}",
    alternatives: ["other fields"],
    why: "A summary of each step.",
  },
  N10: {
    question: "How long does a token live?",
    choice: "3600",
    alternatives: ["3600", "5", "unsaid", "as text"],
    switchable: ["3600", "5", "unsaid", "as text"],
    why: "One hour with expires_in is the custom; unsaid leaves expires_in out.",
  },
  N11: {
    question: "How is a webhook called?",
    choice: "POST with JSON, once, without a signature",
    alternatives: ["PUT", "with retries", "form-encoded"],
    why: "The document shows the shape of the payload only.",
  },
  N12: {
    question: "What is the body of an error?",
    choice: "problem+json",
    alternatives: ["problem+json", "text", "html", "empty", "array"],
    switchable: ["problem+json", "text", "html", "empty", "array"],
    why: "It says what was wrong to whoever reads the ledger.",
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
  N31: {
    question: "Who is notified when notification is missing, or both channels are absent or false?",
    choice: "nobody",
    alternatives: ["the listed parties"],
    why: "Silence must not reach people.",
  },
  N32: {
    question: "What do missing, empty or null translations do?",
    choice: "null is 400",
    alternatives: ["null is 400", "null removes the language", "null keeps"],
    switchable: ["null is 400", "null removes the language", "null keeps"],
    why: "Missing and {} keep, empty content is stored empty, null is refused: nothing is lost by accident.",
  },
  N33: {
    question: "What do writes of the Text Library answer?",
    choice: "object",
    alternatives: ["object", "201", "empty"],
    switchable: ["object", "201", "empty"],
    why: "object: 200 with the stored object, deletes 204. 201: creates answer 201. empty: 200 without a body.",
  },
  N34: {
    question: "May read-only fields be sent back?",
    choice: "ignored",
    alternatives: ["ignored", "400"],
    switchable: ["ignored", "400"],
    why: "A client that echoes what it read must not fail.",
  },
  N35: {
    question: "Are codes and names that differ in letter case the same?",
    choice: "same",
    alternatives: ["same", "different"],
    switchable: ["same", "different"],
    why: "The stricter answer shows a clash earlier. Letters may be of any script; there is no maximum length.",
  },
  N36: {
    question: "How are search results sorted?",
    choice: "by code units of UTF-8, then by id",
    alternatives: ["by language"],
    why: "It is stable.",
  },
  N37: {
    question: "What do a pageSize outside 1 to 100 and a negative page do?",
    choice: "clamp",
    alternatives: ["clamp", "400"],
    switchable: ["clamp", "400"],
    why: "A page past the end is empty; what is no whole number is 400 either way (T29).",
  },
  N38: {
    question: "How are times written?",
    choice: "milliseconds",
    alternatives: ["milliseconds", "seconds", "local", "seven digits"],
    switchable: ["milliseconds", "seconds", "local", "seven digits"],
    why: "ISO 8601 in UTC; local leaves the zone out.",
  },
  N39: {
    question: "Do private folders and texts occupy codes and names, and keep a folder from being deleted?",
    choice: "yes",
    alternatives: ["no"],
    why: "Codes are unique in the company, and a company has private folders (T12).",
  },
  N40: {
    question: "Does a reference to a text keep it from being deleted?",
    choice: "no",
    alternatives: ["yes"],
    why: "No such check is documented (T15).",
  },
  N41: {
    question: "Are text changes audited?",
    choice: "an event per change",
    alternatives: ["an event per change", "no event"],
    switchable: ["an event per change", "no event"],
    why: "The table of sources has a number for the Text Library.",
  },
  N42: {
    question: "Does a folder that has a code still answer to its name in references?",
    choice: "no",
    alternatives: ["yes"],
    why: "The code is used instead of the folder name.",
  },
  N43: {
    question: "Do delete calls heed an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "heeded"],
    switchable: ["ignored", "heeded"],
    why: "Only create, fields and read calls are said to accept it (T73).",
  },
  N44: {
    question: "Does the Text Library accept an environment in the path?",
    choice: "ignored",
    alternatives: ["ignored", "404"],
    switchable: ["ignored", "404"],
    why: "All paths may be preceded by one, and there is one library for all (T27).",
  },
  N45: {
    question: "When is a webhook of a create request added?",
    choice: "at create",
    alternatives: ["at submit"],
    why: "The response would otherwise promise what is not there.",
  },
  N46: {
    question: "What do dataTableValue and dataTableValues together do?",
    choice: "400",
    alternatives: ["the first wins", "merged"],
    why: "Neither may be lost in silence.",
  },
  N47: {
    question: "Which wins, a nested value or the flat name that it becomes?",
    choice: "the flat name",
    alternatives: ["the nested value"],
    why: "It was written out. Arrays are values and are not flattened.",
  },
  N48: {
    question: "Which status answers a form of another Smartform?",
    choice: "400",
    alternatives: ["400", "404", "409"],
    switchable: ["400", "404", "409"],
    why: "The document says rejected (T67).",
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
  N61: {
    question: "How is HTML or rich text printed that a plain text includes?",
    choice: "with its formatting",
    alternatives: ["its tags as they stand"],
    why: "Every text keeps the markup of its own content type, wherever it is put in.",
  },
  N62: {
    question: "How deep may JSON be nested?",
    choice: "3000 levels in a body, 100 in the data of a document; deeper ones are 400",
    alternatives: ["another depth", "without end"],
    why: "What no program can go through must not fail halfway. XML data have the limit of JSON data.",
  },
  T77: {
    question: "Does the body of a bulk delete arrive, and what is answered where it does not?",
    choice: "arrives",
    alternatives: ["arrives", "dropped, 200", "dropped, 400"],
    switchable: ["arrives", "dropped, 200", "dropped, 400"],
    why: "Some proxies drop the body of a DELETE.",
  },
  T22: {
    question: "Has a text fields that the documents do not list?",
    choice: "none",
    alternatives: ["none", "reviewer"],
    switchable: ["none", "reviewer"],
    why: "reviewer adds a field of that name, which a PUT clears like every other where it is left out.",
  },
  T35: {
    question: "Do texts in search results carry their translations?",
    choice: "with translations",
    alternatives: ["with translations", "without translations"],
    switchable: ["with translations", "without translations"],
    why: "The item's shape is not stated.",
  },
  S1: {
    question: "Do references resolve to texts in private folders?",
    choice: "no",
    alternatives: ["yes"],
    why: "They are never visible to a client, so a form of a client prints none.",
  },
  S2: {
    question: "Which characters may a text's code have?",
    choice: "those of folder codes, else 400",
    alternatives: ["any"],
    why: "The document names the same alphabet for both; .. is a code (T23).",
  },
  S3: {
    question: "What does null in a folder update do?",
    choice: "nothing, as if it were left out",
    alternatives: ["it clears"],
    why: "Only an empty code is said to clear.",
  },
  S4: {
    question: "What do an environment that does not exist, in path or body of the forms API, and an unknown sortBy do?",
    choice: "400",
    alternatives: ["404", "they are ignored"],
    why: "A typo shows at once. An empty environment in the body names none.",
  },
  S6: {
    question: "How long does a bulk delete take?",
    choice: "2000 ms of the service's clock",
    alternatives: ["at once", "longer"],
    why: "Forms may take a moment to disappear (T75).",
  },
  S7: {
    question: "Does DELETE of a form that is not there answer 404?",
    choice: "yes",
    alternatives: ["200"],
    why: "Form not found in the company is 404.",
  },
  S8: {
    question: "What does a property's value of an object or list look like?",
    choice: "{value} with the JSON as sent",
    alternatives: ["as text"],
    why: "Nothing is lost.",
  },
  S9: {
    question: "Where do orderTableValue and mapValues stand?",
    choice: "under their own name, or inside the field's object",
    alternatives: ["one of the two"],
    why: "The table of shapes names them without an example.",
  },
  S10: {
    question: "Is a party notified that matches none of the Smartform's?",
    choice: "yes, where the request gives an address",
    alternatives: ["no", "400"],
    why: "No refusal is documented.",
  },
  S11: {
    question: "Are listed parties told when submit/pdf completes one step of a multi-step form?",
    choice: "yes",
    alternatives: ["yes", "no"],
    switchable: ["yes", "no"],
    why:
      "The call is said to notify listed parties, whatever the Smartform; what is said not to be sent is the " +
      "notification of a completion. yes: payload.submitted of the item in the outbox is false. no: where no " +
      "completion notification is read as none at all.",
  },
  S12: {
    question: "Is a form that no environment was named for found under an environment?",
    choice: "found",
    alternatives: ["found", "404"],
    switchable: ["found", "404"],
    why: "It belongs to no other environment than the one in the path.",
  },
  S13: {
    question: "Who hears of a form that a person submits?",
    choice: "the Smartform's enabled webhooks",
    alternatives: ["parties too"],
    why: "Only the webhook is said to be called then.",
  },
  S14: {
    question:
      "Are client id and secret form-encoded before they are joined for Basic authentication, as RFC 6749 asks?",
    choice: "as they are",
    alternatives: ["as they are", "form-encoded"],
    switchable: ["as they are", "form-encoded"],
    why: "The document shows base64 of the two and no more (T96).",
  },
  S15: {
    question: "In which letter case are the names in answers written?",
    choice: "as documented",
    alternatives: ["as documented", "PascalCase"],
    switchable: ["as documented", "PascalCase"],
    why: "The documents differ from call to call (T168). Names that people chose are never changed.",
  },
  S17: {
    question: "What can be done with a Smartform that is not active?",
    choice: "everything; it is only in no list of active ones",
    alternatives: ["no form can be made of it", "404"],
    why: "The document names active Smartforms and says nothing of others; forms that exist must stay readable.",
  },
  ...requestChoices,
  ...libraryChoices,
  ...formsChoices,
  ...auditChoices,
  ...statisticsChoices,
  ...signingChoices,
  ...archiveChoices,
  ...documentsChoices,
} as const satisfies Record<string, Choice>;

export type ChoiceId = keyof typeof table;

export const choices: Readonly<Record<ChoiceId, Choice>> = table;

export function isChoiceId(id: string): id is ChoiceId {
  return Object.hasOwn(choices, id);
}
