/**
 * Decides whether a write of a library text may be sent. Only a save that a person asked for at that moment goes live,
 * unless the user's setting permits all saves. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { oneOrMany, visible } from "../../../language/index.ts";

/**
 * Why VS Code writes. `manual`: a menu, another extension or a refactoring, which VS Code does not distinguish.
 * `automatic`: auto save. `unsaid`: a write that VS Code did not announce, such as a save while a window is still
 * starting, or a write through the file system.
 */
export type WriteReason = "manual" | "automatic" | "unsaid";

interface Write {
  readonly reason: WriteReason;
  /** A command of this extension is saving this document, because the person asked for it. */
  readonly isPermitted: boolean;
  /** The user's setting lets VS Code and other extensions save library texts too. */
  readonly permitsAutomatic: boolean;
}

export type Judgement = "write" | "ask" | "refuse";

export function judgeWrite({ reason, isPermitted, permitsAutomatic }: Write): Judgement {
  if (isPermitted || permitsAutomatic) return "write";
  return reason === "manual" ? "ask" : "refuse";
}

export function refusalWords(): string {
  return l10n.t(
    "Not saved: a save is live for everyone, so a library text is saved only when you ask for it. Use the keyboard shortcut for Save in the text.",
  );
}

export function unansweredWords(): string {
  return l10n.t("Not saved: you chose not to save. What you wrote is kept in the editor.");
}

/** How many texts the question names. */
const named = 10;

interface AskedText {
  readonly name: string;
  /** Code or name of the text's folder. */
  readonly folder: string;
  readonly connection: string;
}

export function question(texts: readonly AskedText[]): { readonly message: string; readonly detail: string } {
  const rest = texts.length - named;
  const list = [
    ...texts
      .slice(0, named)
      .map(({ name, folder, connection }) =>
        visible(l10n.t("{0} in {1}, in the library of {2}", name, folder, connection)),
      ),
    ...(rest > 0 ? [l10n.t("and {0} more", rest)] : []),
    "",
  ];
  return {
    message: oneOrMany(
      texts.length,
      l10n.t("Save {0} to the Text Library?", visible(texts[0]?.name ?? "")),
      l10n.t("Save {0} texts to the Text Library?", texts.length),
    ),
    detail: [
      ...list,
      l10n.t(
        "This goes live for everyone, in every environment. You are asked because a menu, VS Code or another extension started this save. You are not asked when you press the keyboard shortcut for Save in the text.",
      ),
    ].join("\n"),
  };
}
