/**
 * Everything in documents that a person can follow: lenses, hints, links, hovers and fixes. The crawl requests them as
 * VS Code itself does.
 */
import * as vscode from "vscode";
import type { Manner } from "./instrument.ts";

export interface Followed {
  readonly name: string;
  follow(manner: Manner): Promise<void>;
}

interface Ports {
  readonly run: (manner: Manner, what: string, command: string, args: readonly unknown[]) => Promise<void>;
  readonly reached: (kind: "lens" | "hint" | "link" | "hover" | "fix") => void;
}

/** Returns one entry for each combination of kind, command or title, and document. */
export async function followIn(uris: readonly vscode.Uri[], { run, reached }: Ports): Promise<readonly Followed[]> {
  const found = new Map<string, Followed>();
  const add = (name: string, follow: Followed["follow"]): void => {
    if (!found.has(name)) found.set(name, { name, follow });
  };
  const command = (name: string, { command: id, arguments: args = [] }: vscode.Command): void =>
    add(`${name}: ${id}`, (manner) => run(manner, name, id, args as unknown[]));

  for (const uri of uris) {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const ask = async <T>(what: string, ...args: readonly unknown[]): Promise<readonly T[]> =>
      (await vscode.commands.executeCommand<readonly T[] | undefined>(`vscode.execute${what}Provider`, uri, ...args)) ??
      [];

    for (const lens of await ask<vscode.CodeLens>("CodeLens", 100)) {
      reached("lens");
      // A lens that only shows something has an empty command.
      if (lens.command && lens.command.command !== "") command(`a lens of ${name}`, lens.command);
    }
    for (const hint of await ask<vscode.InlayHint>("InlayHint", whole)) {
      reached("hint");
      for (const part of typeof hint.label === "string" ? [] : hint.label)
        if (part.command) command(`a hint of ${name}`, part.command);
      // A double click on a hint makes an edit of this document only.
      if (hint.textEdits && hint.textEdits.length > 0)
        add(`an edit of a hint of ${name}`, () => change(uri, hint.textEdits ?? []));
    }
    for (const link of await ask<vscode.DocumentLink>("Link", 100)) {
      reached("link");
      const { target } = link;
      if (target?.scheme === "command") command(`a link of ${name}`, commandOf(target));
      else if (target && /^(file|textlib|vscode-remote)$/.test(target.scheme))
        add(`a link of ${name} to ${target.toString()}`, (manner) =>
          run(manner, `a link of ${name}`, "vscode.open", [target]),
        );
    }
    for (const offset of starts(document.getText())) {
      for (const hover of await ask<vscode.Hover>("Hover", document.positionAt(offset))) {
        reached("hover");
        for (const part of hover.contents as readonly (vscode.MarkdownString | string)[]) {
          const words = typeof part === "string" ? part : part.value;
          for (const [, target = ""] of words.matchAll(/\((command:[^)\s]+)/g))
            command(`a hover of ${name}`, commandOf(vscode.Uri.parse(target)));
        }
      }
    }
    const ranges = [
      whole,
      ...vscode.languages.getDiagnostics(uri).map(({ range }) => range),
      ...starts(document.getText()).map(
        (offset) => new vscode.Range(document.positionAt(offset), document.positionAt(offset)),
      ),
    ];
    for (const range of ranges.slice(0, 20)) {
      for (const action of await ask<vscode.CodeAction>("CodeAction", range, undefined, 20)) {
        const { edit, command: then } = action;
        if (edit || then?.command.startsWith("smartform.") === true) reached("fix");
        if (edit) add(`the fix "${action.title}" of ${name}`, () => changeAll(edit));
        // Takes only this extension's actions, because other extensions and VS Code itself offer actions too.
        if (then?.command.startsWith("smartform.") === true) command(`the action "${action.title}" of ${name}`, then);
      }
    }
  }
  return [...found.values()];
}

/**
 * Returns at most ten offsets. Each is right after the first character of a word that follows opening brackets or a
 * quote.
 */
function starts(text: string): readonly number[] {
  return [...text.matchAll(/\[\[\s*\w|"\w/g)].slice(0, 10).map((match) => match.index + match[0].length);
}

function commandOf(uri: vscode.Uri): vscode.Command {
  const args = uri.query === "" ? [] : (JSON.parse(uri.query) as unknown);
  return { title: "", command: uri.path, arguments: Array.isArray(args) ? args : [args] };
}

async function change(uri: vscode.Uri, edits: readonly vscode.TextEdit[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, [...edits]);
  await changeAll(edit);
}

/** Applies an edit, then discards it; nothing is saved. */
async function changeAll(edit: vscode.WorkspaceEdit): Promise<void> {
  await vscode.workspace.applyEdit(edit);
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled)) {
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
}
