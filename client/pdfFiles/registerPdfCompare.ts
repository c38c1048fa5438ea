/** Compares two PDFs side by side, from open panels, the workspace or any folder. Nothing is created or changed. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import type { ShownPdf } from "../panels/pdf/panel.ts";
import { readPdfFile } from "./registerPdfFiles.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { openComparison } from "../panels/pdfCompare/panel.ts";
import { fileHead, filesGiven, languageWords, panelHead } from "../panels/pdfCompare/sidesModel.ts";
import type { Side } from "../panels/pdfCompare/sidesModel.ts";

/** How many files of the workspace are offered. */
const mostFiles = 500;

export function registerPdfCompare({ log, panels, extension }: Services): vscode.Disposable {
  const shownBy = (key: string): ShownPdf | undefined => panels.shown().find((pdf) => pdf.key === key);

  function ofPanel(pdf: ShownPdf): Side {
    return pdf.file
      ? ofFile(pdf.file)
      : {
          key: pdf.key,
          head: panelHead(pdf),
          async read() {
            const now = shownBy(pdf.key);
            if (now === undefined)
              throw new Error(
                l10n.t("The panel of {0} was closed. Open it, and compare the two PDFs again.", pdf.title),
              );
            return { head: panelHead(now), bytes: now.bytes };
          },
        };
  }

  function ofFile(uri: vscode.Uri): Side {
    const head = fileHead(vscode.workspace.asRelativePath(uri));
    return { key: uri.toString(), head, read: async () => ({ head, bytes: await readPdfFile(uri) }) };
  }

  function inLanguage({ key, render, ...pdf }: ShownPdf, language: string | null): Side {
    const head = panelHead({ ...pdf, language });
    return {
      key: `${key} ${language ?? ""}`,
      head,
      read: async (signal) => ({ head, bytes: await render(language, signal) }),
    };
  }

  /** Undefined if the person cancelled. `left` is not offered again. */
  async function pickSide(title: string, left?: Side): Promise<Side | undefined> {
    const open = panels
      .shown()
      .map((pdf) => ({ side: ofPanel(pdf), pdf }))
      .filter(({ side }) => side.key !== left?.key);
    const form = left && shownBy(left.key);
    const known = new Set([left?.key, ...open.map(({ side }) => side.key)]);
    const files = (await vscode.workspace.findFiles("**/*.[pP][dD][fF]", "**/node_modules/**", mostFiles))
      .map(ofFile)
      .filter(({ key }) => !known.has(key));
    const rowOf = (side: Side, icon: string) => ({
      label: side.head.name,
      description: side.head.detail,
      icon,
      pick: async (): Promise<Side | undefined> => side,
    });
    const picked = await window.showQuickPick(
      [
        ...(form?.form === undefined
          ? []
          : [
              {
                label: l10n.t("The same form in another language…"),
                description: "",
                icon: "globe",
                pick: () => pickLanguage(form),
              },
            ]),
        ...open.map(({ side }) => rowOf(side, "file-pdf")),
        ...files.sort((one, other) => one.key.localeCompare(other.key)).map((side) => rowOf(side, "file")),
        { label: l10n.t("A file…"), description: "", icon: "folder-opened", pick: pickFile },
      ],
      { title, placeHolder: l10n.t("A PDF that is open, or a file"), matchOnDescription: true },
    );
    return picked?.pick();
  }

  async function pickLanguage(pdf: ShownPdf): Promise<Side | undefined> {
    const languages = [null, ...((await pdf.form?.languages()) ?? [])].filter((language) => language !== pdf.language);
    const rows = languages.map((language) => ({ label: languageWords(language), language }));
    const picked = await window.showQuickPick(rows, {
      title: pdf.title,
      placeHolder: l10n.t("Language of the PDF on the right"),
    });
    return picked && inLanguage(pdf, picked.language);
  }

  async function pickFile(): Promise<Side | undefined> {
    const [file] =
      (await vscode.window.showOpenDialog({ title: l10n.t("PDF to compare"), filters: { PDF: ["pdf"] } })) ?? [];
    return file && ofFile(file);
  }

  /**
   * Returns the files selected in the explorer; otherwise, for the menu of a panel or editor, the PDF that it shows.
   */
  function given(argument: unknown, selected: unknown): readonly Side[] {
    const files = filesGiven(argument, selected, (each) => each instanceof vscode.Uri);
    if (files.length > 0) return files.map(ofFile);
    const front = argument === undefined ? undefined : panels.current();
    return front ? [ofPanel(front)] : [];
  }

  return registerCommand(log, commands.comparePdfs, async (argument, selected) => {
    const [first, second] = given(argument, selected);
    const left = first ?? (await pickSide(l10n.t("PDF on the left")));
    const right = left && (second ?? (await pickSide(l10n.t("Compare {0} with", left.head.name), left)));
    if (left !== undefined && right !== undefined) openComparison(extension.extensionUri, { left, right });
  });
}
