/** Adds any number of documents to the demo company's store. */
import { field, mapField, objectBody } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { ControlRow } from "../base/route.ts";
import { demoIds } from "../demo/ids.ts";
import { insertStored } from "./documents.ts";

/** Stores each document as a separate job, with the MetaFile and the document name of the demo. */
export const storeControl: readonly ControlRow[] = [
  [
    "POST",
    "/store/documents",
    ({ state, body }) => {
      const documents = field(objectBody(body), "documents");
      if (!Array.isArray(documents)) throw new Refusal("bad-field", "documents must be a list");
      const last = state.one<{ last: number | null }>("SELECT max(jobId) AS last FROM storedDocument")?.last ?? 0;
      for (const [index, document] of documents.entries()) {
        const values = isObject(document)
          ? Object.entries(mapField(document, "values") ?? {}).map(([path, value]) => [path, String(value)] as const)
          : [];
        insertStored(state, {
          company: "demo",
          environment: demoIds.documentsEnvironment,
          jobId: last + 1 + index,
          docId: 1,
          hasHtml: true,
          at: state.now(),
          document: {
            metaFile: demoIds.metaFile,
            document: demoIds.document,
            values,
            attachments: [],
            source: demoIds.metaFile,
            userName: "",
          },
        });
      }
      return { json: { stored: documents.length } };
    },
  ],
];
