/**
 * Upload (document 2, "Archive document"): stores a new document, or with `id` the next version of a stored one (T132).
 */
import { isBase64, searchFields } from "../../api/index.ts";
import type { Call, Handler } from "../base/call.ts";
import { field, objectBody, requiredField, stringField, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { visibleVersion, newestOf } from "./documents.ts";
import type { DocumentRow } from "./documents.ts";
import { storeDocument } from "./store.ts";

export const upload: Handler = (call) => {
  const { state, company, environment, body, send } = call;
  if (environment === null) throw new Error("A call of the archive always has an environment.");
  const request = objectBody(body);
  const fileName = requiredField(request, "fileName", "archive-required");
  const bytes = contentOf(call, request);
  const type = typeOf(request);
  const earlier = earlierVersion(call, textOrNumberField(request, "id"));
  const kept =
    state.choice("R6") === "kept" && earlier ? (JSON.parse(earlier.searchJson) as readonly (string | null)[]) : [];
  const stored = storeDocument(
    state,
    {
      company,
      environment,
      folder: folderOf(call, request) ?? earlier?.folder ?? refuseWithoutFolder(),
      fileName,
      bytes,
      type,
      search: searchFields.map((name, index) => textOrNumberField(request, name) ?? kept[index] ?? null),
      ...(earlier && { root: earlier.root }),
    },
    { user: call.clientId },
  );
  const callbackPayload = stringField(request, "callbackPayload") ?? "";
  // The format of a callback is not documented. The outbox records the content that the documents promise (N21, T141).
  if (callbackPayload !== "")
    send({ channel: "callback", to: "archive callbacks", subject: fileName, payload: { callbackPayload, ...stored } });
  return { status: Number(state.choice("R1")), json: stored };
};

/** Decodes strictly. Refuses content that is larger than the current choice allows (N22, T142). */
function contentOf({ state }: Call, request: JsonObject): Uint8Array {
  const written = requiredField(request, "fileContent", "archive-required");
  if (!isBase64(written)) throw new Refusal("archive-not-base64");
  const bytes = Buffer.from(written, "base64");
  const most = Number(state.choice("N22").split(" ")[0]) * 1024 * 1024;
  if (bytes.length > most) throw new Refusal("archive-too-large", state.choice("N22"));
  return bytes;
}

function typeOf(request: JsonObject): 0 | 1 | 2 {
  const type = field(request, "type") ?? 0;
  if (type !== 0 && type !== 1 && type !== 2) throw new Refusal("archive-type");
  return type;
}

/** Returns the folder that the request names; undefined if it names none. */
function folderOf({ state, company }: Call, request: JsonObject): string | undefined {
  const id = textOrNumberField(request, "folderId") || undefined;
  const path = textOrNumberField(request, "folderPath") || undefined;
  if (id === undefined && path === undefined) return undefined;
  const found = state.one<{ id: string }>(
    "SELECT id FROM archiveFolder WHERE company = ? AND id = coalesce(?, id) AND path = coalesce(?, path)",
    company,
    id ?? null,
    path ?? null,
  );
  if (!found) throw new Refusal("archive-folder-missing");
  return found.id;
}

function refuseWithoutFolder(): never {
  throw new Refusal("archive-required", "folderId or folderPath");
}

/**
 * Returns the newest version of the document that `id` names; which of its ids are accepted is not documented (T134).
 */
function earlierVersion(call: Call, id: string | undefined): DocumentRow | undefined {
  const { state, company, environment } = call;
  if (id === undefined || id === "") return undefined;
  const accepted = state.choice("T134");
  const root =
    accepted === "rootDocumentId"
      ? // The search is by `root`, because the first version, which has this id, may have been deleted while later
        // versions remain.
        state.one<{ root: string }>(
          "SELECT root FROM archiveDocument WHERE root = ? AND company = ? AND environment = ?",
          id,
          company,
          environment,
        )?.root
      : visibleVersion(call, id)?.root;
  const newest = root === undefined ? undefined : newestOf(state, root);
  if (!newest || (accepted === "the newest storedDocumentId" && newest.id !== id))
    throw new Refusal("archive-version-missing");
  return newest;
}
