/** The log of the extension: what was called and what a write did. */
import * as vscode from "vscode";
import type { CallRecord } from "../api/index.ts";
import { callLine } from "./callModel.ts";

export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Smartform", { log: true });
}

export function logCall(log: vscode.LogOutputChannel, record: CallRecord): void {
  if (record.error === undefined) log.info(callLine(record));
  else log.warn(callLine(record));
}
