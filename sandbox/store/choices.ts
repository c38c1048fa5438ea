/** What document 3 leaves open about the document store. */
import type { Choice } from "../base/choice.ts";

declare module "../base/choice.ts" {
  interface Choices extends Record<keyof typeof storeChoices, Choice> {}
}

export const storeChoices = {
  N26: {
    question: "What does a row of the store's search look like?",
    choice: "pairs",
    alternatives: ["pairs", "object", "wrapped", "table"],
    switchable: ["pairs", "object", "wrapped", "table"],
    why:
      "pairs: {JobId, DocId, Columns: [{Name, Value}]}, and with flattenSearchResult one object of ids and columns. " +
      "object: Columns is an object. wrapped: the list is inside Rows. table: {Columns, Rows}, a list of names and " +
      "lists of values, flattened or not.",
  },
  T152: {
    question: "What does update/documents do without a filter?",
    choice: "400",
    alternatives: ["400", "all documents"],
    switchable: ["400", "all documents"],
    why: "Forgetting the filter must not change the whole store.",
  },
  T154: {
    question: "What does a missing Chainer do if there is more than one filter?",
    choice: "400",
    alternatives: ["400", "AND"],
    switchable: ["400", "AND"],
    why: "The document says that it is needed. Each of the filters needs one.",
  },
  T155: {
    question: "What does a search without hits return?",
    choice: "[]",
    alternatives: ["[]", "null", "204", "nothing"],
    switchable: ["[]", "null", "204", "nothing"],
    why: "The document says that it returns no rows, and to check for an empty answer. nothing: 200 without a body.",
  },
  D1: {
    question: "How large are JobId and DocId?",
    choice: "small",
    alternatives: ["small", "above 2^53"],
    switchable: ["small", "above 2^53"],
    why:
      "The document says numbers. Above 2^53, a program that reads them as floating point hits another document " +
      "(N59).",
  },
  D2: {
    question: "Which folders does a search cover?",
    choice: "all of the company, in the environment",
    alternatives: ["the one that the column names point to"],
    why:
      "The search body names none. A document's folder is that of its MetaFile; documents of a MetaFile without a " +
      "folder have no columns.",
  },
  D3: {
    question: "Which filters does a Chainer join?",
    choice: "with the one before",
    alternatives: ["with the one before", "with the one after"],
    switchable: ["with the one before", "with the one after"],
    why: "Not documented. It makes no difference if all chainers are alike.",
  },
  D4: {
    question: "Which comes first, AND or OR?",
    choice: "AND",
    alternatives: ["AND", "in their order"],
    switchable: ["AND", "in their order"],
    why: "As in SQL. It makes no difference if all chainers are alike.",
  },
  D5: {
    question: "How are values compared?",
    choice: "number columns as numbers, everything else as text by code units",
    alternatives: ["by language", "in any letter case"],
    why: "A document without a value matches no filter, not even NE.",
  },
  D6: {
    question: "What does LIKE find?",
    choice: "% and _ as in SQL",
    alternatives: ["% and _ as in SQL", "a part"],
    switchable: ["% and _ as in SQL", "a part"],
    why:
      "The comparer has the same name in SQL. It ignores the letter case of A to Z. a part: finds the value " +
      "anywhere, % and _ included.",
  },
  D7: {
    question: "Which status is returned for HTML that was not created when the document was stored?",
    choice: "404",
    alternatives: ["404", "406"],
    switchable: ["404", "406"],
    why: "It does not exist (T162).",
  },
  D8: {
    question: "How is a number of rows written?",
    choice: "bare",
    alternatives: ["bare", "in quotes", "as text"],
    switchable: ["bare", "in quotes", "as text"],
    why: "The document says: returns number of rows (T153). as text: the content type is not JSON.",
  },
  D9: {
    question: "What do update/document and DELETE return for a document that does not exist?",
    choice: "0",
    alternatives: ["0", "404"],
    switchable: ["0", "404"],
    why: "No row was changed, and no 404 is documented (T153). Fetching such a document is 404.",
  },
  D10: {
    question: "What does a folder's definition look like?",
    choice: "columns",
    alternatives: ["columns", "names"],
    switchable: ["columns", "names"],
    why:
      "columns: {Name, Columns: [{Name, DisplayName, Type}]}. names: Columns is a list of names. An unknown folder " +
      "is 404.",
  },
  D11: {
    question: "In which order are rows without Sorters, and how many are returned at most?",
    choice: "as stored; Top, and never more than 10 000",
    alternatives: ["newest first"],
    why: "Not documented. Rows that are equal by their Sorters keep the order in which they were stored.",
  },
  D12: {
    question: "Which names do the columns of a row have?",
    choice: "display names, those of ResultColumns or all",
    alternatives: ["column names"],
    why:
      "ResultColumns are display names. An unknown one is 400, like an unknown column of a filter, a sorter or an " +
      "update.",
  },
  D13: {
    question: "Which values may UpdateColumns hold?",
    choice: "text, numbers, true, false, and null, which clears the column",
    alternatives: ["only text"],
    why: "A number column takes what can be read as a number, else 400. Values of the document itself do not change.",
  },
  D14: {
    question: "How many filters may a search of the store have?",
    choice: "500, else 400",
    alternatives: ["any number"],
    why: "It is more than anybody writes, and less than the database refuses.",
  },
  D15: {
    question: "Which Value may a filter have?",
    choice: "text, numbers, true and false; everything else is 400, null too",
    alternatives: ["only text", "null finds empty columns"],
    why: "Its type is not documented. true and false are compared as these words.",
  },
  D16: {
    question: "Which ids does a stored document get?",
    choice: "a new JobId and DocId 1",
    alternatives: ["several documents of a job"],
    why: "Each call makes one document. The demo has a job of two.",
  },
  D17: {
    question: "What does a sorter without SortOrder do?",
    choice: "400",
    alternatives: ["ASC"],
    why: "The document shows both together.",
  },
} as const satisfies Record<string, Choice>;
