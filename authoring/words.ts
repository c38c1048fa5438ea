/** The words that all programs use for changes of the Text Library. */
import * as l10n from "@vscode/l10n";
import { explain } from "../api/index.ts";
import type { CreateResult } from "./guard/libraryWrites.ts";
import type { Conflict, Fields } from "./guard/writePlan.ts";

/** Names what two people changed at the same time. */
export function conflictWords(conflicts: readonly Conflict[]): string {
  const parts = conflicts.map((conflict) =>
    conflict.kind === "field" ? fieldWords(conflict.field) : l10n.t("the same lines in {0}", conflict.language),
  );
  return parts.length === 0 ? l10n.t("the text") : parts.join(l10n.t(" and "));
}

function fieldWords(field: keyof Fields): string {
  switch (field) {
    case "folderId":
      return l10n.t("its folder");
    case "code":
      return l10n.t("its code");
    case "name":
      return l10n.t("its name");
    case "description":
      return l10n.t("its description");
    case "contentType":
      return l10n.t("its content type");
    case "isPublic":
      return l10n.t("whether it is public");
    case "defaultLanguage":
      return l10n.t("its default language");
  }
}

/** Says why the text was not created, or why the outcome is unknown, and what to do. */
export function createProblem(result: Exclude<CreateResult<unknown>, { state: "created" }>, code: string): string {
  switch (result.state) {
    case "failed":
      return l10n.t("The text {0} was not created. {1}", code, explain(result.error));
    case "unknown":
      return l10n.t(
        "It is not known whether the text {0} was created. {1} Its content is kept in the journal on this computer. Refresh the Text Library and look before you try again.",
        code,
        result.error.message,
      );
    case "taken":
      return l10n.t(
        "The service's answer was lost, and another text with the code {0} is in this folder. Nothing more was sent. Open that text and compare.",
        code,
      );
  }
}

/** Names the content types that the service accepts (document 1, "Text Library text"). */
export function contentTypeName(contentType: number): string {
  switch (contentType) {
    case 0:
      return l10n.t("Plain text");
    case 1:
      return l10n.t("Rich text");
    case 2:
      return "HTML";
    default:
      return l10n.t("content type {0}", contentType);
  }
}
