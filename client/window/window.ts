/** VS Code's messages, lists, boxes and progress: the one way to them, on which every string is shown as text. */
import * as vscode from "vscode";
import { plainWindow } from "./plainWindow.ts";

export const window = plainWindow(vscode.window);
