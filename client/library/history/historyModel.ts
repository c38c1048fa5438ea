/**
 * What the History view shows about the versions of a text in one language, and which version each line came with. Does
 * not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { diffComm } from "node-diff3";
import type { Row } from "../../window/rowModel.ts";
import { areComparable } from "../../../authoring/index.ts";
import type { Version } from "../../../authoring/index.ts";
import { oneOrMany } from "../../../language/index.ts";
import { ago } from "../../window/inDisplayLanguage.ts";
import { sameEnds } from "../../window/sameEnds.ts";

type Format = (date: Date) => string;

/**
 * `before`: the previous version; undefined if none is kept. The row shows how long ago the version was made; its
 * tooltip shows the exact time.
 */
export function versionRow(version: Version, before: Version | undefined, format: Format, now = new Date()): Row {
  const label = ago(whenOf(version), now);
  const change = changeWords(version, before);
  const description = [howWords(version), ...(change === undefined ? [] : [change])].join(" · ");
  return {
    id: `version ${version.number}`,
    label,
    description,
    icon: icons[version.how],
    expandable: false,
    context: before === undefined ? "firstVersion" : "version",
    spoken: `${label}, ${description}`,
    tooltip: [
      `${whenWords(version, format)}: ${howWords(version)}`,
      byWords(version),
      ...(change === undefined ? [] : [l10n.t("First change: {0}", change)]),
      l10n.t("Reached this computer: {0}", format(new Date(version.at))),
    ].join("\n"),
  };
}

const icons = { read: "cloud-download", saved: "save", deletion: "trash", restored: "history" } as const;

/** Returns when the version was made, if the service says; otherwise when it reached this computer. */
function whenOf({ how, at, updatedAt }: Version): Date {
  const said = new Date(how === "read" && updatedAt !== null ? updatedAt : at);
  return Number.isNaN(said.getTime()) ? new Date(at) : said;
}

export function whenWords(version: Version, format: Format): string {
  return format(whenOf(version));
}

function howWords({ how, source }: Version): string {
  switch (how) {
    case "saved":
      return l10n.t("saved here");
    case "restored":
      return l10n.t("restored here");
    case "deletion":
      return l10n.t("kept before the text was deleted");
    case "read":
      return source === 1 ? l10n.t("automatic translation") : l10n.t("from the service");
  }
}

/** Returns who wrote the version, as far as known. */
export function byWords({ how, source }: Version): string {
  if (how !== "read") return l10n.t("By you, on this computer.");
  if (source === 1) return l10n.t("By automatic translation, according to the service.");
  return source === 0
    ? l10n.t("By a person, according to the service, which does not say who.")
    : l10n.t("The service does not say who wrote this version.");
}

/**
 * Returns the first line that differs, with its number, or how many lines are missing at the end; undefined if no line
 * differs.
 */
export function changeWords(version: Version, before: Version | undefined): string | undefined {
  if (before === undefined) return l10n.t("first version kept here");
  const [lines, old] = [linesIn(version.content), linesIn(before.content)];
  const index = lines.findIndex((line, number) => line !== old[number]);
  if (index === -1)
    return lines.length === old.length
      ? undefined
      : oneOrMany(
          old.length - lines.length,
          l10n.t("1 line fewer at the end"),
          l10n.t("{0} lines fewer at the end", old.length - lines.length),
        );
  const line = lines[index]?.trim() ?? "";
  return l10n.t(
    "line {0}: {1}",
    index + 1,
    line === "" ? l10n.t("(empty)") : line.length > 60 ? `${line.slice(0, 59)}…` : line,
  );
}

/** The version that a line came with. */
interface Origin {
  readonly version: Version;
  /** The line may be older than this version: no earlier versions are kept, or two versions could not be compared. */
  readonly orBefore: boolean;
}

/** The lines of a text's content, each with its origin. The origin is undefined if the line is not in any version. */
export interface Blame {
  readonly lines: readonly string[];
  readonly origins: readonly (Origin | undefined)[];
}

/** `versions`: newest first. Returns undefined if there are none. */
export function blameOf(versions: readonly Version[]): Blame | undefined {
  const oldest = versions.at(-1);
  if (oldest === undefined) return undefined;
  const lines = linesIn(oldest.content);
  let blame: Blame = { lines, origins: lines.map(() => ({ version: oldest, orBefore: true })) };
  for (const version of versions.slice(0, -1).reverse()) {
    // A version that was kept because of a deletion has the same content as the previous version.
    if (version.how !== "deletion")
      blame = carriedOn(blame, version.content, {
        came: { version, orBefore: false },
        unsure: { version, orBefore: true },
      });
  }
  return blame;
}

/** Returns the blame of the editor's content, including unsaved changes. Changed lines have no origin. */
export function withUnsaved(blame: Blame, content: string): Blame {
  return carriedOn(blame, content, { came: undefined, unsure: undefined });
}

/** Unchanged lines keep their origin. `unsure`: the origin of lines that could not be compared in reasonable time. */
function carriedOn(
  { lines: old, origins }: Blame,
  content: string,
  { came, unsure }: { readonly came: Origin | undefined; readonly unsure: Origin | undefined },
): Blame {
  const lines = linesIn(content);
  const { head, tail } = sameEnds(old, lines);
  const [oldMiddle, newMiddle] = [old.slice(head, old.length - tail), lines.slice(head, lines.length - tail)];
  const middle: (Origin | undefined)[] = [];
  if (!areComparable(oldMiddle, newMiddle)) middle.push(...newMiddle.map(() => unsure));
  else {
    let at = head;
    for (const { common, buffer1 = [], buffer2 = [] } of diffComm(oldMiddle, newMiddle)) {
      if (common === undefined) for (let count = 0; count < buffer2.length; count += 1) middle.push(came);
      else for (let index = 0; index < common.length; index += 1) middle.push(origins[at + index]);
      at += common?.length ?? buffer1.length;
    }
  }
  return { lines, origins: [...origins.slice(0, head), ...middle, ...origins.slice(old.length - tail)] };
}

/**
 * Splits the content into lines without line endings, which are the editor's own, and without a byte order mark, which
 * an editor does not show.
 */
function linesIn(content: string): readonly string[] {
  return content.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
}

/** Returns the words that are shown after a line. */
export function originWords(origin: Origin | undefined, format: Format): string {
  if (origin === undefined) return l10n.t("not saved yet");
  const { version, orBefore } = origin;
  return orBefore
    ? l10n.t("{0} or before", whenWords(version, format))
    : `${whenWords(version, format)} · ${howWords(version)}`;
}

/** Returns the details of an origin, in whole sentences. */
export function originDetail(origin: Origin | undefined, format: Format): readonly string[] {
  if (origin === undefined) return [l10n.t("This line is not saved yet.")];
  const { version, orBefore } = origin;
  if (orBefore)
    return [
      l10n.t(
        "This line was already in the version of {0}. The line may be older than that version.",
        whenWords(version, format),
      ),
      l10n.t("The versions on this computer do not show exactly when the line was written."),
    ];
  return [
    l10n.t("This line dates from the version of {0}: {1}.", whenWords(version, format), howWords(version)),
    byWords(version),
  ];
}
