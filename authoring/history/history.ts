/**
 * The history of one library on this computer: receives texts from the service, writes them soon after, and answers
 * queries. An unusable database is reported once; nothing except the history fails because of it. Does not use
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
  /** Identifies the company's library: see `identityOf`. */
  readonly identity: string;
  readonly limits: () => Limits;
  readonly now?: () => Date;
  /** Called once, to say why versions are no longer kept, or that the file was damaged. */
  readonly tell: (problem: string) => void;
  /** Called after every write. */
  readonly onDidChange?: () => void;
}

export interface History extends Disposable {
  /**
   * Records a text as read from the service. For `sent`, see `Versions`. With `onlyIfKnown`, a text that this editor
   * never opened is not recorded.
   */
  read(
    text: LibraryText,
    options?: { readonly sent?: ReadonlyMap<string, string> | undefined; readonly onlyIfKnown?: boolean },
  ): void;
  beforeDeletion(textId: string): void;
  gone(textId: string, how: GoneText["how"]): void;
  /** Records the return of a text that was gone: it now has a new id. */
  adopt(formerId: string, textId: string): void;
  /** Writes pending records now. Never throws. */
  settle(): void;
  /** Newest first. */
  versions(textId: string, language: string): readonly Version[];
  version(number: number): Version | undefined;
  /** Oldest first. */
  sightings(textId: string, language: string): readonly Sighting[];
  allGone(): readonly GoneText[];
}

/** How many versions of one text and language are listed; older ones are kept but not shown. */
const shown = 300;

/**
 * The pause before the next attempt to write, in milliseconds, and the number of attempts. An attempt fails if another
 * window writes for too long.
 */
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
            "The history of texts on this computer was damaged. It continues with the versions that could be read, {0} in all. The damaged history is at {1}.",
            rescued,
            path,
          ),
    );
    return opened;
  }

  /** Replaces a file that turns out to be damaged, at most once per window. Returns whether a usable file is open. */
  function isMended(error: unknown): boolean {
    if (hasBegunAnew || opened === undefined || !isDamage(error)) return false;
    hasBegunAnew = true;
    const { database } = opened;
    opened = undefined;
    try {
      use(openAgain(database));
      return true;
    } catch {
      // The caller reports the original error.
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
        "This window keeps no versions of texts until you reload it: {0} Saving texts works as before. The history is in the folder {1}.",
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
