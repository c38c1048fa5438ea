/** One field of several texts, or the default language of one, as a plan: with what follows said before, and with those named that are left as they are. Without VS Code. */
import { contentTypeName } from "../textLibraryModel.ts";
import { contentsOf, fieldsOf, type Fields, type LibraryText } from "../writePlan.ts";
import { countOf, defaultLanguageWish, type Wish } from "./planModel.ts";

/** What the service has that makes sense for several texts at once (document 1, "Text Library text"); their folder is a move. */
export type BulkChange = Pick<Fields, "isPublic"> | Pick<Fields, "contentType"> | Pick<Fields, "defaultLanguage">;

export interface Bulk {
  readonly title: string;
  readonly wishes: readonly Wish[];
  readonly said: readonly string[];
}

export function bulkOf(texts: readonly LibraryText[], change: BulkChange): Bulk {
  const isSo = texts.filter((text) => Object.entries(change).every(([field, value]) => fieldsOf(text)[field as keyof Fields] === value));
  const lacking = "defaultLanguage" in change ? texts.filter((text) => !isSo.includes(text) && !hasWords(text, change.defaultLanguage)) : [];
  const changing = texts.filter((text) => !isSo.includes(text) && !lacking.includes(text));
  return {
    title: titleOf(change, changing), wishes: changing.map((base) => wishOf(base, change)),
    said: [
      ...consequences(change, changing),
      ...(isSo.length === 0 ? [] : [`Nothing to change in ${namesOf(isSo)}.`]),
      ...(lacking.length === 0 || !("defaultLanguage" in change) ? [] : [`Left as it is, because there is no word in ${change.defaultLanguage}: ${namesOf(lacking)}. Readers who ask for no language would see nothing.`]),
    ],
  };
}

function wishOf(base: LibraryText, change: BulkChange): Wish {
  if ("defaultLanguage" in change) return defaultLanguageWish(base, change.defaultLanguage);
  if ("isPublic" in change) return { step: { do: "text", title: change.isPublic ? `Make ${base.code} public` : `Make ${base.code} not public`, base, fields: change } };
  return { step: { do: "text", title: `Make ${base.code} ${contentTypeName(change.contentType)} instead of ${contentTypeName(base.contentType)}`, base, fields: change } };
}

function titleOf(change: BulkChange, texts: readonly LibraryText[]): string {
  const what = texts.length === 1 ? texts[0]?.code ?? "" : countOf(texts.length, "text");
  if ("defaultLanguage" in change) return `Make ${change.defaultLanguage} the default language of ${what}`;
  if ("isPublic" in change) return change.isPublic ? `Make ${what} public` : `Make ${what} not public`;
  return `Change the content of ${what} to ${contentTypeName(change.contentType)}`;
}

function consequences(change: BulkChange, texts: readonly LibraryText[]): readonly string[] {
  if (texts.length === 0) return [];
  if ("isPublic" in change) return [change.isPublic ? "People will find them in the document composer." : "People will not find them in the document composer any more. References go on working."];
  if ("contentType" in change) {
    const loses = texts.some(({ contentType }) => contentType !== 0) && change.contentType === 0;
    return [`Contents stay as they are, letter by letter, in every language: they are only read in another way.${loses ? " Tags and entities of markup will be printed as they are written." : ""}`];
  }
  return defaultLanguageSaid(texts, change.defaultLanguage);
}

/** What follows from another default language. */
export function defaultLanguageSaid(texts: readonly LibraryText[], language: string): readonly string[] {
  const others = [...new Set(texts.flatMap((text) => [...contentsOf(text).keys()]))].filter((each) => each !== language).sort();
  const emptied = texts.filter((text) => !hasWords(text, language));
  return [
    `Forms that ask for no language will print ${language}, and so will those that ask for one that a text does not have.`,
    ...(others.length === 0 ? [] : [`The other languages (${others.join(", ")}) are compared with ${language} from then on: they may count as stale or drifted.`]),
    ...(emptied.length === 0 ? [] : [`There is no word in ${language} in ${namesOf(emptied)}: it would print nothing.`]),
    "No content is changed.",
  ];
}

function hasWords(text: LibraryText, language: string): boolean {
  return (contentsOf(text).get(language) ?? "").trim() !== "";
}

function namesOf(texts: readonly LibraryText[]): string {
  const named = texts.slice(0, 10).map(({ code }) => code).join(", ");
  return texts.length > 10 ? `${named} and ${texts.length - 10} more` : named;
}
