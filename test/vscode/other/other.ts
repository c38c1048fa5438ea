/** Another extension that saves and writes open documents, as extensions for formatting, building or refactoring do. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";

/**
 * The actions of the other extension, by the titles of their commands. Each is the body of a function in which `vscode`
 * is VS Code's API and `texts` are the open library texts.
 */
export const others = {
  "Other: Save All Files": "await vscode.workspace.saveAll(false);",
  "Other: Save Each Text": "await Promise.all(texts.map((text) => text.save()));",
  "Other: Write Through the File System":
    "await Promise.allSettled(texts.map(({ uri }) => vscode.workspace.fs.writeFile(uri, Buffer.from('written by another extension'))));",
  "Other: Refactor": `
    const edit = new vscode.WorkspaceEdit();
    for (const { uri } of texts) edit.insert(uri, new vscode.Position(0, 0), "Refactored. ");
    await vscode.workspace.applyEdit(edit, { isRefactoring: true });`,
  "Other: Save by Command": "await vscode.commands.executeCommand('workbench.action.files.saveAll');",
  "Other: Save Without Formatting":
    "await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');",
} as const;

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, ".");

/** Packs the other extension into a folder, and resolves with the path of its file. */
export async function packOther(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const titles = Object.keys(others);
  const manifest = {
    name: "other",
    publisher: "smartform",
    version: "0.0.0",
    license: "MIT",
    engines: { vscode: "^1.125.0" },
    main: "main.cjs",
    extensionKind: ["workspace"],
    contributes: { commands: titles.map((title) => ({ command: idOf(title), title })) },
  };
  const commands = Object.entries(others).map(
    ([title, body]) => `vscode.commands.registerCommand("${idOf(title)}", async () => {
    const texts = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "textlib");
    ${body}
  });`,
  );
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "README.md"), "Another extension.\n");
  await writeFile(join(folder, "LICENSE"), "MIT\n");
  await writeFile(
    join(folder, "main.cjs"),
    `const vscode = require("vscode");\nexports.activate = () => {\n${commands.join("\n")}\n};\n`,
  );
  const packagePath = join(folder, "other.vsix");
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}
