/** Searches the archive for a value in one column or in all columns. The search can be limited to folders and days. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { quoted } from "../../language/index.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import type { ArchiveEnvironment } from "./environment.ts";
import { nodeFrom } from "./pick.ts";
import { byUse, fieldChoices, remember } from "../records/archiveSearchModel.ts";
import type { Criteria } from "../records/archiveSearchModel.ts";
import type { ArchiveTree } from "./tree.ts";

/** Names of the columns that were searched, last used first. The values searched for are not kept. */
const recentKey = "smartform.archive.recentColumns";

const everything: Criteria = { value: "", folders: [] };
const day = 24 * 60 * 60 * 1000;

export function registerArchiveSearch(
  { extension: { workspaceState }, log }: Services,
  { tree, environment }: { readonly tree: ArchiveTree; readonly environment: ArchiveEnvironment },
): vscode.Disposable {
  async function search(): Promise<void> {
    const at = await environment.place();
    if (at === undefined) return;
    const layout = await tree.layout(at);
    if (layout === undefined) return;
    const recent = workspaceState.get<readonly string[]>(recentKey, []);
    const items = byUse(fieldChoices(layout.columns), recent).map(({ field, title }) => ({
      label: title,
      field,
      description:
        field === undefined
          ? l10n.t("every searchable column, the file name, and the ids of the Smartform and the form")
          : recent.includes(field)
            ? l10n.t("recently used")
            : "",
    }));
    const title = l10n.t("Search the archive ({0})", at.place.environment);
    const picked = await window.showQuickPick(items, { title, placeHolder: l10n.t("Where to look") });
    if (picked === undefined) return;
    const value = await window.showInputBox({
      title: `${title}: ${picked.label}`,
      prompt: l10n.t("Part of the value, in upper or lower case. The service finds it anywhere in a value."),
      validateInput: (text) =>
        text.trim() === "" ? l10n.t("Enter at least one character, or press Escape.") : undefined,
    });
    if (value === undefined) return;
    const criteria: Criteria = { field: picked.field, value: value.trim(), folders: [] };
    await workspaceState.update(recentKey, remember(recent, criteria));
    await tree.search(at, criteria);
  }

  async function showNew(): Promise<void> {
    const at = await environment.place();
    if (at !== undefined && (await tree.layout(at)) !== undefined)
      await tree.search(at, { ...everything, from: Date.now() - 30 * day });
  }

  async function narrow(): Promise<void> {
    const at = await environment.place();
    if (at === undefined) return;
    const layout = await tree.layout(at);
    if (layout === undefined) return;
    const before = tree.searched?.criteria ?? everything;
    const title = l10n.t("Narrow the search ({0})", at.place.environment);
    const ways = [
      { label: l10n.t("Folders…"), way: "folders" },
      { label: l10n.t("The last 7 days"), way: 7 },
      { label: l10n.t("The last 30 days"), way: 30 },
      { label: l10n.t("The last year"), way: 365 },
      { label: l10n.t("From one day to another…"), way: "days" },
      { label: l10n.t("Without limits"), way: "none" },
    ] as const;
    const way = (
      await window.showQuickPick(ways, { title, placeHolder: l10n.t("By folder, or by when a document was stored") })
    )?.way;
    if (way === undefined) return;
    const criteria =
      typeof way === "number"
        ? { ...before, from: Date.now() - way * day, to: undefined }
        : way === "none"
          ? { ...before, folders: [], from: undefined, to: undefined }
          : way === "days"
            ? await withDays(before, title)
            : await withFolders(before, layout.folders, title);
    if (criteria !== undefined) await tree.search(at, criteria);
  }

  /** Copies the folder id of the row's document, or of a folder that the person picks. */
  async function copyFolderId(argument: unknown): Promise<void> {
    const given = nodeFrom(tree, argument);
    const at = given === undefined ? await environment.place() : undefined;
    const layout = at && (await tree.layout(at));
    if (given === undefined && (at === undefined || layout === undefined)) return;
    const folder =
      given === undefined
        ? await pickFolder(layout?.folders ?? [], at?.place.environment ?? "")
        : given.document.listed;
    if (folder === undefined) return;
    if (!folder.folderId)
      throw new Error(
        l10n.t(
          "The service does not give the id of the folder {0}. Nothing was copied.",
          quoted(folder.folderPath ?? ""),
        ),
      );
    await vscode.env.clipboard.writeText(folder.folderId);
    window.setStatusBarMessage(
      l10n.t("The id of the folder {0} is on the clipboard.", quoted(folder.folderPath ?? folder.folderId)),
      10_000,
    );
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.searchArchive, search),
    registerCommand(log, commands.newInArchive, showNew),
    registerCommand(log, commands.narrowArchive, narrow),
    registerCommand(log, commands.refreshArchive, () => tree.refresh()),
    registerCommand(log, commands.moreOfArchive, () => tree.more()),
    registerCommand(log, commands.copyArchiveFolderId, copyFolderId),
  );
}

async function pickFolder(
  folders: Criteria["folders"],
  environment: string,
): Promise<
  { readonly folderId?: string | null | undefined; readonly folderPath?: string | null | undefined } | undefined
> {
  if (folders.length === 0)
    return void (await window.showInformationMessage(l10n.t("The service lists no folder of the archive.")));
  const items = folders.map((folder) => ({
    label: folder.folderPath ?? folder.folderId ?? "",
    description: folder.folderId ?? l10n.t("id not given"),
    folder,
  }));
  return (
    await window.showQuickPick(items, {
      title: l10n.t("Copy the id of an archive folder ({0})", environment),
      placeHolder: l10n.t("Folder"),
      matchOnDescription: true,
    })
  )?.folder;
}

async function withFolders(
  before: Criteria,
  folders: Criteria["folders"],
  title: string,
): Promise<Criteria | undefined> {
  if (folders.length === 0) {
    await window.showInformationMessage(l10n.t("The service lists no folder of the archive."));
    return undefined;
  }
  const items = folders.map((folder) => ({
    label: folder.folderPath ?? folder.folderId ?? "",
    folder,
    picked: before.folders.some(
      ({ folderId, folderPath }) => folderId === folder.folderId && folderPath === folder.folderPath,
    ),
  }));
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder: l10n.t("Folders to search; if you choose none, all folders are searched"),
    canPickMany: true,
  });
  return picked && { ...before, folders: picked.map(({ folder }) => folder) };
}

async function withDays(before: Criteria, title: string): Promise<Criteria | undefined> {
  const ask = (prompt: string): Thenable<string | undefined> =>
    window.showInputBox({
      title,
      prompt,
      placeHolder: "2026-01-31",
      validateInput: (text) =>
        text === "" || timeOfDay(text) !== undefined
          ? undefined
          : l10n.t("Write a day as 2026-01-31, or leave it empty."),
    });
  const from = await ask(l10n.t("First day, or empty for no limit"));
  if (from === undefined) return undefined;
  const to = await ask(l10n.t("Last day, or empty for no limit"));
  if (to === undefined) return undefined;
  const last = timeOfDay(to);
  return { ...before, from: timeOfDay(from), to: last && last + day - 1 };
}

/** Midnight in the person's own time zone; undefined if the text is not a day. */
function timeOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00`);
  return Number.isNaN(time) ? undefined : time;
}
