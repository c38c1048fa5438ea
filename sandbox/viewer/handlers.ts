/**
 * The connected viewer archive (document 3, "Connected viewer archive"). Metadata may be any JSON, and are stored
 * unchanged (N27).
 */
import { immutableJSONPatch } from "immutable-json-patch";
import type { JSONPatchDocument } from "immutable-json-patch";
import type { OperationId } from "../../api/index.ts";
import type { Call, Handler } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { field } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { recordEvent } from "../base/recordEvent.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { readBase64 } from "../documents/data.ts";
import { base64Field } from "../documents/produce.ts";
import { insertViewerDocument } from "./documents.ts";
import type { ViewerDocument } from "./documents.ts";

/** Fields that only the service writes, in lower case (D27). */
const apart = ["id", "partitionkey", "schema", "userid", "companyid"];

const connected =
  (handle: Handler): Handler =>
  (call) => {
    if (call.state.choice("D26") !== "set up") throw new Refusal("viewer-not-connected");
    return handle(call);
  };

const schemas: Handler = ({ state, company }) => ({ json: schemasOf(state, company).map((Name) => ({ Name })) });

/**
 * Finds the documents in which every simple field of the request's model has the same value; `{}` finds all documents.
 */
const search: Handler = (call) => {
  const { state, company, documentsEnvironment, body } = call;
  const schema = schemaIn(call);
  const model = Object.entries(isObject(body) ? body : {}).filter(([, value]) => typeof value !== "object");
  const documents = state
    .all<ViewerDocument>(
      "SELECT id, schema, userId, metadataJson FROM viewerDocument WHERE company = ? AND environment = ? AND schema = ? ORDER BY createdAt, id",
      company,
      documentsEnvironment,
      schema,
    )
    .map(shown);
  return { json: documents.filter((document) => model.every(([name, value]) => field(document, name) === value)) };
};

const download: Handler = (call) => {
  const { id, bytes, metadataJson } = found(call, call.path["documentId"]);
  record(call, "ViewerDocumentDownloaded", id);
  const name = field(JSON.parse(metadataJson) as JsonObject, "FileName");
  return { file: { type: "application/octet-stream", name: typeof name === "string" ? name : id, bytes: () => bytes } };
};

/** Stores the file that was sent: the body is the file itself, or an object with the file in `FileAsBase64`. */
const upload: Handler = (call) => {
  const { state, company, documentsEnvironment, body, rawBody, path } = call;
  const schema = schemaIn(call);
  if (rawBody.length === 0) throw new Refusal("viewer-empty");
  const own = isObject(body) ? Object.entries(body).filter(([name]) => name !== "FileAsBase64") : [];
  if (own.some(([name]) => apart.includes(name.toLowerCase()))) throw new Refusal("viewer-apart");
  const bytes =
    isObject(body) && field(body, "FileAsBase64") !== undefined
      ? readBase64(base64Field(body, "FileAsBase64"), "FileAsBase64")
      : rawBody;
  const document = {
    id: newId(),
    schema,
    userId: path["userId"] ?? "",
    metadataJson: JSON.stringify(Object.fromEntries(own)),
  };
  insertViewerDocument(state, {
    company,
    environment: documentsEnvironment ?? "",
    ...document,
    bytes,
    at: state.now(),
  });
  record(call, "ViewerDocumentUploaded", document.id);
  return { json: shown(document) };
};

/** Applies an RFC 6902 patch completely or not at all (T163). */
const patch: Handler = (call) => {
  const { state, path, body } = call;
  const document = found(call, path["id"]);
  if (document.userId !== path["partitionKey"]) throw new Refusal("viewer-missing");
  if (!isPatch(body)) throw new Refusal("viewer-bad-patch", "a list of operations is required");
  for (const operation of body) {
    const changed =
      operation.op === "test" ? [] : operation.op === "move" ? [operation.path, operation.from] : [operation.path];
    if (changed.some((pointer) => pointer === "" || apart.includes(firstOf(pointer))))
      throw new Refusal("viewer-apart");
  }
  const metadata = patched(shown(document), body);
  const own = Object.fromEntries(Object.entries(metadata).filter(([name]) => !apart.includes(name.toLowerCase())));
  state.run("UPDATE viewerDocument SET metadataJson = ? WHERE id = ?", JSON.stringify(own), document.id);
  record(call, "ViewerDocumentPatched", document.id);
  return { json: shown({ ...document, metadataJson: JSON.stringify(own) }) };
};

export const viewerHandlers = {
  "viewer.schemas": connected(schemas),
  "viewer.search": connected(search),
  "viewer.download": connected(download),
  "viewer.upload": connected(upload),
  "viewer.patch": connected(patch),
} as const satisfies Partial<Record<OperationId, Handler>>;

/** Returns the document as shown in answers: the fields that only the service writes, then the metadata. */
function shown({ id, schema, userId, metadataJson }: ViewerDocument): JsonObject {
  return { id, partitionKey: userId, schema, userId, ...(JSON.parse(metadataJson) as JsonObject) };
}

/** If an operation such as `test` fails, refuses with 400 and the message of the patch library. */
function patched(document: JsonObject, body: JSONPatchDocument): JsonObject {
  try {
    return immutableJSONPatch<JsonObject>(document, body);
  } catch (error) {
    throw new Refusal("viewer-bad-patch", error instanceof Error ? error.message : undefined);
  }
}

function isPatch(body: unknown): body is JSONPatchDocument {
  return (
    Array.isArray(body) &&
    body.length > 0 &&
    body.every((each: unknown) => {
      if (!isObject(each) || typeof field(each, "path") !== "string") return false;
      const op = field(each, "op");
      if (op === "move" || op === "copy") return typeof field(each, "from") === "string";
      return (
        op === "remove" || ((op === "add" || op === "replace" || op === "test") && field(each, "value") !== undefined)
      );
    })
  );
}

/** Returns the top-level name of a JSON pointer, in lower case. */
function firstOf(pointer: string): string {
  return (pointer.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~").toLowerCase();
}

/**
 * Returns the company's document with this id, in the environment and schema that the call names. Refuses if there is
 * none.
 */
function found(call: Call, id: string | undefined): ViewerDocument & { readonly bytes: Uint8Array } {
  const { state, company, documentsEnvironment } = call;
  const document = state.one<ViewerDocument & { readonly bytes: Uint8Array }>(
    "SELECT * FROM viewerDocument WHERE id = ? AND company = ? AND environment = ? AND schema = ?",
    id ?? "",
    company,
    documentsEnvironment,
    schemaIn(call),
  );
  if (!document) throw new Refusal("viewer-missing");
  return document;
}

function schemasOf(state: State, company: string): readonly string[] {
  return state
    .all<{ name: string }>("SELECT name FROM viewerSchema WHERE company = ? ORDER BY name", company)
    .map(({ name }) => name);
}

function schemaIn({ state, company, path: { schema = "" } }: Call): string {
  if (!schemasOf(state, company).includes(schema)) throw new Refusal("viewer-schema-missing", schema);
  return schema;
}

function record({ state, company, clientId, documentsEnvironment, path }: Call, name: string, id: string): void {
  recordEvent(state, {
    company,
    name,
    source: eventSources.archiveViewer,
    user: clientId,
    category: "Viewer archive",
    environment: documentsEnvironment,
    description: { id, schema: path["schema"] ?? "", userId: path["userId"] ?? "" },
    counted: { system: "ArchiveViewer", template: path["schema"] ?? "", source: "API" },
  });
}
