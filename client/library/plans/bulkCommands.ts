/**
 * Changes several texts at once: a field, or words in their contents. Both changes are plans: they are reviewed first,
 * journaled, continued and undone like every other plan.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Folder } from "../../../language/index.ts";
import type { Api } from "../../../api/index.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import { explained } from "../../calls/answersModel.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import type { Library, LibraryOf } from "../library.ts";
import { asNode, textsOf } from "../givenModel.ts";
import { pickFolder, pickText } from "../pick.ts";
import { contentTypes } from "../textLibraryModel.ts";
import { uriOf } from "../../connections/textAddress.ts";
import { window } from "../../window/window.ts";
import {
  bulkOf,
  contentsOf,
  countOf,
  differencesOf,
  onlyPlaces,
  placesOf,
  planDocument,
  replacePlan,
  replaceQuestion,
} from "../../../authoring/index.ts";
import type { BulkChange, LibraryPlan, LibraryText, Replacement } from "../../../authoring/index.ts";
import type { Plans } from "./plans.ts";
import { ownerOf, sessionFor, sessionForAll } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { endable } from "../../window/endable.ts";

/**
 * Maximum number of differences in VS Code's list, which shows this many without delay. If there are more, the whole
 * plan is shown as a document beside the list.
 */
const mostDifferences = 200;

export function registerBulkCommands(
  { connections, log }: Services,
  { library, plans, sides }: { readonly library: Library; readonly plans: Plans; readonly sides: Sides },
): vscode.Disposable {
  /** Resolves with undefined if the author cancelled. */
  function readTexts(api: Api, ids: readonly string[], title: string): Promise<readonly LibraryText[] | undefined> {
    return endable(title, async (signal, progress) => {
      const texts: LibraryText[] = [];
      for (const [index, id] of ids.entries()) {
        progress.say(l10n.t("{0} of {1}", index + 1, ids.length));
        texts.push(await explained(api.call("textlibrary.texts.get", { path: { id } }, { signal })));
      }
      return texts;
    });
  }

  async function changeFields(argument: unknown, selection: unknown): Promise<void> {
    const several = textsOf(argument, selection);
    const session = await sessionForAll(connections, several);
    const picked =
      several.length > 0 ? undefined : await pickText(library.of(ownerOf(session)), l10n.t("Change which text?"));
    const found = picked === undefined ? several : [picked];
    if (found.length === 0) return;
    const texts = await readTexts(
      session.api,
      found.map(({ text }) => text.id),
      l10n.t("Reading the texts"),
    );
    const change = texts && (await chooseChange(texts));
    if (texts === undefined || change === undefined) return;
    const { title, wishes, said } = bulkOf(texts, change);
    if (wishes.length === 0)
      return void (await window.showInformationMessage(l10n.t("Nothing was changed. {0}", said.join(" "))));
    await plans.offer(session, title, wishes, { said });
  }

  async function chooseChange(texts: readonly LibraryText[]): Promise<BulkChange | undefined> {
    const title = l10n.t("Change {0}", texts.length === 1 ? (texts[0]?.code ?? "") : countOf(texts.length, "text"));
    const what = await window.showQuickPick(
      [
        {
          label: l10n.t("Public"),
          detail: l10n.t("People can find these texts in the document composer."),
          of: "public",
        },
        {
          label: l10n.t("Not public"),
          detail: l10n.t("People cannot find these texts in the document composer."),
          of: "private",
        },
        { label: l10n.t("Content type…"), detail: l10n.t("Plain text, rich text or HTML."), of: "contentType" },
        {
          label: l10n.t("Default language…"),
          detail: l10n.t("The language that is printed when none is requested."),
          of: "defaultLanguage",
        },
      ] as const,
      { title },
    );
    switch (what?.of) {
      case undefined:
        return undefined;
      case "public":
        return { isPublic: true };
      case "private":
        return { isPublic: false };
      case "contentType": {
        const type = await window.showQuickPick(
          contentTypes.map(({ label, icon, value }) => ({ label, icon, value })),
          { title },
        );
        return type && { contentType: type.value };
      }
      case "defaultLanguage": {
        const languages = [...new Set(texts.flatMap((text) => [...contentsOf(text).keys()]))].sort();
        const language = await window.showQuickPick(
          languages.map((label) => ({ label })),
          { title },
        );
        return language && { defaultLanguage: language.label };
      }
    }
  }

  async function replace(argument: unknown, selection: unknown): Promise<void> {
    const chosen = textsOf(argument, selection);
    const node = asNode(argument);
    const {
      name: connection,
      identity,
      api,
    } = await (chosen.length > 0 ? sessionForAll(connections, chosen) : sessionFor(connections, node));
    const owner: Owner = { identity, connection };
    const asked = library.of(owner);
    const folder = chosen.length > 0 ? undefined : node?.kind === "folder" ? node.folder : await chooseFolder(asked);
    if (folder === undefined && chosen.length === 0) return;
    const where =
      chosen.length > 0
        ? countOf(chosen.length, "inTexts")
        : folder === "all" || folder === undefined
          ? l10n.t("in the Text Library")
          : l10n.t("in {0}", folder.name);
    const replacement = await askReplacement(where, chosen.length > 0 ? [] : await asked.languages());
    if (replacement === undefined) return;
    const found =
      chosen.length > 0
        ? { known: true, textIds: chosen.map(({ text }) => text.id) }
        : await holding(asked, replacement, folder);
    const texts = found && (await readTexts(api, found.textIds, l10n.t("Reading the texts that contain the words")));
    if (found === undefined || texts === undefined) return;
    const plan = replacePlan(texts, replacement, { known: found.known });
    if (plan.steps.length === 0)
      return void (await window.showInformationMessage(
        [l10n.t('"{0}" was not found {1}.', replacement.find, where), ...plan.said].join(" "),
      ));
    const wanted = await review(asked, plan);
    if (wanted === undefined) return;
    await connections.here(owner);
    await plans.carryOut(wanted, owner);
  }

  async function chooseFolder(asked: LibraryOf): Promise<Folder | "all" | undefined> {
    const picked = await window.showQuickPick(
      [
        { label: l10n.t("The whole Text Library"), of: "all" },
        { label: l10n.t("A folder and its subfolders…"), of: "folder" },
      ] as const,
      { title: l10n.t("Find and replace in which texts?") },
    );
    return picked?.of === "folder" ? pickFolder(asked, l10n.t("Find and replace in which folder?")) : picked?.of;
  }

  async function askReplacement(where: string, languages: readonly string[]): Promise<Replacement | undefined> {
    const find = await window.showInputBox({
      title: l10n.t("Find and replace {0}", where),
      prompt: l10n.t("Words to find, taken literally"),
      validateInput: (value) => (value === "" ? l10n.t("Enter the words to find.") : undefined),
    });
    if (find === undefined) return undefined;
    const by = await window.showInputBox({
      title: l10n.t("Find and replace {0}", where),
      prompt: l10n.t('Words to replace "{0}" with; leave the box empty to remove "{0}"', find),
    });
    if (by === undefined) return undefined;
    const options = await window.showQuickPick(
      [
        { label: l10n.t("Match letter case"), picked: true, of: "matchCase" },
        { label: l10n.t("Whole words only"), picked: false, of: "wholeWords" },
        { label: l10n.t("Inside placeholders and tags too"), picked: false, of: "inside" },
      ] as const,
      { title: l10n.t("Find and replace {0}", where), placeHolder: l10n.t("How to search"), canPickMany: true },
    );
    if (options === undefined) return undefined;
    const has = (of: string): boolean => options.some((each) => each.of === of);
    const language =
      languages.length < 2
        ? { label: "", language: undefined }
        : await window.showQuickPick(
            [
              { label: l10n.t("Every language"), language: undefined },
              ...languages.map((each) => ({ label: each, language: each })),
            ],
            { title: l10n.t("Find and replace {0}", where), placeHolder: l10n.t("In which language?") },
          );
    return (
      language && {
        find,
        by,
        matchCase: has("matchCase"),
        wholeWords: has("wholeWords"),
        inside: has("inside"),
        language: language.language,
      }
    );
  }

  async function holding(
    asked: LibraryOf,
    { find, language }: Replacement,
    folder: Folder | "all" | undefined,
  ): Promise<{ readonly known: boolean; readonly textIds: readonly string[] } | undefined> {
    const { folders } = await asked.folders();
    const inside =
      folder === "all" || folder === undefined
        ? null
        : folders
            .filter(({ id, parentFolderId }) => id === folder.id || parentFolderId === folder.id)
            .map(({ id }) => id);
    return endable(l10n.t("Looking at every text of the Text Library"), (signal) =>
      asked.holding({ words: find, folderIds: inside, language: language ?? null }, { signal }),
    );
  }

  /** Shows every change, then resolves with the plan that the author chose; undefined if nothing is to happen. */
  async function review(asked: LibraryOf, plan: LibraryPlan): Promise<LibraryPlan | undefined> {
    const differences = differencesOf(plan);
    const { folders } = await asked.folders();
    const { connection } = asked.owner;
    const shown = differences.slice(0, mostDifferences).map(({ text, language, before, after }) => {
      const folder = folders.find(({ id }) => id === text.folderId) ?? { code: null, name: "Text" };
      const uri = uriOf({ connection, folder, text, language });
      return [uri, sides.show(before, uri), sides.show(after, uri)] as const;
    });
    await vscode.commands.executeCommand("vscode.changes", plan.title, shown);
    if (differences.length > shown.length)
      await sides.open(planDocument(plan), "Plan.txt", { preview: false, preserveFocus: true });
    // A list stays until it is answered; a message would be gone before the differences are read. Enter chooses the
    // first row.
    const choice = await window.showQuickPick(
      [
        { label: l10n.t("Cancel"), detail: l10n.t("Nothing has changed yet."), of: "nothing" },
        { label: l10n.t("Replace All"), detail: replaceQuestion(plan), of: "all" },
        { label: l10n.t("Choose Places…"), of: "places" },
      ] as const,
      { title: `${plan.title}?` },
    );
    if (choice?.of === "all") return plan;
    if (choice?.of !== "places") return undefined;
    const items = placesOf(plan).map((place) => ({
      label: l10n.t("{0} ({1}), line {2}", place.code, place.language, place.line),
      description: place.before,
      detail: place.after,
      picked: true,
      place,
    }));
    const picked = await window.showQuickPick(items, {
      title: plan.title,
      placeHolder: l10n.t("Places to replace"),
      canPickMany: true,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    const chosen =
      picked &&
      onlyPlaces(
        plan,
        picked.map(({ place }) => place),
      );
    return chosen === undefined || chosen.steps.length === 0 ? undefined : chosen;
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.changeTexts, changeFields),
    registerCommand(log, commands.replaceInTexts, replace),
  );
}
