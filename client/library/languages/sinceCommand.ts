/**
 * Compares the current content of the default language with its content when a translation was written, if that version
 * is kept here.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, textScheme } from "../../identifiers.ts";
import { registerCommand } from "../../calls/commands.ts";
import type { Histories } from "../history/histories.ts";
import { whenWords } from "../history/historyModel.ts";
import { sinceTranslation } from "../history/sinceModel.ts";
import { reading } from "../../calls/reading.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import type { Library } from "../library.ts";
import { asNode } from "../givenModel.ts";
import { textOfDocument } from "../textOfDocument.ts";
import { addressOf, uriOf } from "../../connections/textAddress.ts";
import { window } from "../../window/window.ts";
import { fieldsOf } from "../../../authoring/index.ts";
import { sessionFor } from "../../connections/ownerModel.ts";

export function registerSince(
  { connections, log }: Services,
  { library, histories, sides }: { readonly library: Library; readonly histories: Histories; readonly sides: Sides },
): vscode.Disposable {
  async function show(argument: unknown): Promise<void> {
    const uri = await addressFor(argument);
    if (uri?.scheme !== textScheme)
      throw new Error(
        l10n.t(
          "Open a translation of a library text first, or choose a language in the tree. This command shows what changed in the default language since the translation was written.",
        ),
      );
    const { connection, textId, language } = addressOf(uri);
    const session = await connections.session({ name: connection });
    const { api, identity } = session;
    const text = await reading(l10n.t("Reading the text…"), (signal) =>
      api.call("textlibrary.texts.get", { path: { id: textId } }, { signal }),
    );
    if (text === undefined) return;
    const { defaultLanguage } = fieldsOf(text);
    const history = histories.of(identity);
    const since = sinceTranslation(text, language, {
      translation: history.sightings(textId, language),
      original: history.sightings(textId, defaultLanguage),
    });
    if (since.state === "unknown") return void (await window.showWarningMessage(since.reason));
    if (since.state === "unchanged")
      return void (await window.showInformationMessage(
        l10n.t("{2}: {0} has not been changed since {1} was written.", defaultLanguage, language, text.code),
      ));
    const version = history.version(since.version);
    const home = await textOfDocument(uri, session, library);
    if (version === undefined || home === undefined)
      return void (await window.showWarningMessage(
        l10n.t(
          "The version of {0} from the time when the translation was written is no longer kept on this computer.",
          defaultLanguage,
        ),
      ));
    const now = uriOf({ connection, folder: home.folder, text: home.text, language: defaultLanguage });
    const when = whenWords(version, (date) => date.toLocaleString());
    await vscode.commands.executeCommand(
      "vscode.diff",
      sides.show(version.content, now),
      now,
      l10n.t(
        "{0} ({1}): version of {3}, which was current when {2} was written ↔ now",
        text.code,
        defaultLanguage,
        language,
        when,
      ),
      { preview: true },
    );
  }

  async function addressFor(argument: unknown): Promise<vscode.Uri | undefined> {
    if (argument instanceof vscode.Uri) return argument;
    const node = asNode(argument);
    if (node?.kind === "language") return uriOf({ connection: (await sessionFor(connections, node)).name, ...node });
    return vscode.window.activeTextEditor?.document.uri;
  }

  return registerCommand(log, commands.showChangesSince, show);
}
