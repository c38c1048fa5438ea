/** The histories of this window: one for each company's library, opened when one of its texts is first read. */
import * as vscode from "vscode";
import { settings } from "../../identifiers.ts";
import { userSetting } from "../../window/userSetting.ts";
import { window } from "../../window/window.ts";
import { openHistory } from "../../../authoring/index.ts";
import type { History, Limits } from "../../../authoring/index.ts";

export interface Histories extends vscode.Disposable {
  /** `identity`: see `identityOf`. */
  of(identity: string): History;
  /** Fires when this window has written to a history. */
  readonly onDidChange: vscode.Event<void>;
}

export function createHistories(folder: string, log: vscode.LogOutputChannel): Histories {
  const open = new Map<string, History>();
  const changed = new vscode.EventEmitter<void>();

  function tell(problem: string): void {
    log.warn(problem);
    void window.showWarningMessage(problem);
  }

  return {
    of(identity) {
      const history =
        open.get(identity) ?? openHistory({ folder, identity, limits, tell, onDidChange: () => changed.fire() });
      open.set(identity, history);
      return history;
    },
    onDidChange: changed.event,
    dispose() {
      for (const history of open.values()) history[Symbol.dispose]();
      changed.dispose();
    },
  };
}

/** Returns the limits from the user's settings, which a workspace cannot change. */
function limits(): Limits {
  return {
    bytes: userSetting(settings.historySize, 200) * 1_000_000,
    keepGoneDays: userSetting(settings.historyDays, 90),
  };
}
