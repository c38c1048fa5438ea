/** The rows of the Text Library tree, and the checks of its commands before a request. Does not import `vscode`. */
import { contentTypeName, countOf } from "../../authoring/index.ts";
import { unescape } from "node:querystring";
import * as l10n from "@vscode/l10n";
import type { Folder, Text } from "../../language/index.ts";
import type { CatalogParams, ConfirmFixAllParams, ConfirmFixAllResult, UsesResult } from "../../server/protocol.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { brief, oneOrMany, visible } from "../../language/index.ts";
import { orderOfNames } from "../window/inDisplayLanguage.ts";
import type { Row } from "../window/rowModel.ts";
import type { LibraryText } from "../../authoring/index.ts";

export type Node = (
  | { readonly kind: "favourites" }
  | { readonly kind: "folder"; readonly folder: Folder }
  /** Texts of a folder whose codes begin with the same word. */
  | { readonly kind: "group"; readonly folder: Folder; readonly prefix: string; readonly texts: readonly Text[] }
  | TextNode
  | {
      readonly kind: "language";
      readonly folder: Folder;
      readonly text: Text;
      readonly language: string;
      readonly source: number | null;
      readonly under?: Place;
    }
) & {
  /**
   * Owner of the row's library. It is kept because the row may still be on the screen, or selected, when the window has
   * switched to another library.
   */
  readonly owner?: Owner;
};

export interface TextNode {
  readonly kind: "text";
  readonly folder: Folder;
  readonly text: Text;
  readonly favourite?: boolean;
  readonly under?: Place;
  readonly owner?: Owner;
}

/** Where a text is shown a second time. */
type Place = "favourites";

/**
 * Returns a row of the tree. All its words are plain text, because names come from other people. `problems`: the
 * problems of a folder's texts, in words.
 */
export function rowOf(node: Node, problems?: string): Row {
  switch (node.kind) {
    case "favourites":
      return {
        id: "favourites",
        label: l10n.t("Favourites"),
        description: "",
        tooltip: l10n.t("Texts that you keep at hand, stored only in this installation of VS Code."),
        icon: "star-full",
        expandable: true,
        context: "favourites",
        spoken: l10n.t("Favourites"),
      };
    case "folder":
      return folderRow(node.folder, problems);
    case "group":
      return {
        id: `group ${node.folder.id} ${node.prefix}`,
        label: node.prefix,
        description: countOf(node.texts.length, "text"),
        tooltip: l10n.t("Texts of {0} whose codes begin with {1}", node.folder.name, node.prefix),
        icon: "symbol-namespace",
        expandable: true,
        context: "group",
        spoken: l10n.t("Group {0}, {1}", node.prefix, countOf(node.texts.length, "text")),
      };
    case "text":
      return textRow(node);
    case "language":
      return languageRow(node);
  }
}

function folderRow(folder: Folder, problems: string | undefined): Row {
  const code = hasCode(folder) ? folder.code : l10n.t("no code");
  return {
    id: `folder ${folder.id}`,
    label: folder.name,
    description: [code, ...(folder.isDefault ? [l10n.t("default")] : [])].join(" · "),
    tooltip: [
      folder.name,
      hasCode(folder)
        ? l10n.t("References use its code: {0}", folder.code)
        : l10n.t("The folder has no code: references use its name, so renaming the folder breaks them."),
      ...(problems === undefined
        ? []
        : [l10n.t("In the texts of this folder that have been checked so far: {0}", problems)]),
    ].join("\n"),
    icon: folder.parentFolderId === null ? "folder-library" : "folder",
    expandable: true,
    context: folder.parentFolderId === null ? "topfolder" : "subfolder",
    spoken: [
      folder.parentFolderId === null
        ? l10n.t("Folder {0}, {1}", folder.name, code)
        : l10n.t("Subfolder {0}, {1}", folder.name, code),
      ...(problems === undefined ? [] : [problems]),
    ].join(", "),
  };
}

/** Returns what the row of a text begins with: the text's name, or its code if the name is empty. */
export function titleOf({ name, code }: Pick<Text, "name" | "code">): string {
  return name.trim() === "" ? code : name;
}

function textRow({ text, folder, favourite = false, under }: TextNode): Row {
  const languages =
    text.languages.state === "known" ? text.languages.value.join(", ") : l10n.t("languages not read yet");
  const type = contentTypeName(text.contentType);
  return {
    id: `${under === undefined ? "" : `${under} `}text ${text.id}`,
    label: titleOf(text),
    description: [
      ...(titleOf(text) === text.code ? [] : [text.code]),
      ...(under === undefined ? [] : [folder.name]),
      languages,
    ].join(" · "),
    icon: contentTypes.find(({ value }) => value === text.contentType)?.icon ?? "question",
    expandable: true,
    context: favourite ? "textFavourite" : "text",
    tooltip: [
      text.code,
      text.name,
      text.description,
      l10n.t(
        "{0} · default language {1} · {2}",
        type,
        text.defaultLanguage ?? l10n.t("none"),
        text.isPublic ? l10n.t("public: people find it in the document composer") : l10n.t("not public"),
      ),
      l10n.t("Languages: {0}", languages),
    ]
      .filter((line) => line !== "")
      .join("\n"),
    spoken: [
      l10n.t("Text {0}, {1}, {2}", text.code, type, languages),
      ...(titleOf(text) === text.code ? [] : [text.name]),
    ].join(", "),
  };
}

function languageRow({ text, language, source, under }: Extract<Node, { kind: "language" }>): Row {
  const marks = [
    ...(language === text.defaultLanguage ? [l10n.t("default")] : []),
    ...(source === 1 ? [l10n.t("machine-translated")] : []),
  ];
  return {
    id: `${under === undefined ? "" : `${under} `}language ${text.id} ${language}`,
    label: language,
    description: marks.join(" · "),
    icon: source === 1 ? "hubot" : "globe",
    expandable: false,
    context: "language",
    tooltip: [
      l10n.t("{0} in {1}", text.code, language),
      ...(source === 1 ? [l10n.t("Written by automatic translation, according to the service.")] : []),
    ].join("\n"),
    spoken: [l10n.t("Language {0}", language), ...marks].join(", "),
  };
}

/**
 * Returns the top folders, or the subfolders of one folder, sorted by name. Duplicates are removed, since VS Code shows
 * nothing of a branch with a duplicate id.
 */
export function childFolders(folders: readonly Folder[], parentFolderId: string | null): readonly Folder[] {
  const order = orderOfNames();
  return [
    ...new Map(
      folders.filter((folder) => folder.parentFolderId === parentFolderId).map((folder) => [folder.id, folder]),
    ).values(),
  ].sort((one, other) => order(one.name, other.name));
}

/** Returns the languages that a text has on the service, the default language first. */
export function languageNodes({ folder, text, under }: TextNode, fresh: LibraryText): readonly Node[] {
  const languages = Object.entries(fresh.translations ?? {}).map(
    ([language, { source }]) =>
      ({
        kind: "language",
        folder,
        text,
        language: language.toLowerCase(),
        source: source ?? null,
        ...(under && { under }),
      }) as const,
  );
  return languages.sort(
    (one, other) => rank(one.language) - rank(other.language) || (one.language < other.language ? -1 : 1),
  );

  function rank(language: string): number {
    return language === text.defaultLanguage ? 0 : 1;
  }
}

/**
 * Returns the language in which a text opens if no language is given. Undefined if the catalog does not determine one:
 * the service or the author must then decide.
 */
export function firstLanguage({ defaultLanguage, languages }: Text): string | undefined {
  const written = languages.state === "known" ? languages.value : [];
  return written.length === 1 ? written[0] : written.find((language) => language === defaultLanguage);
}

/** The numbers that the service accepts; it refuses names (document 1, "Text Library text"). */
export const contentTypes = [
  { value: 0, label: contentTypeName(0), icon: "symbol-string" },
  { value: 1, label: contentTypeName(1), icon: "symbol-text" },
  { value: 2, label: contentTypeName(2), icon: "code" },
] as const;

/**
 * Returns the line after the view's title: the progress of the reading, or the age of the list. The line also says that
 * all environments share one library (T27).
 */
export function viewDescription(
  connection: string,
  status: CatalogParams | undefined,
  format: (date: Date) => string,
): string {
  if (status === undefined) return connection;
  if (status.state !== "complete" && status.problem === undefined && status.total !== undefined)
    return l10n.t("{0} · reading {1} of {2}", connection, status.texts, status.total);
  const asOf =
    status.readAt === undefined
      ? l10n.t("not completely read")
      : l10n.t("last read {0}", format(new Date(status.readAt)));
  return l10n.t("{0} · {1} · shared by all environments", connection, asOf);
}

/** Returns the state that determines whether a welcome view or the tree is shown. */
export function libraryState(
  known: boolean,
  folders: number,
  status: CatalogParams | undefined,
): "loading" | "ready" | "empty" | "offline" {
  if (known && folders > 0) return "ready";
  if (status?.problem !== undefined) return "offline";
  return known ? "empty" : "loading";
}

/**
 * Returns why the code cannot be used; undefined if it can. Only the service can decide on uniqueness, because it sees
 * more than this client.
 */
export function codeProblem(code: string): string | undefined {
  if (code === "") return l10n.t("A text needs a code.");
  return /^[\p{L}\p{M}\p{N}._-]+$/u.test(code)
    ? undefined
    : l10n.t("Use letters, digits, dots, dashes and underscores.");
}

export function folderCodeProblem(code: string, folders: readonly Folder[], self?: Folder): string | undefined {
  const problem = codeProblem(code);
  if (problem !== undefined) return problem;
  const twin = folders.find((folder) => folder.id !== self?.id && folder.code?.toLowerCase() === code.toLowerCase());
  return twin === undefined
    ? undefined
    : l10n.t("The folder {0} has this code. Folder codes are unique in the company.", twin.name);
}

/**
 * Returns the code from an input box; undefined if nothing is to change. An empty code would remove the existing one,
 * so an empty box changes nothing (T7).
 */
export function wantedCode(typed: string | undefined, folder: Folder): string | undefined {
  return typed === undefined || typed === "" || typed === folder.code ? undefined : typed;
}

/**
 * Returns what a rename of the folder breaks. Undefined if the folder has a code: references then use the code, which
 * stays (T8).
 */
export function renameWarning(folder: Folder, uses: UsesResult): string | undefined {
  if (hasCode(folder)) return undefined;
  return [
    l10n.t(
      "References use the name of this folder: [[ LIB : {0} : … ]]. They stop working if you rename it. {1}",
      visible(folder.name),
      usesWords(uses),
    ),
    l10n.t(
      "If you set a code, write it in these references afterwards: it is not documented whether references by name still work then.",
    ),
  ].join("\n\n");
}

/**
 * References may be in other texts, in documents and in Smartforms. The known ones are named, with a warning that there
 * may be others.
 */
export function usesWords({ known, uses, documents, smartforms }: UsesResult): string {
  const forms = smartforms.map(({ name, certain }) =>
    certain ? l10n.t("the Smartform {0}", brief(name)) : l10n.t("perhaps the Smartform {0}", brief(name)),
  );
  // Up to ten Smartforms come first, because customers see them. Any further Smartforms come last, to leave space for
  // texts and files.
  const places = [
    ...forms.slice(0, 10),
    ...uses.map(({ code, language }) => brief(`${code} (${language})`)),
    ...documents.map(({ uri, certain }) => (certain ? brief(nameOf(uri)) : l10n.t("perhaps {0}", brief(nameOf(uri))))),
    ...forms.slice(10),
  ];
  const shown = places.slice(0, 20);
  const counted =
    places.length === 0
      ? known
        ? l10n.t("No reference was found in library texts or files.")
        : l10n.t("The library is not completely read, so it is not known which texts would be affected.")
      : [
          oneOrMany(
            places.length,
            l10n.t("1 place with a reference was found:"),
            l10n.t("{0} places with a reference were found:", places.length),
          ),
          ...shown.map((place) => `  ${place}`),
          ...(places.length > shown.length ? [`  ${l10n.t("and {0} more", places.length - shown.length)}`] : []),
        ].join("\n");
  return [
    counted,
    ...(known || places.length === 0 ? [] : [l10n.t("The library is not completely read, so there may be more.")]),
    l10n.t(
      "Some Smartforms cannot be searched from here. If one of them refers to this text or folder, the reference stops working.",
    ),
  ].join("\n\n");
}

/** Returns the last part of an address, for display. */
function nameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "");
  return unescape(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * Returns why the folder is not deleted; undefined if neither a text nor a subfolder of it is known. The extension
 * never empties a folder for the user (T14). `known`: all that is in the folder has been read.
 */
export function deletionProblem(
  folder: Folder,
  { known, texts, subfolders }: { readonly known: boolean; readonly texts: number; readonly subfolders: number },
): string | undefined {
  if (texts === 0 && subfolders === 0) return undefined;
  const problem = l10n.t(
    "{0} contains {1} and {2}, so the service would refuse to delete it. Move or delete its contents first; this does not happen automatically.",
    folder.name,
    countOf(texts, "text"),
    countOf(subfolders, "subfolder"),
  );
  return known ? problem : `${problem} ${l10n.t("The library is not completely read, so there may be more.")}`;
}

/**
 * Returns why the language cannot be added; undefined if it can. The service keeps the codes of languages in lower
 * case: `sv`, `en-gb`.
 */
export function languageProblem(code: string, present: readonly string[]): string | undefined {
  const language = code.toLowerCase();
  if (!/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,4}$/.test(language))
    return l10n.t("Enter a language code such as sv or en-gb.");
  return present.includes(language) ? l10n.t("The text already has the language {0}.", language) : undefined;
}

/**
 * Returns a text with this code in the same family of folders: a code is unique within a top folder and its subfolders
 * (T11).
 */
export function codeTwin(
  code: string,
  folderId: string,
  folders: readonly Folder[],
  texts: readonly Text[],
  self?: Pick<Text, "id">,
): Text | undefined {
  const family = familyOf(folderId, folders);
  return texts.find(
    (text) => text.id !== self?.id && family.has(text.folderId) && text.code.toLowerCase() === code.toLowerCase(),
  );
}

/** Returns the ids of the folders under the same top folder, including the top folder. */
function familyOf(folderId: string, folders: readonly Folder[]): ReadonlySet<string> {
  const top = folders.find(({ id }) => id === folderId)?.parentFolderId ?? folderId;
  return new Set([top, ...folders.filter(({ parentFolderId }) => parentFolderId === top).map(({ id }) => id)]);
}

/** Returns the reference to a text. It survives a rename of the folder if the folder has a code. */
export function referenceTo(folder: Folder, text: Pick<Text, "code">): string {
  return `[[ LIB : ${hasCode(folder) ? folder.code : folder.name} : ${text.code} ]]`;
}

export function hasCode(folder: Folder): folder is Folder & { readonly code: string } {
  return folder.code !== null && folder.code !== "";
}

/** Returns the question that the author is asked before everything is repaired. */
export function fixAllQuestion(
  { findings, files, left }: ConfirmFixAllParams,
  { saves }: { readonly saves: boolean },
): {
  readonly message: string;
  readonly detail: string;
  readonly choices: readonly { readonly title: string; readonly result: ConfirmFixAllResult }[];
} {
  return {
    message: l10n.t(
      "Repair {0} {1}?",
      oneOrMany(findings, l10n.t("1 finding"), l10n.t("{0} findings", findings)),
      countOf(files, "inFiles"),
    ),
    detail: [
      ...(left === 0
        ? []
        : [
            oneOrMany(
              left,
              l10n.t("1 finding has no safe fix and stays."),
              l10n.t("{0} findings have no safe fix and stay.", left),
            ),
          ]),
      saves ? l10n.t("VS Code saves the changed files.") : l10n.t("Save the files afterwards."),
      l10n.t("Texts of the Text Library are not changed."),
    ].join(" "),
    choices: [
      { title: l10n.t("Repair All"), result: "all" },
      { title: l10n.t("Choose One by One"), result: "each" },
    ],
  };
}
