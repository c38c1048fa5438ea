/**
 * Which documents are in tabs: among others, the language server tells findings of those, and of the files of the
 * workspace.
 */
import * as vscode from "vscode";

/** Addresses as strings; of a comparison the right side. */
export function addressesInTabs(): ReadonlySet<string> {
  return new Set(
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => addressIn(tab)?.toString() ?? [])),
  );
}

/** The tabs of the document itself, in all groups; not the comparisons that show it. */
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
 * Takes away what was found in a document when its last tab is closed. The language client leaves that to the next look
 * at the files of the workspace, where a library text never is.
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
