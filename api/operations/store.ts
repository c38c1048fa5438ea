/**
 * Document 3, Document store: stores documents, finds them by the columns of their folder, changes and deletes them.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { dataCall, notForOutputs } from "./dataCall.ts";
import {
  answer,
  bareCount,
  base64Text,
  documented,
  isObject,
  required,
  requiredValue,
  textual,
  told,
} from "./schema.ts";

/** A number beyond 2^53 is a string, because a JavaScript number would round it. It is sent as a number. */
export const storeId = z.union([
  z.int().min(0),
  z.string().regex(/^\d{1,19}$/, { error: () => l10n.t("expected a whole number") }),
]);

/** Fields that are written as numbers, even if they came as strings of digits. */
const wholeNumbers = ["JobId", "DocId"] as const;

const stored = answer({ JobId: storeId, DocId: storeId });

export const comparers = ["EQ", "LT", "LTE", "GT", "GTE", "LIKE", "NE"] as const;

/** A column is named as in the folder definition, not by its display name. */
const condition = documented({
  Column: required,
  Comparer: z.enum(comparers),
  /** Has the type of the column, which is not documented. */
  Value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /**
   * Required if there is more than one filter. It is not documented whether a Chainer joins its filter with the
   * previous filter or with the next one.
   */
  Chainer: z.enum(["AND", "OR"]).nullish(),
});

const conditions = z.array(condition).superRefine((list: readonly z.output<typeof condition>[], context) => {
  const without = list.flatMap(({ Chainer }, index) => (Chainer ? [] : [index]));
  // The first or the last filter may lack a Chainer, because it has nothing to join with.
  if (without.length < 2 && (without[0] === undefined || without[0] === 0 || without[0] === list.length - 1)) return;
  for (const index of without)
    context.addIssue({
      code: "custom",
      path: [index, "Chainer"],
      message: l10n.t("Chainer is needed where there is more than one filter"),
    });
});

/** Values by the column names of the folder definition. */
const changes = z
  .record(required, z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .refine((columns) => Object.keys(columns).length > 0, { error: () => l10n.t("expected at least one column") });

const shared = { service: "documents", environment: "prefix", section: "3, Endpoints, Document store" } as const;
const create = {
  ...shared,
  method: "POST",
  effect: "write",
  retry: "never",
  response: "json",
  schema: stored,
  nothing: null,
  nothingStatus: 204,
} as const;
const read = { ...shared, method: "GET", effect: "read", retry: "free" } as const;
/** A single value: how many rows were changed or deleted. 0 means none. */
const counted = { ...shared, response: "bare", schema: bareCount } as const;

export const storeOperations = {
  // Making the call twice stores the document twice.
  "store.create": {
    get name() {
      return l10n.t("store the document");
    },
    path: "/dynamo/create",
    request: dataCall,
    ...create,
  },
  "store.createJson": {
    get name() {
      return l10n.t("store the document from JSON");
    },
    path: "/dynamo/create/jsondata",
    request: dataCall,
    ...create,
  },
  "store.createDxml": {
    get name() {
      return l10n.t("store the document from the DXML");
    },
    path: "/dynamo/create/dxml",
    request: documented(
      {
        MetaFile: requiredValue,
        Document: requiredValue,
        B64Dxml: base64Text,
        Attachments: dataCall.shape.Attachments,
      },
      notForOutputs,
    ),
    ...create,
  },
  "store.folder": {
    get name() {
      return l10n.t("read the definition of the store folder");
    },
    path: "/dynamo/folder/{folderName}",
    response: "json",
    // The shape of a column is not documented.
    schema: z.preprocess(
      (value) => (Array.isArray(value) && value.every(isObject) ? { Columns: value } : value),
      answer({ Name: told(textual), Columns: told(z.array(z.unknown())) }),
    ),
    ...read,
  },
  // The shape of a row is not documented, and a search without hits may return an empty body.
  "store.search": {
    ...shared,
    get name() {
      return l10n.t("search the document store");
    },
    method: "POST",
    path: "/dynamo/search",
    effect: "read-by-post",
    retry: "free",
    query: z.strictObject({ flattenSearchResult: z.boolean().optional() }),
    request: documented({
      /** The largest number of rows. */
      Top: z.int().min(0),
      WhereConditions: conditions,
      Sorters: z.array(documented({ Column: required, SortOrder: z.enum(["ASC", "DESC"]) })).nullish(),
      /** Display names. */
      ResultColumns: z.array(required).nullish(),
    }),
    response: "json",
    schema: z.unknown(),
    nothing: null,
  },
  "store.pdf": {
    get name() {
      return l10n.t("create the stored document's PDF");
    },
    path: "/dynamo/pdf/{jobid}/{docid}",
    response: "pdf",
    ...read,
  },
  "store.pdfSimplex": {
    get name() {
      return l10n.t("create the stored document's one-sided PDF");
    },
    path: "/dynamo/pdf/simplex/{jobid}/{docid}",
    response: "pdf",
    ...read,
  },
  "store.html": {
    get name() {
      return l10n.t("get the stored document's HTML");
    },
    path: "/dynamo/html/{jobid}/{docid}",
    response: "html",
    ...read,
  },
  "store.mfdx": {
    get name() {
      return l10n.t("get the stored document's MFDX file");
    },
    path: "/dynamo/mfdx/{jobid}/{docid}",
    response: "file",
    ...read,
  },
  "store.mfdxSimplex": {
    get name() {
      return l10n.t("get the stored document's one-sided MFDX file");
    },
    path: "/dynamo/mfdx/simplex/{jobid}/{docid}",
    response: "file",
    ...read,
  },
  "store.update": {
    get name() {
      return l10n.t("change the stored document's columns");
    },
    method: "PUT",
    path: "/dynamo/update/document",
    effect: "write",
    retry: "after-reading",
    request: documented({ JobId: storeId, DocId: storeId, UpdateColumns: changes }),
    wholeNumbers,
    ...counted,
  },
  // Changes all documents that match, and keeps none of their earlier values.
  "store.updateMany": {
    get name() {
      return l10n.t("change the columns of all stored documents that match");
    },
    method: "PUT",
    path: "/dynamo/update/documents",
    effect: "destroy",
    retry: "never",
    request: documented({
      WhereConditions: conditions.min(1, {
        error: () => l10n.t("without a filter, every stored document might be changed"),
      }),
      UpdateColumns: changes,
    }),
    ...counted,
  },
  "store.delete": {
    get name() {
      return l10n.t("delete the stored document");
    },
    method: "DELETE",
    path: "/dynamo/delete/{jobid}/{docid}",
    effect: "destroy",
    retry: "never",
    ...counted,
  },
} as const satisfies Record<string, Operation>;
