/** What the Text Library tree shows and what its commands check before they ask the service. Without VS Code. */
import { unescape } from "node:querystring";
import type { Folder, Text } from "../language/index.ts";
import type { CatalogParams, ConfirmFixAllParams, ConfirmFixAllResult, ConfirmRenameParams, ConfirmRenameResult, Places, UsesResult } from "../server/protocol.ts";
import { visible } from "./plainText.ts";
import type { Row } from "./rowModel.ts";
import type { LibraryText } from "./writePlan.ts";

export type Node =
  | { readonly kind: "favourites" }
  | { readonly kind: "folder"; readonly folder: Folder }
  /** Texts of a folder whose codes begin alike. */
  | { readonly kind: "group"; readonly folder: Folder; readonly prefix: string; readonly texts: readonly Text[] }
  | TextNode
  | { readonly kind: "language"; readonly folder: Folder; readonly text: Text; readonly language: string; readonly source: number | null; readonly under?: Place };

export interface TextNode {
  readonly kind: "text";
  readonly folder: Folder;
  readonly text: Text;
  readonly favourite?: boolean;
  readonly under?: Place;
}

/** Where a text stands a second time. */
export type Place = "favourites";

/** A row of the tree: plain text everywhere, because names come from other people. */
export function rowOf(node: Node): Row {
  switch (node.kind) {
    case "favourites": return { id: "favourites", label: "Favourites", description: "", tooltip: "Texts that you keep at hand, in this editor alone.", icon: "star-full", expandable: true, context: "favourites", spoken: "Favourites" };
    case "folder": return folderRow(node.folder);
    case "group": return groupRow(node);
    case "text": return textRow(node);
    case "language": return languageRow(node);
  }
}

function folderRow(folder: Folder): Row {
  const code = hasCode(folder) ? folder.code : "no code";
  return {
    id: `folder ${folder.id}`, label: folder.name, description: `${code}${folder.isDefault ? " · default" : ""}`,
    tooltip: `${folder.name}\n${hasCode(folder) ? `References name it by its code: ${folder.code}` : "It has no code: references name it by its name, and a rename breaks them."}`,
    icon: folder.parentFolderId === null ? "folder-library" : "folder", expandable: true,
    context: folder.parentFolderId === null ? "topfolder" : "subfolder",
    spoken: `${folder.parentFolderId === null ? "Folder" : "Subfolder"} ${folder.name}, ${code}`,
  };
}

function groupRow({ folder, prefix, texts }: Extract<Node, { kind: "group" }>): Row {
  return { id: `group ${folder.id} ${prefix}`, label: prefix, description: count(texts.length, "text"), tooltip: `Texts of ${folder.name} whose codes begin with ${prefix}`, icon: "symbol-namespace", expandable: true, context: "group", spoken: `Group ${prefix}, ${count(texts.length, "text")}` };
}

function textRow({ text, folder, favourite = false, under }: TextNode): Row {
  const languages = text.languages.state === "known" ? text.languages.value.join(", ") : "languages not read yet";
  const type = contentTypeName(text.contentType);
  return {
    id: `${under === undefined ? "" : `${under} `}text ${text.id}`, label: text.code, description: under === undefined ? languages : `${folder.name} · ${languages}`, icon: contentTypeIcon(text.contentType), expandable: true, context: favourite ? "textFavourite" : "text",
    tooltip: [text.name, text.description, `${type} · default language ${text.defaultLanguage ?? "none"} · ${text.isPublic ? "public: people find it in the document composer" : "not public"}`, `Languages: ${languages}`]
      .filter((line) => line !== "").join("\n"),
    spoken: `Text ${text.code}, ${type}, ${languages}`,
  };
}

function languageRow({ text, language, source, under }: Extract<Node, { kind: "language" }>): Row {
  const marks = [...(language === text.defaultLanguage ? ["default"] : []), ...(source === 1 ? ["machine-translated"] : [])];
  return {
    id: `${under === undefined ? "" : `${under} `}language ${text.id} ${language}`, label: language, description: marks.join(" · "), icon: source === 1 ? "hubot" : "globe", expandable: false, context: "language",
    tooltip: [`${text.code} in ${language}`, ...(source === 1 ? ["Written by automatic translation; nobody has saved it since."] : [])].join("\n"),
    spoken: [`Language ${language}`, ...marks].join(", "),
  };
}

/** Top folders, or the subfolders of one, by name. */
export function childFolders(folders: readonly Folder[], parentFolderId: string | null): readonly Folder[] {
  return folders.filter((folder) => folder.parentFolderId === parentFolderId).sort((one, other) => one.name.localeCompare(other.name));
}

/** The languages of a text as the service returned it, the default first. */
export function languageNodes({ folder, text, under }: TextNode, fresh: LibraryText): readonly Node[] {
  const languages = Object.entries(fresh.translations ?? {}).map(([language, { source }]) => ({ kind: "language", folder, text, language: language.toLowerCase(), source: source ?? null, ...(under && { under }) }) as const);
  return languages.sort((one, other) => rank(one.language) - rank(other.language) || (one.language < other.language ? -1 : 1));

  function rank(language: string): number {
    return language === text.defaultLanguage ? 0 : 1;
  }
}

export function contentTypeName(contentType: number): string {
  return contentTypes.find(({ value }) => value === contentType)?.label ?? `content type ${contentType}`;
}

/** The numbers that the service takes; names are refused (document 1, "Text Library text"). */
export const contentTypes = [
  { value: 0, label: "Plain text", icon: "symbol-string" },
  { value: 1, label: "Rich text", icon: "symbol-text" },
  { value: 2, label: "HTML", icon: "code" },
] as const;

function contentTypeIcon(contentType: number): string {
  return contentTypes.find(({ value }) => value === contentType)?.icon ?? "question";
}

/** The line beside the view's title: how far the reading is, or how old the list is; and that no environment has a library of its own (T27). */
export function viewDescription(connection: string, status: CatalogParams | undefined, format: (date: Date) => string): string {
  if (status === undefined) return connection;
  if (status.state !== "complete" && status.problem === undefined && status.total !== undefined) return `${connection} · reading ${status.texts} of ${status.total}`;
  const asOf = status.readAt === undefined ? "not completely read" : `as of ${format(new Date(status.readAt))}`;
  return `${connection} · ${asOf} · shared by all environments`;
}

/** What a welcome view or the tree shows. */
export function libraryState(known: boolean, folders: number, status: CatalogParams | undefined): "loading" | "ready" | "empty" | "offline" {
  if (known && folders > 0) return "ready";
  if (status?.problem !== undefined) return "offline";
  return known ? "empty" : "loading";
}

/** Why the code cannot be used; undefined where it can. The service has the last word on uniqueness, because it sees more than this client. */
export function codeProblem(code: string): string | undefined {
  if (code === "") return "A text needs a code.";
  return /^[\p{L}\p{M}\p{N}._-]+$/u.test(code) ? undefined : "Use letters, digits, dots, dashes and underscores.";
}

export function folderCodeProblem(code: string, folders: readonly Folder[], self?: Folder): string | undefined {
  const problem = codeProblem(code);
  if (problem !== undefined) return problem;
  const twin = folders.find((folder) => folder.id !== self?.id && folder.code?.toLowerCase() === code.toLowerCase());
  return twin === undefined ? undefined : `The folder ${twin.name} has this code. Folder codes are unique in the company.`;
}

/** The code that an input box asks for; undefined where nothing is to change. An empty code would remove it, and an empty box is no such wish (T7). */
export function wantedCode(typed: string | undefined, folder: Folder): string | undefined {
  return typed === undefined || typed === "" || typed === folder.code ? undefined : typed;
}

/** What a rename of the folder breaks; undefined where references name it by its code, which stays (T8). */
export function renameWarning(folder: Folder, uses: UsesResult): string | undefined {
  if (hasCode(folder)) return undefined;
  return `References name this folder by its name: [[ LIB : ${folder.name} : … ]]. A rename breaks them. ${usesWords(uses)}\n\n`
    + "What happens to references by name once the folder has a code is not documented either; change them to the code afterwards.";
}

/** References are part of other texts, of documents and of Smartforms: those here are named, those on the service cannot be searched. */
export function usesWords({ known, uses, documents }: UsesResult): string {
  const places = [...uses.map(({ code, language }) => `  ${code} (${language})`), ...documents.map(({ uri, open }) => `  ${nameOf(uri)}${open ? " (open)" : ""}`)];
  const shown = places.slice(0, 20);
  const counted = places.length === 0
    ? known ? "No library text and no file refers to it." : "The library is not completely read, so the texts that refer to it are not known."
    : `${known ? "" : "At least "}${count(places.length, "place")} ${places.length === 1 ? "refers" : "refer"} to it:\n${shown.join("\n")}${places.length > shown.length ? `\n  and ${places.length - shown.length} more` : ""}`;
  return `${counted}\n\nSmartforms on the service cannot be searched from here: references in them stop working as well.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The last part of an address, for people. */
function nameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "");
  return unescape(path.slice(path.lastIndexOf("/") + 1));
}

/** Why the folder is not deleted; undefined where nothing is known to be in it. Nothing is ever emptied for the user (T14). */
export function deletionProblem(folder: Folder, { texts, subfolders }: { readonly texts: number; readonly subfolders: number }): string | undefined {
  if (texts === 0 && subfolders === 0) return undefined;
  return `${folder.name} holds ${count(texts, "text")} and ${count(subfolders, "subfolder")}, so the service would refuse to delete it. Nothing is emptied for you: move or delete what is in it first.`;
}

/** `sv`, `en-gb`: what the service keeps, in lower case. */
export function languageProblem(code: string, present: readonly string[]): string | undefined {
  const language = code.toLowerCase();
  if (!/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,4}$/.test(language)) return "Enter a language code such as sv or en-gb.";
  return present.includes(language) ? `The text has ${language} already.` : undefined;
}

/** A text with this code in the same family of folders: a code is unique under the whole top folder (T11). */
export function codeTwin(code: string, folderId: string, folders: readonly Folder[], texts: readonly Text[], self?: Pick<Text, "id">): Text | undefined {
  const family = familyOf(folderId, folders);
  return texts.find((text) => text.id !== self?.id && family.has(text.folderId) && text.code.toLowerCase() === code.toLowerCase());
}

/** Ids of the folders under the same top folder, itself too. */
export function familyOf(folderId: string, folders: readonly Folder[]): ReadonlySet<string> {
  const top = folders.find(({ id }) => id === folderId)?.parentFolderId ?? folderId;
  return new Set([top, ...folders.filter(({ parentFolderId }) => parentFolderId === top).map(({ id }) => id)]);
}

/** The reference that survives a rename where the folder has a code. */
export function referenceTo(folder: Folder, text: Pick<Text, "code">): string {
  return `[[ LIB : ${hasCode(folder) ? folder.code : folder.name} : ${text.code} ]]`;
}

export function hasCode(folder: Folder): folder is Folder & { readonly code: string } {
  return folder.code !== null && folder.code !== "";
}

export interface RenameChoice {
  readonly title: string;
  readonly result: ConfirmRenameResult;
}

/** What the author is asked before a rename reaches library texts; the first choice leaves them alone where it can. `saves`: VS Code saves what a rename changed. */
export function renameQuestion(
  { what, name, files, texts }: ConfirmRenameParams, { saves }: { readonly saves: boolean },
): { readonly message: string; readonly detail: string; readonly choices: readonly RenameChoice[] } {
  const count = ({ places, documents }: Places, document: string): string => `${places} ${places === 1 ? "place" : "places"} in ${documents} ${document}${documents === 1 ? "" : "s"}`;
  const live = saves ? "VS Code saves what a rename changes: they are live for the whole company at once." : "They are live for the whole company once you save them.";
  const others = files.places === 0 ? "" : `\nWorkspace: ${count(files, "file")}.`;
  return {
    message: `Rename ${visible(what)} to ${visible(name)} in the Text Library too?`,
    detail: `Text Library: ${count(texts, "text")}, each language counted. ${live}${others}`,
    choices: [
      ...(files.places === 0 ? [] : [{ title: "Only in Files", result: "files" } as const]),
      { title: "Choose Each", result: "each" },
      { title: "In Files and Library", result: "everywhere" },
    ],
  };
}

export interface FixAllChoice {
  readonly title: string;
  readonly result: ConfirmFixAllResult;
}

/** What the author is asked before everything is repaired. */
export function fixAllQuestion({ findings, files, left }: ConfirmFixAllParams, { saves }: { readonly saves: boolean }): { readonly message: string; readonly detail: string; readonly choices: readonly FixAllChoice[] } {
  return {
    message: `Repair ${count(findings, "finding")} in ${count(files, "file")}?`,
    detail: [
      ...(left === 0 ? [] : [`${count(left, "finding")} ${left === 1 ? "has" : "have"} no fix that is sure, and ${left === 1 ? "stays" : "stay"}.`]),
      saves ? "VS Code saves what this changes." : "Save the files afterwards.", "Texts of the Text Library are not changed.",
    ].join(" "),
    choices: [{ title: "Repair All", result: "all" }, { title: "Choose Each", result: "each" }],
  };
}
