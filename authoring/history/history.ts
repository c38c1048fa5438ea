/**
 * The history of one library on this computer: takes what the service said, writes it down soon after, and answers what
 * there is. A database that cannot be used is said once; nothing else ever waits for it or fails with it. Knows no
 * `vscode`.
 */
import type { DatabaseSync } from "node:sqlite";
import * as l10n from "@vscode/l10n";
import { messageOf } from "../../language/index.ts";
import type { LibraryText } from "../guard/writePlan.ts";
import { isBusy, isDamage, openAgain, openDatabase, transaction } from "./database.ts";
import type { Opened } from "./database.ts";
import { createVersions } from "./versions.ts";
import type { GoneText, Limits, Sighting, Version, Versions } from "./versions.ts";

interface HistoryOptions {
  readonly folder: string;
  /** Whose library: see `identityOf`. */
  readonly identity: string;
  readonly limits: () => Limits;
  readonly now?: () => Date;
  /** Told once why versions are not kept any more, or that the file was damaged. */
  readonly tell: (problem: string) => void;
  /** Told after something was written. */
  readonly onDidChange?: () => void;
}

export interface History extends Disposable {
  /**
   * What the service said of a text. `sent`: see `Versions`. `onlyIfKnown`: a text that this editor never opened is
   * left out.
   */
  read(
    text: LibraryText,
    options?: { readonly sent?: ReadonlyMap<string, string> | undefined; readonly onlyIfKnown?: boolean },
  ): void;
  beforeDeletion(textId: string): void;
  gone(textId: string, how: GoneText["how"]): void;
  /** A text that was gone is there again, under this id. */
  adopt(formerId: string, textId: string): void;
  /** Writes down now what was taken and not written yet. Never fails. */
  settle(): void;
  /** The newest first. */
  versions(textId: string, language: string): readonly Version[];
  version(number: number): Version | undefined;
  /** The oldest first. */
  sightings(textId: string, language: string): readonly Sighting[];
  allGone(): readonly GoneText[];
}

/** Versions of one text and language that are looked at: above, the oldest are kept and not shown. */
const shown = 300;

/** How long to wait, in milliseconds, after another window was writing for too long, and how often. */
const pause = 1000,
  attempts = 20;

type Work = (versions: Versions) => void;

export function openHistory({
  folder,
  identity,
  limits,
  tell,
  now = () => new Date(),
  onDidChange = () => {},
}: HistoryOptions): History {
  let opened: { readonly database: DatabaseSync; readonly versions: Versions } | undefined;
  let isOff = false;
  let waiting: Work[] = [];
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;
  let failures = 0;
  let hasBegunAnew = false;

  function open(): { readonly database: DatabaseSync; readonly versions: Versions } {
    if (opened !== undefined) return opened;
    return use(openDatabase(folder, identity));
  }

  function use({ database, damaged }: Opened): NonNullable<typeof opened> {
    opened = { database, versions: createVersions(database) };
    if (damaged === undefined) return opened;
    const { path, rescued } = damaged;
    tell(
      rescued === 0
        ? l10n.t(
            "The history of texts on this computer could not be read, so a new one begins. The old one is kept at {0}.",
            path,
          )
        : l10n.t(
            "The history of texts on this computer was damaged. It goes on with the versions that could be read, {0} in all. What there was is at {1}.",
            rescued,
            path,
          ),
    );
    return opened;
  }

  /**
   * Whether there is a file again that can be used, after the one that was open turned out to be damaged. Once in a
   * window.
   */
  function isMended(error: unknown): boolean {
    if (hasBegunAnew || opened === undefined || !isDamage(error)) return false;
    hasBegunAnew = true;
    const { database } = opened;
    opened = undefined;
    try {
      use(openAgain(database));
      return true;
    } catch {
      // What is told is why it was needed.
      return false;
    }
  }

  function giveUp(error: unknown): void {
    if (isOff) return;
    isOff = true;
    waiting = [];
    close();
    tell(
      l10n.t(
        "Versions of texts are not kept until this window is opened again: {0} Saving works as before. The folder is {1}.",
        messageOf(error),
        folder,
      ),
    );
  }

  function close(): void {
    clearImmediate(soon);
    clearTimeout(later);
    soon = later = undefined;
    opened?.database.close();
    opened = undefined;
  }

  function take(work: Work): void {
    if (isOff) return;
    waiting.push(work);
    soon ??= setImmediate(settle);
  }

  function settle(): void {
    clearImmediate(soon);
    soon = undefined;
    if (isOff || waiting.length === 0) return;
    try {
      const { database, versions } = open();
      const trimmed = transaction(database, () => {
        for (const work of waiting) work(versions);
        return versions.trim(limits(), now());
      });
      waiting = [];
      failures = 0;
      if (trimmed) database.exec("PRAGMA incremental_vacuum");
      onDidChange();
    } catch (error) {
      if (isMended(error)) return settle();
      failures += 1;
      if (!isBusy(error) || failures === attempts) return giveUp(error);
      later ??= setTimeout(() => {
        later = undefined;
        settle();
      }, pause).unref();
    }
  }

  function ask<T>(question: (versions: Versions) => T, otherwise: T): T {
    settle();
    if (isOff) return otherwise;
    try {
      return question(open().versions);
    } catch (error) {
      if (isMended(error)) return ask(question, otherwise);
      if (!isBusy(error)) giveUp(error);
      return otherwise;
    }
  }

  return {
    read(text, { sent, onlyIfKnown = false } = {}) {
      const at = now().toISOString();
      take((versions) => {
        if (!onlyIfKnown || versions.knows(text.id)) versions.keep(text, { at, sent });
      });
    },
    beforeDeletion(textId) {
      const at = now().toISOString();
      take((versions) => versions.beforeDeletion(textId, at));
    },
    gone(textId, how) {
      const at = now().toISOString();
      take((versions) => versions.gone(textId, how, at));
    },
    adopt: (formerId, textId) => take((versions) => versions.adopt(formerId, textId)),
    settle,
    versions: (textId, language) => ask((versions) => versions.list(textId, language, shown), []),
    version: (number) => ask((versions) => versions.version(number), undefined),
    sightings: (textId, language) => ask((versions) => versions.sightings(textId, language), []),
    allGone: () => ask((versions) => versions.allGone(), []),
    [Symbol.dispose]() {
      settle();
      isOff = true;
      close();
    },
  };
}
