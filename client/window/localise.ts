/**
 * Gives the texts of the interface to whoever says them, in VS Code's display language. The extension imports this file
 * before all others, so that texts which are made while a file loads are in that language too.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { l10n as language } from "../../language/index.ts";

/**
 * Undefined where the display language is English, or one that nobody translated: then the keys, which are English, are
 * shown.
 */
const contents = vscode.l10n.bundle ?? {};
l10n.config({ contents });
// What the language room says here, such as a name that is wrong, is said in the same language.
language.config({ contents });
