/** The log of the extension: which calls were made, and the outcomes of writes. */
import * as vscode from "vscode";
import type { CallRecord } from "../../api/index.ts";
import { rememberLines } from "../window/logMemory.ts";
import { callLine } from "./callModel.ts";

interface Log {
  readonly log: vscode.LogOutputChannel;
  /** The last lines logged in this window. */
  readonly lines: () => string;
}

export function createLog(): Log {
  const channel = vscode.window.createOutputChannel("Smartform", { log: true });
  const levels = {
    trace: vscode.LogLevel.Trace,
    debug: vscode.LogLevel.Debug,
    info: vscode.LogLevel.Info,
    warn: vscode.LogLevel.Warning,
    error: vscode.LogLevel.Error,
  };
  return rememberLines(channel, {
    isLogged: (level) => channel.logLevel !== vscode.LogLevel.Off && levels[level] >= channel.logLevel,
  });
}

export function logCall(log: vscode.LogOutputChannel, record: CallRecord): void {
  if (record.error === undefined) log.info(callLine(record));
  else log.warn(callLine(record));
}
