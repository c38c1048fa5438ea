/** Puts a count together with its noun in the display language, such as "2 texts". */
import * as l10n from "@vscode/l10n";
import { oneOrMany } from "../language/index.ts";

type Counted =
  | "change"
  | "deletedText"
  | "file"
  | "inFiles"
  | "inTexts"
  | "place"
  | "reference"
  | "stepDone"
  | "stepUndone"
  | "subfolder"
  | "text";

export function countOf(number: number, what: Counted): string {
  switch (what) {
    case "change":
      return oneOrMany(number, l10n.t("1 change"), l10n.t("{0} changes", number));
    case "deletedText":
      return oneOrMany(number, l10n.t("1 deleted text"), l10n.t("{0} deleted texts", number));
    case "file":
      return oneOrMany(number, l10n.t("1 file"), l10n.t("{0} files", number));
    case "inFiles":
      return oneOrMany(number, l10n.t("in 1 file"), l10n.t("in {0} files", number));
    case "inTexts":
      return oneOrMany(number, l10n.t("in 1 text"), l10n.t("in {0} texts", number));
    case "place":
      return oneOrMany(number, l10n.t("1 place"), l10n.t("{0} places", number));
    case "reference":
      return oneOrMany(number, l10n.t("1 reference"), l10n.t("{0} references", number));
    case "stepDone":
      return oneOrMany(number, l10n.t("1 step done"), l10n.t("{0} steps done", number));
    case "stepUndone":
      return oneOrMany(number, l10n.t("1 step undone"), l10n.t("{0} steps undone", number));
    case "subfolder":
      return oneOrMany(number, l10n.t("1 subfolder"), l10n.t("{0} subfolders", number));
    case "text":
      return oneOrMany(number, l10n.t("1 text"), l10n.t("{0} texts", number));
  }
}
