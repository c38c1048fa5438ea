/** One side of the comparison, and its name in lists and above its column. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import type { SideHead } from "./messages.ts";

export interface Side {
  /** Two sides with the same key show the same PDF. */
  readonly key: string;
  readonly head: SideHead;
  /** Reads the current state. Rejects with an error whose message is for the user. */
  readonly read: (signal: AbortSignal) => Promise<{ readonly head: SideHead; readonly bytes: Uint8Array }>;
}

/** What the name of a panel's PDF is made of. */
interface Named {
  readonly title: string;
  readonly place: string | undefined;
  readonly language: string | null;
  /** Only PDFs of forms have languages. */
  readonly form: object | undefined;
}

/** The detail consists of language, environment and connection; those that are missing are left out. */
export function panelHead({ title, place, language, form }: Named): SideHead {
  return {
    name: title,
    detail: [...(form === undefined ? [] : [languageWords(language)]), ...(place === undefined ? [] : [place])].join(
      " · ",
    ),
  };
}

export function languageWords(language: string | null): string {
  return language === null ? l10n.t("Smartform’s default") : l10n.t("Language {0}", language);
}

/** `path`: relative to the workspace folder, or absolute. */
export function fileHead(path: string): SideHead {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { name: path.slice(end + 1), detail: path.slice(0, Math.max(end, 0)) };
}

/**
 * Returns the PDF files among the arguments of a menu command: all selected ones, or the clicked one. Throws if there
 * are more than two.
 */
export function filesGiven<File extends { readonly path: string }>(
  argument: unknown,
  selected: unknown,
  isFile: (each: unknown) => each is File,
): readonly File[] {
  const all: readonly unknown[] = Array.isArray(selected) && selected.length > 1 ? selected : [argument];
  const files = all.filter(isFile).filter(({ path }) => /\.pdf$/i.test(path));
  if (files.length > 2) throw new Error(l10n.t("Select two PDF files: more cannot be compared at once."));
  return files;
}

export function titleOf(left: SideHead, right: SideHead): string {
  return left.name === right.name ? l10n.t("Compare {0}", left.name) : `${left.name} ↔ ${right.name}`;
}
