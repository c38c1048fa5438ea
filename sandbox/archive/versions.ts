/** Operations on stored versions: download, return to an earlier one, delete. */
import type { Call, Handler } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { objectBody, requiredField, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { recordEvent } from "../base/recordEvent.ts";
import { Refusal } from "../base/refusal.ts";
import { bytesOf, newestOf, versionsOf, visibleVersion } from "./documents.ts";

export const download: Handler = (call) => {
  const document = visibleVersion(call, call.path["fileId"]);
  if (!document) throw new Refusal("archive-document-missing");
  // The bytes are read now: after the transaction, the document may be gone.
  const bytes = bytesOf(call.state, document.id);
  const type = /\.pdf$/i.test(document.fileName) ? "application/pdf" : "application/octet-stream";
  recordVersions(call, "DocumentDownloaded", { rootDocumentId: document.root, version: document.version });
  return { file: { type, name: document.fileName, bytes: () => bytes } };
};

/** Every failure is 400 (T135, T138). */
export const rollback: Handler = (call) => {
  const { state, body } = call;
  const request = objectBody(body);
  const source = visibleVersion(
    call,
    requiredField(request, "sourceFileVersionId", "archive-rollback-required", textOrNumberField),
  );
  const target = visibleVersion(
    call,
    requiredField(request, "targetFileId", "archive-rollback-required", textOrNumberField),
  );
  const newest = source && newestOf(state, source.root);
  if (!source || !target || !newest || source.root !== target.root)
    throw new Refusal("archive-rollback-failed", "the two ids are not versions of one document");
  const accepted = { "any version": target.id, "the newest version": newest.id, "the first version": source.root }[
    state.choice("R5")
  ];
  if (target.id !== accepted) throw new Refusal("archive-rollback-failed", "targetFileId");
  if (source.version >= newest.version) throw new Refusal("archive-rollback-failed", "it is the newest version");
  state.run("DELETE FROM archiveDocument WHERE root = ? AND version > ?", source.root, source.version);
  recordVersions(call, "DocumentRolledBack", { rootDocumentId: source.root, version: source.version });
  return { status: 200 };
};

/** Removes all versions, or only the named one (N52, T136). */
export const remove: Handler = (call) => {
  const { state, path } = call;
  const document = visibleVersion(call, path["fileId"]);
  if (!document) throw new Refusal("archive-document-missing");
  const removed = state.choice("N52") === "one version" ? [document] : versionsOf(state, document.root);
  for (const { id } of removed) state.run("DELETE FROM archiveDocument WHERE id = ?", id);
  recordVersions(call, "DocumentDeleted", {
    rootDocumentId: document.root,
    versions: removed.map(({ version }) => version),
  });
  return { status: 200 };
};

function recordVersions({ state, company, environment, clientId }: Call, name: string, description: JsonObject): void {
  recordEvent(state, {
    company,
    environment,
    user: clientId,
    name,
    source: eventSources.archive,
    category: "Archive",
    description,
  });
}
