/**
 * What the Languages view shows: the progress of each language in the library and in each folder, with unknown states
 * counted separately. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Folder, Text } from "../../../language/index.ts";
import type { FolderProgress, LanguageCount, LanguageProgressResult, WorkKind } from "../../../server/protocol.ts";
import { ownerShape } from "../../connections/ownerModel.ts";
import type { Row } from "../../window/rowModel.ts";
import { folderShape, textShape } from "../givenModel.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { oneOrMany } from "../../../language/index.ts";

/** Progress of a language, in a folder or in the whole library. */
interface Progress extends Omit<LanguageCount, "language" | "unknown"> {
  readonly texts: number;
  readonly missing: number;
  /** Texts for which it is unknown whether the language exists, or what it contains. */
  readonly unread: number;
}

export type ProgressNode =
  | { readonly kind: "languageProgress"; readonly language: string; readonly progress: Progress }
  | {
      readonly kind: "folderProgress";
      readonly language: string;
      readonly folder: Folder;
      readonly path: string;
      readonly progress: Progress;
    }
  /** `folder` undefined: the whole library. */
  | {
      readonly kind: "work";
      readonly language: string;
      readonly folder: Folder | undefined;
      readonly work: WorkKind;
      readonly count: number;
    }
  | {
      readonly kind: "workText";
      readonly language: string;
      readonly work: WorkKind;
      readonly scope: string;
      readonly folder: Folder;
      readonly text: Text;
    }
  | {
      readonly kind: "moreWork";
      readonly language: string;
      readonly work: WorkKind;
      readonly scope: string;
      readonly count: number;
    };

const language = z.string().min(1),
  work = z.enum(["missing", "stale", "drifted", "machine", "unknown"]);
const owner = ownerShape.optional();
const rowShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("languageProgress"), language, owner }),
  z.object({ kind: z.literal("folderProgress"), language, folder: folderShape, owner }),
  z.object({ kind: z.literal("work"), language, work, folder: folderShape.optional(), owner }),
  z.object({ kind: z.literal("workText"), language, work, folder: folderShape, text: textShape, owner }),
]);

/**
 * Returns a command's argument if it is one of the view's rows that commands can work on; otherwise returns undefined.
 * The argument may be any value from any extension.
 */
export function asProgressNode(argument: unknown): z.output<typeof rowShape> | undefined {
  return rowShape.safeParse(argument).data;
}

const none: Omit<LanguageCount, "language"> = {
  there: 0,
  unknown: 0,
  stale: 0,
  staleUnknown: 0,
  drifted: 0,
  driftedUnknown: 0,
  machine: 0,
  machineUnknown: 0,
};

/** A language that does not occur in the folder counts as missing in each of the folder's texts that were read. */
export function progressIn({ texts, unread, languages }: FolderProgress, language: string): Progress {
  const { unknown, ...found } = { ...none, ...languages.find((each) => each.language === language) };
  const { there, stale, staleUnknown, drifted, driftedUnknown, machine, machineUnknown } = found;
  return {
    texts,
    there,
    missing: texts - unread - there - unknown,
    unread: unread + unknown,
    stale,
    staleUnknown,
    drifted,
    driftedUnknown,
    machine,
    machineUnknown,
  };
}

export function progressOf(folders: readonly FolderProgress[], language: string): Progress {
  const sum = {
    texts: 0,
    there: 0,
    missing: 0,
    unread: 0,
    stale: 0,
    staleUnknown: 0,
    drifted: 0,
    driftedUnknown: 0,
    machine: 0,
    machineUnknown: 0,
  };
  for (const folder of folders) {
    const progress = progressIn(folder, language);
    for (const key of Object.keys(sum) as (keyof Progress)[]) sum[key] += progress[key];
  }
  return sum;
}

export const workKinds: readonly WorkKind[] = ["missing", "stale", "drifted", "machine", "unknown"];

/**
 * A text may be counted for several kinds of work. Unknown states have no total, because a text with several of them
 * would be counted several times.
 */
function countOfWork(progress: Progress, work: Exclude<WorkKind, "unknown">): number {
  return progress[work];
}

/** Returns whether something is unknown about at least one text. */
function hasUnknown({ unread, staleUnknown, driftedUnknown, machineUnknown }: Progress): boolean {
  return unread + staleUnknown + driftedUnknown + machineUnknown > 0;
}

/** Returns, for example, `3 of 5 texts · 2 missing · 1 older`. Zero counts are left out. */
export function progressWords(progress: Progress): string {
  const { texts, there, missing, unread, stale, staleUnknown, drifted, driftedUnknown, machine, machineUnknown } =
    progress;
  const part = (count: number, words: string): readonly string[] => (count === 0 ? [] : [`${grouped(count)} ${words}`]);
  return [
    oneOrMany(
      texts,
      l10n.t("{0} of 1 text", grouped(there)),
      l10n.t("{0} of {1} texts", grouped(there), grouped(texts)),
    ),
    ...part(missing, l10n.t("missing")),
    ...part(stale, l10n.t("stale")),
    ...part(drifted, l10n.t("drifted")),
    ...part(machine, l10n.t("by machine")),
    ...part(unread, l10n.t("not read")),
    ...part(staleUnknown, l10n.t("of unknown age")),
    ...part(driftedUnknown, l10n.t("not comparable")),
    ...part(machineUnknown, l10n.t("by unknown writers")),
  ].join(" · ");
}

export const workNames: Readonly<
  Record<WorkKind, { readonly label: string; readonly explained: string; readonly icon: string }>
> = {
  missing: {
    label: l10n.t("Missing"),
    explained: l10n.t("Texts without content in this language."),
    icon: "circle-slash",
  },
  stale: {
    label: l10n.t("Stale"),
    explained: l10n.t(
      "The words in the default language were changed after this translation was written, so the two may no longer say the same thing.",
    ),
    icon: "history",
  },
  drifted: {
    label: l10n.t("Drifted"),
    explained: l10n.t(
      "The placeholders, inputs or included texts of the translation differ from those of the default language.",
    ),
    icon: "diff",
  },
  machine: {
    label: l10n.t("Machine-made"),
    explained: l10n.t("Written by automatic translation, according to the service."),
    icon: "hubot",
  },
  unknown: {
    label: l10n.t("Not known"),
    explained: l10n.t(
      "There are three possible reasons: the service did not say when or by whom the translation was written, the translation's content has not been read, or there is no default language to compare the translation with.",
    ),
    icon: "question",
  },
};

/** Returns the languages in the order of the server's result: those with the most texts come first. */
export function languageRows({ languages, folders }: LanguageProgressResult): readonly ProgressNode[] {
  return languages.map((language) => ({ kind: "languageProgress", language, progress: progressOf(folders, language) }));
}

/**
 * Returns rows for the waiting work of the whole library, then a row for every folder with texts, sorted by path.
 * Folders that the catalog does not have are counted, but cannot be shown.
 */
export function rowsOfLanguage(
  { folders }: LanguageProgressResult,
  language: string,
  known: readonly Folder[],
): readonly ProgressNode[] {
  const byId = new Map(known.map((folder) => [folder.id, folder]));
  const rows = folders.flatMap((counted): readonly Extract<ProgressNode, { kind: "folderProgress" }>[] => {
    const folder = byId.get(counted.folderId);
    return folder === undefined
      ? []
      : [
          {
            kind: "folderProgress",
            language,
            folder,
            path: pathOf(folder, byId),
            progress: progressIn(counted, language),
          },
        ];
  });
  return [
    ...workRows(progressOf(folders, language), language, undefined),
    ...rows.sort((one, other) => one.path.localeCompare(other.path)),
  ];
}

export function workRows(progress: Progress, language: string, folder: Folder | undefined): readonly ProgressNode[] {
  return workKinds.flatMap((work): readonly ProgressNode[] => {
    if (work === "unknown") return hasUnknown(progress) ? [{ kind: "work", language, folder, work, count: 0 }] : [];
    const count = countOfWork(progress, work);
    return count === 0 ? [] : [{ kind: "work", language, folder, work, count }];
  });
}

function pathOf(folder: Folder, byId: ReadonlyMap<string, Folder>): string {
  const parent = folder.parentFolderId === null ? undefined : byId.get(folder.parentFolderId);
  return parent === undefined ? folder.name : `${parent.name} / ${folder.name}`;
}

/** Every word of the row is plain text, because names come from other people. */
export function progressRow(node: ProgressNode): Row {
  switch (node.kind) {
    case "languageProgress": {
      const words = progressWords(node.progress);
      return {
        id: `language ${node.language}`,
        label: node.language,
        description: words,
        tooltip: [l10n.t("Language {0}", node.language), ...words.split(" · ")].join("\n"),
        icon: isDone(node.progress) ? "pass" : "globe",
        expandable: true,
        context: "languageProgress",
        spoken: l10n.t("Language {0}, {1}", node.language, words.replaceAll(" · ", ", ")),
      };
    }
    case "folderProgress": {
      const words = progressWords(node.progress);
      return {
        id: `folder ${node.language} ${node.folder.id}`,
        label: node.path,
        description: words,
        tooltip: [l10n.t("{0} in {1}", node.path, node.language), ...words.split(" · ")].join("\n"),
        icon: isDone(node.progress) ? "pass" : "folder",
        expandable: !isDone(node.progress),
        context: "folderProgress",
        spoken: l10n.t("Folder {0} in {1}, {2}", node.path, node.language, words.replaceAll(" · ", ", ")),
      };
    }
    case "work": {
      const { label, explained, icon } = workNames[node.work];
      const count = node.count === 0 ? "" : grouped(node.count);
      return {
        id: `work ${node.language} ${node.folder?.id ?? ""} ${node.work}`,
        label,
        description: count,
        tooltip: explained,
        icon,
        expandable: true,
        context: "work",
        spoken: [l10n.t("{0} in {1}", label, node.language), ...(count === "" ? [] : [count]), explained].join(", "),
      };
    }
    case "workText":
      return {
        id: `text ${node.language} ${node.scope} ${node.work} ${node.text.id}`,
        label: node.text.code,
        description: node.folder.name,
        tooltip: [node.text.code, node.text.name, workNames[node.work].explained]
          .filter((line) => line !== "")
          .join("\n"),
        icon: "symbol-string",
        expandable: false,
        context: "workText",
        spoken: l10n.t(
          "Text {0} in {1}, {2} in {3}",
          node.text.code,
          node.folder.name,
          workNames[node.work].label,
          node.language,
        ),
      };
    case "moreWork":
      return {
        id: `more ${node.language} ${node.scope} ${node.work}`,
        label: l10n.t("and {0} more", grouped(node.count)),
        description: "",
        tooltip: l10n.t('"Work Through Translations" opens these texts one after the other.'),
        icon: "ellipsis",
        expandable: false,
        context: "moreWork",
        spoken: l10n.t("and {0} more texts", grouped(node.count)),
      };
  }
}

/** Returns whether no text waits and every state is known. */
export function isDone(progress: Progress): boolean {
  return !hasUnknown(progress) && workKinds.every((work) => work === "unknown" || countOfWork(progress, work) === 0);
}
