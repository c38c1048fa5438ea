/** Which documents are in tabs. The language server reports findings for these, and for the workspace's files. */
import * as vscode from "vscode";

/**
 * Returns the addresses of the documents in tabs, as strings. A comparison counts as the document on its right side.
 */
export function addressesInTabs(): ReadonlySet<string> {
  return new Set(
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => addressIn(tab)?.toString() ?? [])),
  );
}

/** Returns the tabs of the document itself in all groups, without the comparisons that show it. */
export function tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}

function addressIn({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/**
 * Removes the findings of a document outside the workspace when its last tab is closed. The language client would leave
 * that to the next check of the workspace's files, which never includes library texts.
 */
export function forgetClosed(findings: vscode.DiagnosticCollection): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    const inTabs = addressesInTabs();
    for (const tab of closed) {
      const uri = addressIn(tab);
      if (uri !== undefined && !inTabs.has(uri.toString()) && vscode.workspace.getWorkspaceFolder(uri) === undefined)
        findings.delete(uri);
    }
  });
}
