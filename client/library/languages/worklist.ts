/**
 * Goes through the texts whose translation waits: next and previous, side by side with the default language. Texts are
 * marked as done automatically.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { grouped } from "../../window/inDisplayLanguage.ts";
import type { Folder } from "../../../language/index.ts";
import { languageProgressNotification } from "../../../server/protocol.ts";
import type { LanguageProgressParams, WorkKind } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { chosenRow, ownerOf, sessionFor } from "../../connections/ownerModel.ts";
import type { Owned, Owner } from "../../connections/ownerModel.ts";
import { commands, contexts } from "../../identifiers.ts";
import { plainText } from "../../window/plainText.ts";
import { reading } from "../../calls/reading.ts";
import type { Services } from "../../services.ts";
import type { Library, LibraryOf } from "../library.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { window } from "../../window/window.ts";
import { openBeside } from "./beside.ts";
import { asProgressNode, workKinds, workNames } from "./progressModel.ts";
import type { ProgressNode } from "./progressModel.ts";
import { concerned, statusDetail, statusWords, step, withAnswers } from "./worklistModel.ts";
import type { Worklist } from "./worklistModel.ts";

/** Maximum number of texts in a worklist; once all are done, the author starts again. */
const most = 5000;

interface Worklists extends vscode.Disposable {
  /** Starts a worklist and opens its first text. */
  begin(wanted: {
    readonly owner: Owner;
    readonly language: string;
    readonly work: WorkKind;
    readonly folder: Folder | undefined;
  }): Promise<void>;
}

export function registerWorklists(
  services: Services,
  {
    library,
    files,
    selected,
  }: {
    readonly library: Library;
    readonly files: TextFiles;
    readonly selected: () => Promise<Owned<ProgressNode> | undefined>;
  },
): Worklists {
  const { connections, log, server } = services;
  let list: Worklist | undefined;
  /** The library that the listed texts belong to. */
  let owner: Owner | undefined;
  const item = vscode.window.createStatusBarItem("smartform.worklist", vscode.StatusBarAlignment.Left, 10);
  item.name = l10n.t("Smartform Translations");
  item.command = commands.nextTranslation;

  function show(next: Worklist | undefined): void {
    list = next;
    void vscode.commands.executeCommand("setContext", contexts.worklist, next !== undefined);
    if (next === undefined) return item.hide();
    item.text = `$(checklist) ${plainText(statusWords(next))}`;
    item.tooltip = [statusDetail(next), l10n.t("Click to open the next text.")].join("\n");
    item.accessibilityInformation = { label: l10n.t("{0} Opens the next text.", statusDetail(next)), role: "button" };
    item.show();
  }

  async function begin({ owner: whose, language, work, folder }: Parameters<Worklists["begin"]>[0]): Promise<void> {
    await connections.here(whose);
    const where = folder?.name ?? null;
    const found = await reading(l10n.t("Looking at the languages of every text"), (signal) =>
      library
        .of(whose)
        .worklist(
          { language, kind: work, folderIds: folder === undefined ? null : [folder.id], limit: most },
          { signal },
        ),
    );
    if (found === undefined) return;
    const { known, total, texts } = found;
    if (texts.length === 0) {
      await window.showInformationMessage(
        known
          ? where === null
            ? l10n.t('No text of the library is on the list "{0}" in {1}.', workNames[work].label, language)
            : l10n.t('No text of {0} is on the list "{1}" in {2}.', where, workNames[work].label, language)
          : l10n.t(
              "No text for this list has been found so far, and the Text Library is not completely read. Wait until everything is read, or refresh the Text Library.",
            ),
      );
      return;
    }
    await connections.here(whose);
    owner = whose;
    show({
      language,
      work,
      where,
      textIds: texts.map(({ id }) => id),
      done: new Set(),
      at: -1,
      isPart: !known || total > texts.length,
    });
    await go(1);
  }

  async function go(by: 1 | -1): Promise<void> {
    const now = list;
    if (now === undefined || owner === undefined)
      throw new Error(
        l10n.t('You are not working through translations at the moment. To begin, use "Work Through Translations…".'),
      );
    const at = step(now, by);
    if (at === undefined) {
      const left = now.textIds.length - now.done.size;
      await window.showInformationMessage(
        left === 0 ? `${statusWords(now)}.` : l10n.t("This is the only text on the list that is not done yet."),
      );
      return;
    }
    const textId = now.textIds[at] ?? "",
      whose = owner;
    const [
      { folders },
      {
        known,
        texts: [text],
      },
    ] = await Promise.all([library.of(whose).folders(), library.of(whose).texts({ ids: [textId] })]);
    const folder = folders.find(({ id }) => id === text?.folderId);
    show({ ...now, at });
    if (text === undefined || folder === undefined) {
      // A text that was not read may still exist and be waiting.
      if (!known)
        throw new Error(
          l10n.t(
            "The Text Library is not completely read, so this text cannot be opened. Wait until everything is read, or refresh the Text Library. Then continue.",
          ),
        );
      show(withAnswers({ ...now, at }, [textId], []));
      return go(by);
    }
    await openBeside(services, files, { folder, textId, language: now.language, owner: whose });
  }

  /** Requests the state of the texts that changed, and of no others. */
  async function follow({ textIds }: LanguageProgressParams): Promise<void> {
    const [mine, whose] = [list, owner];
    if (mine === undefined || whose === undefined) return;
    const asked = concerned(mine, textIds);
    if (asked.length === 0) return;
    const { signal } = new AbortController();
    const [{ texts: waiting }, { texts: read }] = await Promise.all([
      library
        .of(whose)
        .worklist(
          { language: mine.language, kind: mine.work, folderIds: null, textIds: asked, limit: asked.length },
          { signal },
        ),
      library.of(whose).texts({ ids: asked }),
    ]);
    // Another worklist may have started in the meantime.
    if (list?.textIds === mine.textIds)
      show(
        withAnswers(
          list,
          read.map(({ id }) => id),
          waiting.map(({ id }) => id),
        ),
      );
  }

  async function choose(argument: unknown): Promise<void> {
    const { row: node, session } = await chosenRow(
      connections,
      argument === null ? null : asProgressNode(argument),
      selected,
    );
    const asked = library.of(ownerOf(session));
    const language = node?.language ?? (await chooseLanguage(asked));
    if (language === undefined) return;
    const work =
      node?.kind === "work" || node?.kind === "workText"
        ? node.work
        : await chooseWork(asked, language, node?.kind === "folderProgress" ? node.folder : undefined);
    if (work === undefined) return;
    const folder = node?.kind === "work" || node?.kind === "folderProgress" ? node.folder : undefined;
    await begin({ owner: ownerOf(session), language, work, folder });
  }

  async function chooseLanguage(asked: LibraryOf): Promise<string | undefined> {
    const result = await reading(l10n.t("Looking at the languages of every text"), (signal) =>
      asked.progress({ signal }),
    );
    if (result === undefined) return undefined;
    if (result.languages.length === 0)
      throw new Error(
        l10n.t("No language of the Text Library is known yet. Wait until the library has been read, or refresh it."),
      );
    return (
      await window.showQuickPick(
        result.languages.map((label) => ({ label })),
        { title: l10n.t("Work through the translations of which language?") },
      )
    )?.label;
  }

  async function chooseWork(
    asked: LibraryOf,
    language: string,
    folder: Folder | undefined,
  ): Promise<WorkKind | undefined> {
    const counts = await reading(l10n.t("Looking at the languages of every text"), (signal) =>
      Promise.all(
        workKinds.map((kind) =>
          asked.worklist(
            { language, kind, folderIds: folder === undefined ? null : [folder.id], limit: 0 },
            { signal },
          ),
        ),
      ),
    );
    if (counts === undefined) return undefined;
    const items = workKinds.map((work, index) => ({
      label: workNames[work].label,
      icon: workNames[work].icon,
      description: grouped(counts[index]?.total ?? 0),
      detail: workNames[work].explained,
      work,
    }));
    return (
      await window.showQuickPick(items, {
        title:
          folder === undefined
            ? l10n.t("Which texts in {0}?", language)
            : l10n.t("Which texts of {0} in {1}?", folder.name, language),
      })
    )?.work;
  }

  async function openOne(argument: unknown): Promise<void> {
    const node = asProgressNode(argument);
    if (node?.kind !== "workText")
      throw new Error(l10n.t("This command belongs to the Languages view. Choose a text there."));
    await openBeside(services, files, {
      folder: node.folder,
      textId: node.text.id,
      language: node.language,
      owner: ownerOf(await sessionFor(connections, node)),
    });
  }

  const owned = vscode.Disposable.from(
    item,
    server.onNotification<LanguageProgressParams>(
      languageProgressNotification,
      (params) =>
        void follow(params).catch((error: unknown) =>
          log.warn(`The list of translations was not looked at again: ${String(error)}`),
        ),
    ),
    connections.onDidChange(() => show(undefined)),
    registerCommand(log, commands.workThroughTranslations, choose),
    registerCommand(log, commands.nextTranslation, () => go(1)),
    registerCommand(log, commands.previousTranslation, () => go(-1)),
    registerCommand(log, commands.endTranslations, () => show(undefined)),
    registerCommand(log, commands.openTranslation, openOne),
  );
  return { begin, dispose: () => void owned.dispose() };
}
