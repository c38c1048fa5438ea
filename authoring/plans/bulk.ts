/**
 * Changes one field of several texts, or the default language of one text, as a plan that states its consequences and
 * names the texts that are left unchanged. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { contentTypeName } from "../words.ts";
import { contentsOf, fieldsOf } from "../guard/writePlan.ts";
import type { Fields, LibraryText } from "../guard/writePlan.ts";
import { defaultLanguageWish } from "./plan.ts";
import type { Wish } from "./plan.ts";
import { countOf } from "../countOf.ts";

/**
 * The fields that make sense for several texts at once (document 1, "Text Library text"); changing their folder is a
 * move.
 */
export type BulkChange = Pick<Fields, "isPublic"> | Pick<Fields, "contentType"> | Pick<Fields, "defaultLanguage">;

export function bulkOf(
  texts: readonly LibraryText[],
  change: BulkChange,
): { readonly title: string; readonly wishes: readonly Wish[]; readonly said: readonly string[] } {
  const isSo = texts.filter((text) =>
    Object.entries(change).every(([field, value]) => fieldsOf(text)[field as keyof Fields] === value),
  );
  const lacking =
    "defaultLanguage" in change
      ? texts.filter((text) => !isSo.includes(text) && !hasWords(text, change.defaultLanguage))
      : [];
  const changing = texts.filter((text) => !isSo.includes(text) && !lacking.includes(text));
  return {
    title: titleOf(change, changing),
    wishes: changing.map((base) => wishOf(base, change)),
    said: [
      ...consequences(change, changing),
      ...(isSo.length === 0 ? [] : [l10n.t("Nothing to change in {0}.", namesOf(isSo))]),
      ...(lacking.length === 0 || !("defaultLanguage" in change)
        ? []
        : [
            l10n.t(
              "Not changed, because these texts have no words in {0}: {1}. The API documents do not say what these texts would show to readers who request no language.",
              change.defaultLanguage,
              namesOf(lacking),
            ),
          ]),
    ],
  };
}

function wishOf(base: LibraryText, change: BulkChange): Wish {
  if ("defaultLanguage" in change) return defaultLanguageWish(base, change.defaultLanguage);
  if ("isPublic" in change)
    return {
      step: {
        do: "text",
        title: change.isPublic ? l10n.t("Make {0} public", base.code) : l10n.t("Make {0} not public", base.code),
        base,
        fields: change,
      },
    };
  return {
    step: {
      do: "text",
      title: l10n.t(
        "Change {0} from {2} to {1}",
        base.code,
        contentTypeName(change.contentType),
        contentTypeName(base.contentType),
      ),
      base,
      fields: change,
    },
  };
}

function titleOf(change: BulkChange, texts: readonly LibraryText[]): string {
  const what = texts.length === 1 ? (texts[0]?.code ?? "") : countOf(texts.length, "text");
  if ("defaultLanguage" in change) return l10n.t("Make {0} the default language of {1}", change.defaultLanguage, what);
  if ("isPublic" in change)
    return change.isPublic ? l10n.t("Make {0} public", what) : l10n.t("Make {0} not public", what);
  return l10n.t("Change the content type of {0} to {1}", what, contentTypeName(change.contentType));
}

function consequences(change: BulkChange, texts: readonly LibraryText[]): readonly string[] {
  if (texts.length === 0) return [];
  if ("isPublic" in change)
    return [
      change.isPublic
        ? l10n.t("People will find the texts in the document composer.")
        : l10n.t("People will no longer find the texts in the document composer."),
    ];
  if ("contentType" in change) {
    const loses = texts.some(({ contentType }) => contentType !== 0) && change.contentType === 0;
    return [
      [
        l10n.t(
          "The contents stay exactly as they are, in every language. Only the content type changes, and with it the way in which the contents are read.",
        ),
        ...(loses ? [l10n.t("Markup tags and entities will be printed as they are written.")] : []),
      ].join(" "),
    ];
  }
  return defaultLanguageSaid(texts, change.defaultLanguage);
}

/** Says what changes if the texts get another default language. */
export function defaultLanguageSaid(texts: readonly LibraryText[], language: string): readonly string[] {
  const others = [...new Set(texts.flatMap((text) => [...contentsOf(text).keys()]))]
    .filter((each) => each !== language)
    .sort();
  const emptied = texts.filter((text) => !hasWords(text, language));
  return [
    l10n.t(
      "If neither the request nor the Smartform names a language, a form will print the content in {0}. The API documents do not say what a form prints if it requests a language that a text lacks.",
      language,
    ),
    ...(others.length === 0
      ? []
      : [
          l10n.t(
            "From then on, the other languages ({0}) are compared with {1}, and may count as older than {1} or as having other placeholders.",
            others.join(", "),
            language,
          ),
        ]),
    ...(emptied.length === 0
      ? []
      : [
          l10n.t(
            "These texts have no words in {0}: {1}. The API documents do not say what these texts print once {0} is their default language.",
            language,
            namesOf(emptied),
          ),
        ]),
    l10n.t("No content is changed."),
  ];
}

function hasWords(text: LibraryText, language: string): boolean {
  return (contentsOf(text).get(language) ?? "").trim() !== "";
}

function namesOf(texts: readonly LibraryText[]): string {
  const named = texts
    .slice(0, 10)
    .map(({ code }) => code)
    .join(", ");
  return texts.length > 10 ? l10n.t("{0} and {1} more", named, texts.length - 10) : named;
}
