/**
 * Commands for what the Text Library tree shows: moving texts, filter, order, groups, favourites, and revealing the
 * text of the active editor.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError } from "../../../api/index.ts";
import type { Session } from "../../connections/session.ts";
import { chosenRow, ownerOf, sessionForAll } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { addressOf } from "../../connections/textAddress.ts";
import type { Folder } from "../../../language/index.ts";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { commands, textScheme, views } from "../../identifiers.ts";
import { openLateProgress } from "../../window/lateProgress.ts";
import { moveWish } from "../../../authoring/index.ts";
import type { Wish } from "../../../authoring/index.ts";
import type { Plans } from "../plans/plans.ts";
import type { Services } from "../../services.ts";
import { window } from "../../window/window.ts";
import type { Drag, Drop } from "./dragAndDrop.ts";
import type { Library } from "../library.ts";
import { checkMoves } from "./moveModel.ts";
import { givenNode, textsOf } from "../givenModel.ts";
import type { GivenText } from "../givenModel.ts";
import { pickFolder, pickText } from "../pick.ts";
import type { Surveys } from "./surveys.ts";
import { textOfDocument } from "../textOfDocument.ts";
import type { LibraryTree } from "./tree.ts";
import type { Sorting, State } from "./viewModel.ts";
import { oneOrMany } from "../../../language/index.ts";

interface ViewParts {
  readonly library: Library;
  readonly tree: LibraryTree;
  readonly plans: Plans;
  readonly surveys: Surveys;
  readonly drag: Drag;
}

export function registerViewCommands(
  { connections, log }: Services,
  { library, tree, plans, surveys, drag }: ViewParts,
): vscode.Disposable {
  async function move(session: Session, found: readonly GivenText[], target: Folder): Promise<void> {
    const { api } = session;
    const asked = library.of(ownerOf(session));
    const stop = new AbortController();
    const progress = openLateProgress(l10n.t("Reading the texts to be moved"), { stop: () => stop.abort() });
    const wishes: Wish[] = [];
    let said: readonly string[] = [];
    try {
      const { folders } = await asked.folders();
      const known = await Promise.all(
        found.map(async ({ text }) => (await asked.texts({ query: text.code, limit: 100 })).texts),
      );
      const check = checkMoves(found, target, { folders, known: known.flat() });
      ({ said } = check);
      for (const { folder, text } of check.movable) {
        stop.signal.throwIfAborted();
        wishes.push(
          moveWish(await api.call("textlibrary.texts.get", { path: { id: text.id } }, { signal: stop.signal }), {
            from: folder.name,
            to: target,
          }),
        );
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      throw isApiError(error) ? new Error(l10n.t("Nothing was moved. {0}", error.message), { cause: error }) : error;
    } finally {
      progress.close();
    }
    if (wishes.length === 0) throw new Error(l10n.t("Nothing was moved. {0}", said.join(" ")));
    const [only] = wishes;
    await plans.offer(
      session,
      wishes.length === 1 && only !== undefined
        ? only.step.title
        : l10n.t("Move {0} texts to {1}", wishes.length, target.name),
      wishes,
      { said },
    );
  }

  async function moveTexts(argument: unknown, selection: unknown): Promise<void> {
    const found = await textsOrAsk(argument, selection, l10n.t("Move which text?"));
    if (found === undefined) return;
    const { session, texts } = found;
    const target = await pickFolder(
      library.of(ownerOf(session)),
      oneOrMany(
        texts.length,
        l10n.t("Move {0} to which folder?", texts[0]?.text.code ?? ""),
        l10n.t("Move {0} texts to which folder?", texts.length),
      ),
    );
    if (target !== undefined) await move(session, texts, target);
  }

  /** Resolves with the texts, and the session for the work on them; undefined if the author cancelled. */
  async function textsOrAsk(
    argument: unknown,
    selection: unknown,
    title: string,
  ): Promise<{ readonly session: Session; readonly texts: readonly GivenText[] } | undefined> {
    let all = selection;
    const { row, session } = await chosenRow(connections, givenNode(argument), async () => {
      const rows = await tree.allSelected();
      all = rows;
      return rows[0];
    });
    const several = textsOf(row, all);
    for (const { owner } of several) if (owner !== undefined) await connections.here(owner);
    if (several.length > 0) return { session, texts: several };
    const picked = await pickText(library.of(ownerOf(session)), title);
    return picked && { session, texts: [picked] };
  }

  async function moveDropped({ dragged, folder, owner }: Drop): Promise<void> {
    const session = await sessionForAll(connections, [dragged, { owner }]);
    const asked = library.of(ownerOf(session));
    const [{ folders }, { texts }] = await Promise.all([
      asked.folders(),
      asked.texts({ ids: dragged.texts.map(({ id }) => id) }),
    ]);
    const found = texts.flatMap((text) => {
      const home = folders.find(({ id }) => id === text.folderId);
      return home === undefined ? [] : [{ folder: home, text }];
    });
    if (found.length > 0) await move(session, found, folder);
  }

  async function chooseFilter(): Promise<void> {
    const owner = ownerOf(await connections.session());
    const picked = await window.showQuickPick(
      [
        { label: l10n.t("Code, name or description…"), icon: "search", of: "words" },
        { label: l10n.t("Lacks a language…"), icon: "globe", of: "missing" },
        { label: l10n.t("A translation is older than the default language…"), icon: "history", of: "stale" },
        {
          label: l10n.t("A language's placeholders differ from those of the default language…"),
          icon: "diff",
          of: "drifted",
        },
        { label: l10n.t("Written by a machine…"), icon: "hubot", of: "machine" },
        { label: l10n.t("Used by no other text, and not public"), icon: "circle-slash", of: "unused" },
        { label: l10n.t("Has findings"), icon: "warning", of: "findings" },
      ] as const,
      { title: l10n.t("Show only these texts…") },
    );
    if (picked === undefined) return;
    if (picked.of === "words") {
      const words = await window.showInputBox({
        title: l10n.t("Filter the Text Library"),
        prompt: l10n.t(
          'A part of the code, name or description. To find words in contents, use "Search the Text Library".',
        ),
        validateInput: (value) =>
          value.trim() === "" ? l10n.t("Enter a part of a code, name or description.") : undefined,
      });
      if (words !== undefined) await tree.setFilter({ by: "words", words: words.trim() }, owner);
      return;
    }
    const state =
      picked.of === "unused" || picked.of === "findings" ? { kind: picked.of } : await stateIn(picked.of, owner);
    if (state !== undefined) await tree.setFilter({ by: "state", state }, owner);
  }

  async function stateIn(kind: "missing" | "stale" | "drifted" | "machine", owner: Owner): Promise<State | undefined> {
    const survey = await surveys.look(library.of(owner), { fresh: true });
    if (survey === undefined) return undefined;
    if (survey.result.languages.length === 0)
      throw new Error(
        l10n.t(
          "The languages of the Text Library are known only when it is completely read. Wait until then, or refresh it.",
        ),
      );
    const picked = await window.showQuickPick(
      [
        { label: l10n.t("Any language"), language: null },
        ...survey.result.languages.map((language) => ({ label: language, language })),
      ],
      { title: l10n.t("In which language?") },
    );
    return picked && { kind, language: picked.language };
  }

  async function chooseSorting(): Promise<void> {
    const all: readonly { readonly label: string; readonly by: Sorting }[] = [
      { label: l10n.t("By name"), by: "name" },
      { label: l10n.t("By code"), by: "code" },
      { label: l10n.t("By last change, newest first"), by: "changed" },
    ];
    const picked = await window.showQuickPick(
      all.map((each) => ({ ...each, ...(each.by === tree.sorting && { icon: "check" }) })),
      { title: l10n.t("Order of the texts in a folder") },
    );
    if (picked !== undefined) await tree.sort(picked.by);
  }

  async function reveal(address: unknown): Promise<void> {
    const uri = address instanceof vscode.Uri ? address : vscode.window.activeTextEditor?.document.uri;
    const place = await textOfDocument(uri, await connections.session(), library);
    if (place === undefined)
      throw new Error(
        l10n.t(
          "The active editor shows no known text of this connection's Text Library. Open a text first, or refresh the Text Library.",
        ),
      );
    await vscode.commands.executeCommand(`${views.textLibrary}.focus`);
    if (await tree.reveal(place, { focus: true })) return;
    tree.clearFilter();
    await tree.reveal(place, { focus: true });
  }

  /**
   * Reveals the active text as the Explorer reveals the active file: if the Explorer's setting says so, and without
   * taking the focus. Texts hidden by a filter stay hidden.
   */
  async function follow(): Promise<void> {
    const activeTextEditor = vscode.window.activeTextEditor;
    if (
      !tree.visible ||
      vscode.workspace.getConfiguration("explorer").get<boolean | string>("autoReveal", true) === false
    )
      return;
    const uri = activeTextEditor?.document.uri;
    if (uri?.scheme !== textScheme) return;
    const place = await textOfDocument(uri, await connections.session(), library);
    if (place === undefined || !tree.visible || vscode.window.activeTextEditor !== activeTextEditor) return;
    // A click on the row may have opened the text. If more rows have been selected since, the selection stays.
    if (!tree.isSelected(place, addressOf(uri).language)) await tree.reveal(place, { focus: false });
  }

  /** The author did not ask for this, so errors are only logged. */
  const followQuietly = (): void =>
    void follow().catch((error: unknown) => log.debug(`The text is not revealed: ${String(error)}`));

  const favourite = (
    id: typeof commands.addFavourite | typeof commands.removeFavourite,
    title: string,
  ): vscode.Disposable =>
    registerCommand(log, id, async (argument, selection) => {
      const found = await textsOrAsk(argument, selection, title);
      if (found !== undefined) await tree.setFavourite(found.session, found.texts, id === commands.addFavourite);
    });

  return vscode.Disposable.from(
    drag.onDidDrop((drop) => void moveDropped(drop).catch((error: unknown) => showFailure(log, error))),
    registerCommand(log, commands.moveText, moveTexts),
    registerCommand(log, commands.filterLibrary, chooseFilter),
    registerCommand(log, commands.clearLibraryFilter, () => tree.clearFilter()),
    registerCommand(log, commands.sortLibrary, chooseSorting),
    registerCommand(log, commands.groupLibrary, () => tree.group(true)),
    registerCommand(log, commands.ungroupLibrary, () => tree.group(false)),
    registerCommand(log, commands.revealText, reveal),
    favourite(commands.addFavourite, l10n.t("Add which text to the favourites?")),
    favourite(commands.removeFavourite, l10n.t("Remove which text from the favourites?")),
    vscode.window.onDidChangeActiveTextEditor(followQuietly),
    tree.onDidChangeVisibility(followQuietly),
  );
}
