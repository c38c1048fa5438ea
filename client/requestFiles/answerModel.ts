/**
 * Decides how the answer to a request file is shown: as a PDF, a file to save, a document to read, or a sentence. Does
 * not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { changedSentence, distributionSentence, documentNotProduced, operationOf } from "../../api/index.ts";
import type { AnswerOf, File, RequestFileOperation } from "../../api/index.ts";
import { editorOf } from "../records/editorsModel.ts";
import type { Editor } from "../records/editorsModel.ts";
import { safeFileName } from "../window/fileName.ts";

export type Shown =
  | { readonly kind: "pdf"; readonly bytes: Uint8Array }
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly name: string }
  /** Shown as text, never as a page; its name ends in `extension`. */
  | { readonly kind: "document"; readonly content: string; readonly extension: "json" | "txt" }
  /** `editor` is undefined if the service returned no web address. */
  | { readonly kind: "session"; readonly words: string; readonly name: string; readonly editor: Editor | undefined }
  | { readonly kind: "sentence"; readonly words: string };

/** Whether the operation distributes a document, with or without a GUID. */
function isDistribution(operation: RequestFileOperation): boolean {
  return /^distribution\.send(Once)?(Json)?$/.test(operation);
}

function sentence(words: string): Shown {
  return { kind: "sentence", words };
}

export function shownOf(operation: RequestFileOperation, answer: unknown): Shown {
  const { response, name, nothingStatus } = operationOf(operation);
  if (answer === null && nothingStatus === 204) return sentence(documentNotProduced());
  if (operation === "store.update" || operation === "store.updateMany")
    return sentence(changedSentence(answer as number));
  if (operation === "audit.write")
    return sentence(
      l10n.t("The service answered, but that does not prove that it stored the event. Search for the event to check."),
    );
  if (isDistribution(operation)) return sentence(distributionSentence(answer as AnswerOf<"distribution.send">));
  if (operation === "documents.sessions.create" || operation === "documents.sessions.createJson")
    return session(answer as NonNullable<AnswerOf<"documents.sessions.create">>);
  switch (response) {
    case "pdf":
      return { kind: "pdf", bytes: (answer as File).bytes };
    case "html":
      return { kind: "document", content: textOf(answer as File), extension: "txt" };
    case "file":
      return isText(answer as File)
        ? { kind: "document", content: textOf(answer as File), extension: "txt" }
        : { kind: "file", bytes: (answer as File).bytes, name: nameOf(answer as File, operation) };
    case "text":
      return { kind: "document", content: answer as string, extension: "txt" };
    case "json":
      return { kind: "document", content: `${JSON.stringify(answer ?? null, undefined, 2)}\n`, extension: "json" };
    case "bare":
      return sentence(l10n.t("The service was asked to {0}. It answered {1}.", name, JSON.stringify(answer)));
    case "empty":
      return sentence(l10n.t("Done: {0}.", name));
  }
}

function session(answer: NonNullable<AnswerOf<"documents.sessions.create">>): Shown {
  const until = answer.ValidTo ? [l10n.t("You can edit until {0} (UTC).", answer.ValidTo)] : [];
  return {
    kind: "session",
    words: [l10n.t("The editing session {0} was started.", answer.DxmlUID), ...until].join(" "),
    name: answer.DxmlUID,
    editor: editorOf(answer),
  };
}

/** Whether the file is of a type that any text editor can show. */
function isText({ contentType }: File): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:xml|json))/i.test(contentType ?? "");
}

/** Decodes UTF-8, which all services write; an invalid byte shows as a replacement character. */
function textOf({ bytes }: File): string {
  return new TextDecoder("utf-8").decode(bytes);
}

/** The service's name for the file, reduced to harmless characters. */
function nameOf({ name }: File, operation: RequestFileOperation): string {
  return safeFileName(name ?? "", operation);
}
