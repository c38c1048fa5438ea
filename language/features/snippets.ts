/**
 * Whole placeholders to write where none has begun: after a single bracket, or after the first letters of a keyword.
 */
import * as l10n from "../l10n.ts";
import type { CompletionItem } from "./completion.ts";

const snippets = [
  {
    label: () => l10n.t("LIB : folder : text"),
    newText: "[[ LIB : ${1:folder} : ${2:text} ]]",
    word: "lib",
    detail: () => l10n.t("A text of the Text Library"),
  },
  {
    label: () => l10n.t("INPUT : name"),
    newText: "[[ INPUT : ${1:name} ]]",
    word: "input",
    detail: () => l10n.t("A text that the person can edit"),
  },
  {
    label: () => l10n.t("INPUT : name | default=$Data"),
    newText: "[[ INPUT : ${1:name} | default=\\$${2:Data} ]]",
    word: "input",
    detail: () => l10n.t("A prefilled text that the person can edit"),
  },
  {
    label: () => l10n.t("data"),
    newText: "[[ ${1:data} ]]",
    word: "data",
    detail: () => l10n.t("A value from the data"),
  },
] as const;

/** Minimum number of typed letters: a single letter begins too many other words. */
const shortest = 2;

/**
 * Returns snippets only after a single bracket or the first letters of a keyword. A bracket that an editor closed
 * automatically is replaced together with the opening one.
 */
export function snippetsFor(text: string, offset: number): readonly CompletionItem[] {
  const typed = /(?:\[|[A-Za-z]+)$/.exec(text.slice(Math.max(0, offset - 8), offset))?.[0] ?? "";
  const start = offset - typed.length;
  const isBracket = typed === "[";
  if (
    isBracket
      ? text.charAt(start - 1) === "["
      : typed.length < shortest || /[\p{L}\p{N}_]/u.test(text.charAt(start - 1))
  )
    return [];
  const end = isBracket && text.charAt(offset) === "]" ? offset + 1 : offset;
  const fitting = snippets.filter(({ word }) => isBracket || word.startsWith(typed.toLowerCase()));
  return fitting.map(({ newText, word, ...words }, index) => {
    const label = `[[ ${words.label()} ]]`;
    return {
      start,
      end,
      label,
      kind: "snippet",
      newText,
      filterText: isBracket ? label : word,
      sortText: String(index).padStart(4, "0"),
      detail: words.detail(),
      isSnippet: true,
      again: false,
    };
  });
}
