/**
 * The `smartform.json` files of the workspace folders and their subfolders, and which one applies to a file. Each is
 * read on first use, and again when it changes.
 */
import type { FSWatcher } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isInside, nearestSettings, openProject, settingsName } from "../../catalog/index.ts";
import type { Project } from "../../catalog/index.ts";
import { isRequestFile, l10n, requestFileKind } from "../../language/index.ts";
import { watchFolder } from "../library/library.ts";
import { hasOtherNames, isSameFile } from "./otherNames.ts";
import type { FileKind } from "./workspaceFiles.ts";

interface ProjectsOptions {
  readonly roots: readonly string[];
  /** Whether an editor has the file open and shows its problems. */
  readonly isHeld: (path: string) => boolean;
  /** Called when a JSON file changes in a workspace folder or in another folder with settings. */
  readonly fileChanged: (path: string) => void;
  /** Shows a whole sentence to the user, once. */
  readonly tell: (message: string) => void;
  readonly problem: (message: string) => void;
  /** Aborted when the workspace closes. */
  readonly closing: AbortSignal;
}

/** The role of a file for the settings that have been read. */
interface FileRole {
  /** The file is a `smartform.json` or the baseline of one, even if this path is another name of that file. */
  readonly isSettings: boolean;
  /** A `smartform.json` names the file as a data sample. */
  readonly isSample: boolean;
  /** Reads the settings of the file's project again. */
  reread(): void;
  /** Reads the samples of all settings again. */
  rereadSamples(): void;
}

export type Projects = ReturnType<typeof openProjects>;

export function openProjects({ roots: firstRoots, isHeld, fileChanged, tell, problem, closing }: ProjectsOptions) {
  let roots = firstRoots;
  let nearest = nearestSettings();
  const projects = new Map<string, Promise<Project>>();
  /** Folders whose settings or baseline also have other names. */
  const linked = new Set<string>();
  const watchers = new Map<string, FSWatcher | undefined>();
  openRoots();

  /** Resolves with the project of the nearest ancestor folder with settings; undefined if there is none. */
  function of(path: string): Promise<Project> | undefined {
    const root = nearest(dirname(path));
    if (root === undefined) return undefined;
    const opening = projects.get(root) ?? open(root);
    projects.set(root, opening);
    // If the project could not be read, the next request reads it again.
    opening.catch(() => projects.get(root) === opening && projects.delete(root));
    return opening;
  }

  async function open(root: string): Promise<Project> {
    const opened = await openProject(root, { signal: closing });
    if ((await Promise.all(ownFiles(root, opened.baselineFile ?? root).map(hasOtherNames))).includes(true))
      linked.add(root);
    else linked.delete(root);
    watch(root);
    // If the file is open, its problems are shown in it.
    if (!isHeld(join(root, settingsName))) for (const message of opened.problems) tell(`${root}${sep}${message}`);
    return opened;
  }

  /** Reports problems in the settings of a workspace folder before one of its files is opened. */
  function openRoots(): void {
    for (const root of roots) {
      watch(root);
      of(join(root, settingsName))?.catch((error: unknown) => {
        // If the workspace was closed during the reading, it needs no settings.
        if (!closing.aborted) problem(String(error));
      });
    }
  }

  function watch(folder: string): void {
    if (watchers.has(folder)) return;
    const file = join(folder, settingsName);
    watchers.set(
      folder,
      watchFolder(
        folder,
        (name) => {
          if (name === null || name.endsWith(".json")) fileChanged(name === null ? file : join(folder, name));
        },
        (error) => problem(l10n.t("Changes to {0} will not be picked up ({1}).", file, error.message)),
      ),
    );
  }

  function closeWatchers(): void {
    for (const watcher of watchers.values()) watcher?.close();
    watchers.clear();
  }

  /** Returns the innermost workspace folder that contains the file. */
  function rootOf(path: string): string | undefined {
    return roots.filter((root) => isInside(root, path)).sort((a, b) => b.length - a.length)[0];
  }

  return {
    of,
    /** Library texts have the settings of the first workspace folder. */
    ofLibrary: (): Promise<Project> | undefined =>
      roots[0] === undefined ? undefined : of(join(roots[0], settingsName)),
    /** Returns the nearest ancestor folder with settings; undefined if there is none. */
    nearest: (folder: string): string | undefined => nearest(folder),
    roots: (): readonly string[] => roots,
    rootOf,
    /** Resolves with undefined for a file that is not relevant to Smartforms. */
    async kindOf(path: string): Promise<FileKind | undefined> {
      if (rootOf(path) === undefined) return undefined;
      if (basename(path) === settingsName) return "settings";
      const opened = await of(path);
      if (opened?.baselineFile === path) return undefined;
      if (opened?.samples.includes(path)) return "sample";
      if (isRequestFile(path) || requestFileKind(path) !== null) return "request";
      return /\.sft(?:\.html)?$/i.test(path) || opened?.includes(path) ? "text" : undefined;
    },
    async roleOf(path: string): Promise<FileRole> {
      const opened = await Promise.all(
        [...projects].map(async ([root, opening]) => ({ root, project: await opening })),
      );
      const isOwn = await Promise.all(
        opened.map(async ({ root, project: { baselineFile } }) => {
          const own = ownFiles(root, baselineFile);
          return (
            own.includes(path) ||
            (linked.has(root) && (await Promise.all(own.map((file) => isSameFile(file, path)))).includes(true))
          );
        }),
      );
      const stale = opened.filter((_, index) => isOwn[index]);
      return {
        isSettings: basename(path) === settingsName || stale.length > 0,
        isSample: opened.some(({ project: { samples } }) => samples.includes(path)),
        reread() {
          nearest = nearestSettings();
          // A path that belongs to no known project may be another name of a known file.
          for (const { root } of stale.length === 0 ? opened : stale) projects.delete(root);
          openRoots();
        },
        rereadSamples() {
          for (const {
            project: { invalidate },
          } of opened)
            invalidate();
        },
      };
    },
    rootsChanged(next: readonly string[]): void {
      closeWatchers();
      roots = next;
      nearest = nearestSettings();
      projects.clear();
      openRoots();
    },
    closeWatchers,
  };
}

function ownFiles(root: string, baselineFile: string | undefined): readonly string[] {
  return [join(root, settingsName), ...(baselineFile === undefined ? [] : [baselineFile])];
}
