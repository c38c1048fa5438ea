/**
 * Loads the texts of the interface in VS Code's display language. The extension imports this file before all others, so
 * that texts created while a file loads are in that language too.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { l10n as language } from "../../language/index.ts";

/**
 * `bundle` is undefined if the display language is English or has no translation: then the keys, which are English, are
 * shown.
 */
const contents = vscode.l10n.bundle ?? {};
l10n.config({ contents });
// Messages of the language room, such as for a wrong name, use the same language.
language.config({ contents });
