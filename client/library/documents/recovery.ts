/** Offers the journal's entries of saves that never finished. Nothing is sent before the author agrees. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import type { Session } from "../../connections/session.ts";
import { inLibraryOf } from "../../connections/inLibraryOf.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import type { BringBack } from "../history/bringBack.ts";
import { commands, textScheme } from "../../identifiers.ts";
import { closeEntry, contentsOf, isGone } from "../../../authoring/index.ts";
import type { CreateEntry, Journal, LibraryText, SaveEntry } from "../../../authoring/index.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import { tellUnreadable } from "../../window/unreadable.ts";
import { window } from "../../window/window.ts";
import type { LostText } from "../givenModel.ts";
import { addressOf, uriOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "./fileSystem.ts";
import { contentIn, failureWords, isShown } from "./saveModel.ts";
import { lookUp } from "./noticeModel.ts";
import { findUnfinished, meantBy } from "./unfinished.ts";
import type { Unfinished } from "./unfinished.ts";
import { oneOrMany } from "../../../language/index.ts";

export function registerRecovery(
  { connections, log }: Services,
  {
    files,
    journal,
    sides,
    bringBack,
  }: { readonly files: TextFiles; readonly journal: Journal; readonly sides: Sides; readonly bringBack: BringBack },
): vscode.Disposable {
  /** Ids of entries that are finished here, but whose files could not be removed. */
  const over = new Set<string>();

  /** Returns the unfinished saves and creations of one library. Those that are found on the service are closed. */
  async function unfinished({ identity, api }: Session): Promise<Pick<Unfinished, "open" | "gone">> {
    const { open, done, gone, unreadable } = await findUnfinished({ api, journal, identity, warn });
    tell(unreadable);
    for (const {
      entry: { kind, title },
    } of done)
      log.info(`An unfinished ${kind === "create" ? "creation" : "save"} of ${title} is on the service already.`);
    for (const { entry, text } of done)
      if (entry.kind === "save") files.lookLater({ before: entry.base, text }, { api, identity });
    return { open: open.filter(({ id }) => !over.has(id)), gone };
  }

  const warn = (problem: string): void => log.warn(problem);

  function tell(unreadable: readonly string[]): void {
    tellUnreadable(log, unreadable, (paths) =>
      l10n.t(
        "The record of a save, a new text or a deletion can no longer be read. It may contain what you wrote, and stays at {0}.",
        paths,
      ),
    );
  }

  /** The entries of each library are offered once per window: switching back and forth does not ask again. */
  const offered = new Set<string>();

  async function offer(): Promise<void> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return;
    const session = await connections.session();
    const { identity } = session;
    if (offered.has(identity)) return;
    offered.add(identity);
    const { entries: kept, unreadable } = await journal.open(identity);
    tell(unreadable);
    if (!kept.some((entry) => !isGone(entry))) return;
    const { open: entries } = await unfinished(session);
    if (entries.length === 0) return;
    const choice = await window.showWarningMessage(
      oneOrMany(
        entries.length,
        l10n.t("A save of {0} was not completed. What you wrote is kept.", entries[0]?.title ?? l10n.t("a text")),
        l10n.t("{0} saves were not completed. What you wrote is kept.", entries.length),
      ),
      l10n.t("Review"),
    );
    const what = l10n.t("What was not saved");
    if (choice !== undefined) await inLibraryOf(connections, { owner: ownerOf(session), what }, review);
  }

  async function review(session: Session): Promise<void> {
    const { open: entries, gone } = await unfinished(session);
    if (entries.length === 0) {
      await window.showInformationMessage(l10n.t("There are no unfinished saves."));
      return;
    }
    const picked = await window.showQuickPick(
      entries.map((entry) => ({
        label: entry.title,
        entry,
        description:
          entry.kind === "create"
            ? l10n.t("a new text")
            : [...(entry.change.translations?.keys() ?? []), ...Object.keys(entry.change.fields ?? {})].join(", "),
        detail: `${entry.connection}, ${new Date(entry.at).toLocaleString()}. ${entry.kind === "save" && entry.state === "intent" ? l10n.t("Nothing was sent.") : l10n.t("The change may have been sent.")}`,
      })),
      { title: l10n.t("Unfinished Saves") },
    );
    if (picked?.entry.kind === "save")
      await (gone.has(picked.entry.id) ? decideGone(picked.entry) : decide(picked.entry));
    if (picked?.entry.kind === "create") await decideCreation(picked.entry);
  }

  async function decide(entry: SaveEntry): Promise<void> {
    const compare = l10n.t("Compare"),
      save = l10n.t("Save Now"),
      discard = l10n.t("Discard");
    const choice = await window.showWarningMessage(
      l10n.t("Unfinished save of {0}", entry.title),
      {
        modal: true,
        detail: l10n.t(
          '"Compare" shows the service\'s version beside what you wrote. "Save Now" merges what you wrote with the service\'s current version and saves the result; if somebody else changed the same place, nothing is written. "Discard" throws away what you wrote.',
        ),
      },
      compare,
      save,
      discard,
    );
    if (choice === compare) await showDifference(entry);
    if (choice === save) await saveNow(entry);
    if (choice === discard) await journal.clear(entry.id);
  }

  /**
   * Handles a save whose text was deleted or is no longer shown: opens what the author wrote, which can become a new
   * text.
   */
  async function decideGone(entry: SaveEntry): Promise<void> {
    for (const [language, mine] of entry.change.translations ?? [])
      await vscode.window.showTextDocument(sides.show(mine, documentName(entry.base, language)), { preview: false });
    const asNew = l10n.t("Save as New Text…"),
      discard = l10n.t("Discard");
    const isShownHere = (entry.change.translations?.size ?? 0) > 0;
    // Not modal, so that the content stays visible. Without an answer, the entry stays in the journal.
    const choice = await window.showWarningMessage(
      isShownHere
        ? l10n.t(
            "The service no longer shows {0}. What you wrote is shown here, and is kept until you save it as a new text or discard it.",
            entry.title,
          )
        : l10n.t(
            "The service no longer shows {0}. What you changed is kept until you save it as a new text or discard it.",
            entry.title,
          ),
      asNew,
      discard,
    );
    if (choice === asNew && (await bringBack.asNew(lostBy(entry))) && !(await closeEntry(journal, entry.id, warn)))
      over.add(entry.id);
    if (choice === discard) await journal.clear(entry.id);
  }

  /** Does not create the text again. The author can copy the content, look at the library, and then create the text. */
  async function decideCreation(entry: CreateEntry): Promise<void> {
    const copy = l10n.t("Copy Its Words"),
      discard = l10n.t("Discard");
    const choice = await window.showWarningMessage(
      l10n.t("It is not known whether the text {0} was created.", entry.title),
      {
        modal: true,
        detail: l10n.t(
          'In the text\'s folder, the service shows no text with this code and these words. To create the text again, use "Copy Its Words", and paste the words into a new text. The words stay here until you discard them.',
        ),
      },
      copy,
      discard,
    );
    if (choice === copy)
      await vscode.env.clipboard.writeText(
        Object.values(entry.body.translations ?? {})
          .map(({ content }) => content)
          .join("\n\n"),
      );
    if (choice === discard) await journal.clear(entry.id);
  }

  async function showDifference(entry: SaveEntry): Promise<void> {
    const { api } = await connections.session({ owner: entry });
    const theirs = await lookUp(api, entry.textId);
    if (theirs === null) return decideGone(entry);
    if (theirs === undefined)
      throw new Error(
        l10n.t(
          "{0} could not be read from the service. What you wrote is kept. Try again when the service can be reached.",
          entry.title,
        ),
      );
    for (const [language, mine] of entry.change.translations ?? []) {
      await vscode.commands.executeCommand(
        "vscode.diff",
        ...[contentsOf(theirs).get(language.toLowerCase()) ?? "", mine].map((content) =>
          sides.show(content, documentName(entry.base, language)),
        ),
        l10n.t("{0} ({1}): service ↔ yours", entry.title, language),
        { preview: false },
      );
    }
    // Not modal, so that the comparison stays visible. Without an answer, the entry stays in the journal.
    const save = l10n.t("Save Now"),
      discard = l10n.t("Discard");
    const choice = await window.showWarningMessage(
      l10n.t("Unfinished save of {0}: the service's version is on the left, yours on the right.", entry.title),
      save,
      discard,
    );
    if (choice === save) await saveNow(entry);
    if (choice === discard) await journal.clear(entry.id);
  }

  /**
   * Saves buffers that were restored after the crash, if the service now has their content. The service's reading
   * becomes their base.
   */
  async function settleBuffers({ name }: Session, text: LibraryText): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme !== textScheme || !document.isDirty) continue;
      const { connection, textId, language } = addressOf(document.uri);
      if (connection === name && textId === text.id && isShown(contentIn(text, language) ?? "", document.getText()))
        await files.saveDocument(document);
    }
  }

  async function saveNow(entry: SaveEntry): Promise<void> {
    const session = await connections.session({ owner: entry });
    const result = await files.save({ owner: entry, base: entry.base, change: entry.change });
    if (result.state === "saved" || result.state === "unchanged") {
      await closeEntry(journal, entry.id, warn);
      await settleBuffers(session, result.text);
      await window.showInformationMessage(l10n.t("{0} is saved on {1}.", entry.title, session.name));
      return;
    }
    if (result.state === "orphaned") return decideGone(entry);
    if (result.state !== "conflict" && result.state !== "overwritten") {
      await window.showErrorMessage(failureWords(result) ?? "");
      return;
    }
    await resolve(entry, result.theirs);
  }

  /** Shows both sides, with an explicit button for each. */
  async function resolve(entry: SaveEntry, theirs: LibraryText): Promise<void> {
    const compare = l10n.t("Compare"),
      mine = l10n.t("Write Mine"),
      keep = l10n.t("Keep Theirs and Discard Mine");
    const detail = [...(entry.change.translations ?? [])]
      .map(([language, content]) =>
        l10n.t(
          "{0}: your version has {1} characters; the service's version has {2}",
          language,
          content.length,
          contentIn(theirs, language.toLowerCase())?.length ?? 0,
        ),
      )
      .join("\n");
    const choice = await window.showWarningMessage(
      l10n.t("Somebody else changed {0} as well.", entry.title),
      { modal: true, detail },
      compare,
      mine,
      keep,
    );
    if (choice === compare) await showDifference(entry);
    if (choice === keep) await journal.clear(entry.id);
    if (choice !== mine) return;
    const result = await files.save({ owner: entry, base: theirs, change: entry.change });
    if (result.state === "saved" || result.state === "unchanged") await closeEntry(journal, entry.id, warn);
    else await window.showErrorMessage(failureWords(result) ?? "");
  }

  const offerOrSay = (): void => void offer().catch((error: unknown) => showFailure(log, error));
  offerOrSay();
  return vscode.Disposable.from(
    registerCommand(log, commands.reviewSaves, async () => review(await connections.session())),
    connections.onDidChange(offerOrSay),
    vscode.workspace.onDidGrantWorkspaceTrust(offerOrSay),
  );
}

function lostBy(entry: SaveEntry): LostText {
  const languages = [...(entry.change.translations?.keys() ?? [])].map((language) => language.toLowerCase());
  return {
    text: meantBy(entry),
    owner: entry,
    languages,
    fields: Object.keys(entry.change.fields ?? {}),
    isGone: true,
  };
}

/**
 * Returns a file name for the text, from which the editor determines the document's language. The text's folder is not
 * known here.
 */
function documentName({ id, code, contentType }: LibraryText, language: string): string {
  const { path } = uriOf({
    connection: "",
    folder: { code: null, name: "" },
    text: { id, code, contentType },
    language: language.toLowerCase(),
  });
  return path.slice(path.lastIndexOf("/") + 1);
}
