/**
 * The languages of the library in the window: progress, worklists, changes since a translation, and a new language for
 * the texts of a folder.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import { ownerOf, sessionFor } from "../../connections/ownerModel.ts";
import type { Histories } from "../history/histories.ts";
import { commands } from "../../identifiers.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import type { Library } from "../library.ts";
import type { NewTexts } from "../tree/newText.ts";
import { asNode } from "../givenModel.ts";
import { pickFolder } from "../pick.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { registerSince } from "./sinceCommand.ts";
import { createLanguagesTree } from "./tree.ts";
import { registerWorklists } from "./worklist.ts";

interface LanguageParts {
  readonly library: Library;
  readonly files: TextFiles;
  readonly texts: NewTexts;
  readonly histories: Histories;
  readonly sides: Sides;
}

export function registerLanguages(
  services: Services,
  { library, files, texts, histories, sides }: LanguageParts,
): vscode.Disposable {
  const { connections, log } = services;
  const tree = createLanguagesTree(services, library);
  const worklists = registerWorklists(services, { library, files, selected: () => tree.selected() });

  /** Writes nothing: each text gets its language when the author saves it. */
  async function newLanguage(argument: unknown): Promise<void> {
    const node = asNode(argument);
    const session = await sessionFor(connections, node);
    const folder =
      node?.kind === "folder"
        ? node.folder
        : await pickFolder(library.of(ownerOf(session)), l10n.t("Which folder's texts should get a new language?"));
    if (folder === undefined) return;
    const language = await texts.askLanguage(
      library.of(ownerOf(session)),
      [],
      l10n.t("Language for the texts of {0}: texts without this language are opened one after the other", folder.name),
    );
    if (language !== undefined) await worklists.begin({ owner: ownerOf(session), language, work: "missing", folder });
  }

  return vscode.Disposable.from(
    tree,
    worklists,
    registerSince(services, { library, histories, sides }),
    registerCommand(log, commands.refreshLanguages, () => tree.update()),
    registerCommand(log, commands.newLanguageForFolder, newLanguage),
  );
}
