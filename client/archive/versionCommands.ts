/** Commands on versions: open or download a version, and compare two versions. */
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf, quoted, visible } from "../../language/index.ts";
import type { File as ServiceFile } from "../../api/index.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { openComparison } from "../panels/pdfCompare/panel.ts";
import { panelHead } from "../panels/pdfCompare/sidesModel.ts";
import type { Side } from "../panels/pdfCompare/sidesModel.ts";
import { window } from "../window/window.ts";
import { compareFiles, isPdf, plainText } from "./compareModel.ts";
import type { File, FileText } from "./compareModel.ts";
import { isKnownByIdAlone, versionInWords, withFileName } from "../records/archiveDocumentModel.ts";
import type { ArchiveEnvironment } from "./environment.ts";
import { pdfText } from "../panels/pdf/pdfTextModel.ts";
import type { PdfReader } from "../panels/pdf/pdfTextModel.ts";
import { nodeFrom, pickVersion, placeOf, titleOf, versionById, versionFor, versionsFrom } from "./pick.ts";
import type { VersionNode } from "./pick.ts";
import { reading } from "../calls/reading.ts";
import { explained } from "../calls/answersModel.ts";
import { saveAs } from "../window/saveFile.ts";
import type { Sides } from "../window/sides.ts";
import type { ArchiveTree } from "./tree.ts";

export function registerArchiveVersions(
  services: Services,
  {
    tree,
    sides,
    environment,
  }: { readonly tree: ArchiveTree; readonly sides: Sides; readonly environment: ArchiveEnvironment },
): vscode.Disposable {
  const { log, panels, extension } = services;
  const files = (name: string): string => extension.asAbsolutePath(join("dist", name));
  const reader: PdfReader = {
    program: files("pdfText.js"),
    packed: files("pdfReader.br"),
  };

  async function downloadFile(node: VersionNode, signal: AbortSignal): Promise<ServiceFile> {
    const { session, place } = await placeOf(services, node);
    return session.api.call(
      "archive.download",
      { environment: place.environment, path: { fileId: node.version.id } },
      { signal },
    );
  }

  const download = async (node: VersionNode, signal: AbortSignal): Promise<Uint8Array> =>
    (await downloadFile(node, signal)).bytes;

  const progress = (node: VersionNode): string =>
    isKnownByIdAlone(node.document)
      ? l10n.t("Downloading {0} from the archive ({1})…", quoted(node.version.id), node.place.environment)
      : l10n.t("Downloading {0} from the archive ({1})…", versionInWords(node.version), node.place.environment);

  async function open(given: VersionNode): Promise<void> {
    const file = await reading(progress(given), (signal) => downloadFile(given, signal));
    if (file === undefined) return;
    const node = withFileName(given, file);
    let bytes: Uint8Array | undefined = file.bytes;
    if (!isPdf(bytes)) {
      const answer = await window.showInformationMessage(
        l10n.t("{0} is not a PDF, and only PDFs can be shown here.", quoted(node.version.fileName)),
        l10n.t("Save…"),
      );
      if (answer !== undefined) await saveVersion(node, bytes);
      return;
    }
    const { connection, environment } = node.place;
    await panels.show({
      key: `archive ${connection} ${environment} ${node.version.id}`,
      title: titleOf(node),
      place: `${environment} · ${connection}`,
      // The first rendering uses the bytes that were already downloaded.
      async render(_, signal) {
        const shown = bytes ?? (await explained(download(node, signal)));
        bytes = undefined;
        return shown;
      },
    });
  }

  async function textOf(bytes: Uint8Array, signal: AbortSignal): Promise<FileText> {
    if (!isPdf(bytes)) return plainText(bytes);
    try {
      return { kind: "pages", pages: await pdfText(reader, bytes, { signal }) };
    } catch (error) {
      signal.throwIfAborted();
      return { kind: "none", reason: messageOf(error) };
    }
  }

  async function compare(older: VersionNode, newer: VersionNode): Promise<void> {
    const read = async (node: VersionNode, signal: AbortSignal): Promise<File> => {
      const bytes = await download(node, signal);
      return { title: versionInWords(node.version), bytes, text: await textOf(bytes, signal) };
    };
    const compared = await reading(
      l10n.t("Comparing {0} with {1}…", versionInWords(older.version), versionInWords(newer.version)),
      async (signal) => compareFiles(await read(older, signal), await read(newer, signal)),
    );
    if (compared === undefined) return;
    const sentence = `${quoted(newer.document.fileName)}: ${compared.sentence}`;
    if (compared.shown === undefined) return void (await window.showInformationMessage(sentence));
    const [left, right] = (
      [
        [older, compared.shown[0]],
        [newer, compared.shown[1]],
      ] as const
    ).map(([node, text]) => sides.show(text, `${node.version.fileName} ${versionInWords(node.version)}.txt`));
    const title = l10n.t(
      "{0}: {1} ↔ {2} (text, {3})",
      visible(newer.document.fileName),
      versionInWords(older.version),
      versionInWords(newer.version),
      newer.place.environment,
    );
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: false });
    window.setStatusBarMessage(compared.sentence, 20_000);
  }

  /**
   * Returns one side of the comparison. The version is downloaded when the side is shown, and again whenever the
   * comparison is repeated.
   */
  function sideOf(node: VersionNode): Side {
    const { connection, environment } = node.place;
    const head = panelHead({
      title: titleOf(node),
      place: `${environment} · ${connection}`,
      language: null,
      form: undefined,
    });
    return { key: node.version.id, head, read: async (signal) => ({ head, bytes: await download(node, signal) }) };
  }

  /** Returns the two selected versions, or two that the person picks. */
  async function pickTwo(
    argument: unknown,
    selected: unknown,
  ): Promise<readonly [VersionNode, VersionNode] | undefined> {
    const chosen = versionsFrom(tree, selected);
    if (chosen.length > 2) throw new Error(l10n.t("Select two versions: more cannot be compared at once."));
    const [one, two] = chosen;
    if (one !== undefined && two !== undefined) return inOrder(one, two);
    const first = await versionFor(tree, argument, l10n.t("Compare a version"));
    if (first === undefined) return undefined;
    const others = first.document.versions.filter(({ id }) => id !== first.version.id);
    if (others.length === 0)
      return void (await window.showInformationMessage(
        l10n.t(
          "Only one version of {0} is known: there is nothing to compare it with.",
          quoted(first.document.fileName),
        ),
      ));
    const second = await pickVersion(
      { ...first, kind: "document" },
      others,
      l10n.t("Compare {0} with", versionInWords(first.version)),
    );
    return second && inOrder(first, second);
  }

  async function downloadAndSave(node: VersionNode): Promise<void> {
    const file = await reading(progress(node), (signal) => downloadFile(node, signal));
    if (file !== undefined) await saveVersion(withFileName(node, file), file.bytes);
  }

  async function saveVersion(node: VersionNode, bytes: Uint8Array): Promise<void> {
    const target = await saveAs(bytes, {
      title: l10n.t("Download {0} ({1})", versionInWords(node.version), node.place.environment),
      name: node.version.fileName,
    });
    if (target !== undefined)
      await window.showInformationMessage(
        l10n.t("Saved {0} as {1}.", versionInWords(node.version), quoted(vscode.workspace.asRelativePath(target))),
      );
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.openArchived, async (argument) => {
      const node = await versionFor(tree, argument, l10n.t("Open a version"), commands.openArchivedById);
      if (node !== undefined) await open(node);
    }),
    registerCommand(log, commands.openArchivedById, async () => {
      const node = await versionById(tree, environment, l10n.t("Open a document of the archive"));
      if (node !== undefined) await open(node);
    }),
    registerCommand(log, commands.downloadArchived, async (argument) => {
      const node = await versionFor(tree, argument, l10n.t("Download a version"), commands.downloadArchivedById);
      if (node !== undefined) await downloadAndSave(node);
    }),
    registerCommand(log, commands.downloadArchivedById, async () => {
      const node = await versionById(tree, environment, l10n.t("Download from the archive"));
      if (node !== undefined) await downloadAndSave(node);
    }),
    registerCommand(log, commands.copyArchivedId, async (argument) => {
      const given = nodeFrom(tree, argument);
      const id =
        given?.kind === "document"
          ? given.document.listed.id
          : (await versionFor(tree, argument, l10n.t("Copy the id of a version")))?.version.id;
      if (id !== undefined) await vscode.env.clipboard.writeText(id);
    }),
    registerCommand(log, commands.compareArchived, async (argument, selected) => {
      const pair = await pickTwo(argument, selected);
      if (pair !== undefined) await compare(...pair);
    }),
    registerCommand(log, commands.compareArchivedPages, async (argument, selected) => {
      const [left, right] = (await pickTwo(argument, selected))?.map(sideOf) ?? [];
      if (left !== undefined && right !== undefined) openComparison(extension.extensionUri, { left, right });
    }),
    registerCommand(log, commands.compareWithPrevious, async (argument) => {
      const node = await versionFor(tree, argument, l10n.t("Compare a version with the one before"));
      if (node === undefined) return;
      const { versions } = node.document;
      const previous = versions[versions.findIndex(({ id }) => id === node.version.id) + 1];
      if (previous === undefined)
        return void (await window.showInformationMessage(
          l10n.t("No version before {0} is known.", versionInWords(node.version)),
        ));
      await compare({ ...node, version: previous }, node);
    }),
  );
}

/** Puts the older version first; a version without a number counts as the oldest. */
function inOrder(one: VersionNode, two: VersionNode): readonly [VersionNode, VersionNode] {
  return (one.version.version ?? 0) <= (two.version.version ?? 0) ? [one, two] : [two, one];
}
