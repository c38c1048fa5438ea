/**
 * VS Code's messages, lists, boxes and progress, with every string shown as plain text. Nothing else may use them
 * directly.
 */
import * as vscode from "vscode";
import { plainWindow } from "./plainWindow.ts";

export const window = plainWindow(vscode.window);
