/**
 * The open documents, each with its context: what its address, `smartform.json`, the options and the catalog say about
 * it.
 */
import type { FSWatcher } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { DidChangeTextDocumentParams, TextDocumentItem } from "vscode-languageserver";
import { URI } from "vscode-uri";
import {
  isInside,
  largestBaseline,
  lookAtNamedFile,
  namedPath,
  nearestSettings,
  openProject,
  openRequestFile,
  readBaseline,
  readSample,
  settingsName,
  waysToHide,
  whyNotWritten,
} from "../catalog/index.ts";
import type { Baseline, FileSettings, Project, Rules, Sample } from "../catalog/index.ts";
import {
  absent,
  formatOf,
  isRequestFile,
  l10n,
  largestSettings,
  parse,
  requestFileKind,
  unknown,
} from "../language/index.ts";
import type { Catalog, Context, Format, RequestFile } from "../language/index.ts";
import { isOfLibrary, parseTextAddress, reportName } from "./address.ts";
import type { Opening } from "./address.ts";
import { changeDocument, openDocument } from "./documents.ts";
import type { Document } from "./documents.ts";
import type { SampleFile } from "./jsonPlaces.ts";
import { keepFile } from "./keptFile.ts";
import type { KeptFile } from "./keptFile.ts";
import { watchFolder } from "./library.ts";
import { linesOf } from "./lines.ts";
import type { Lines } from "./lines.ts";
import { hasOtherNames, isSameFile } from "./otherNames.ts";
import type { InitializationOptions } from "./protocol.ts";
import { openWorkspaceFiles, readFileOf } from "./workspaceFiles.ts";
import type { FileKind, FilesOptions } from "./workspaceFiles.ts";

/** A document with everything that a feature needs to know. */
export interface Open {
  readonly document: Document;
  readonly context: Context;
  /** Severities by finding code that the workspace chose. */
  readonly rules: Rules;
  /** How often the baseline holds a finding of this document, by code and words; absent where it holds none. */
  readonly known?: ReadonlyMap<string, number>;
  /** The file with the data sample, where one is named. */
  readonly sample?: SampleFile;
  /** How the client opens library texts. */
  readonly opening: Opening;
}

/** The `smartform.json` that a document belongs to. */
export interface SettingsHome {
  /** Absolute. */
  readonly file: string;
  /** As an editor holds it, or else the disk; null where there is none yet. */
  readonly settings: KeptSettings | null;
  /** What it calls the document. */
  readonly name: string;
  /**
   * Absent where the settings name no baseline, or one that cannot be read or has no room for another entry. `kept` is
   * null for a file that does not exist yet.
   */
  readonly baseline?: { readonly file: string; readonly kept: KeptBaseline | null };
}

export interface KeptSettings {
  readonly lines: Lines;
  /** Worked out on first need, and kept for as long as the content is the same. */
  ways(): ReturnType<typeof waysToHide>;
}

export interface KeptBaseline {
  readonly known: Baseline;
  readonly lines: Lines;
}

export interface WorkspaceOptions {
  readonly roots: readonly string[];
  readonly defaults: InitializationOptions;
  /** What is known of the library of a connection; without one, of that which is read. */
  readonly catalog: (connection?: string) => Catalog;
  /** How the client opens library texts at the moment; it opens none where nobody says so. */
  readonly opening?: () => Opening;
  /** The settings of a document that was just opened are read. */
  readonly opened: (uri: string) => void;
  /** What is said about open documents changed. */
  readonly changed: () => void;
  readonly problem: (message: string) => void;
  /** Whether files are watched from here, because the client does not tell what happens to them. */
  readonly watchFiles: () => boolean;
  /** Shows a long reading of the workspace's files. */
  readonly progress: FilesOptions["progress"];
}

export type Workspace = ReturnType<typeof openWorkspace>;

interface Entry {
  document: Document;
  settings: FileSettings | undefined;
  /** The folder of `smartform.json`. */
  root?: string | undefined;
  rules: Rules;
  known?: ReadonlyMap<string, number> | undefined;
  requestFile?: RequestFile | undefined;
  ready: Promise<void>;
}

const noRules: Rules = new Map();

export function openWorkspace({
  roots: firstRoots,
  defaults,
  catalog,
  opening = () => ({}),
  opened: settled,
  changed,
  problem,
  watchFiles,
  progress,
}: WorkspaceOptions) {
  const entries = new Map<string, Entry>();
  const closing = new AbortController();
  const told = new Set<string>();
  /** Files that request files name, by their absolute paths. */
  const named = new Set<string>();
  let roots = firstRoots;
  let nearest = nearestSettings();
  const projects = new Map<string, Promise<Project>>();
  /** Folders whose settings or baseline have other names too. */
  const linked = new Set<string>();
  let defaultData: Sample = { data: defaults.data === undefined ? absent : unknown };
  const defaultsRead = readDefaultData();
  const watchers = new Map<string, FSWatcher | undefined>();
  const keptSettings = keepFile((content): KeptSettings => {
    let ways: ReturnType<typeof waysToHide> | undefined;
    return { lines: linesOf(content), ways: () => (ways ??= waysToHide(content)) };
  });
  const keptBaseline = keepFile<KeptBaseline | undefined>((content) => {
    const known = readBaseline(content, { room: true });
    return known === null ? undefined : { known, lines: linesOf(content) };
  });
  openRoots();
  const files = openWorkspaceFiles({ roots: () => roots, kindOf, watch: watchFiles, problem: tell, progress });

  /** That of the nearest folder upward that has one; undefined where none has. */
  function projectOf(path: string): Promise<Project> | undefined {
    const root = nearest(dirname(path));
    if (root === undefined) return undefined;
    const opening = projects.get(root) ?? project(root);
    projects.set(root, opening);
    // One that could not be read is read again when it is asked for next.
    opening.catch(() => projects.get(root) === opening && projects.delete(root));
    return opening;
  }

  /** The settings of library texts are those of the first workspace folder. */
  function projectOfLibrary(): Promise<Project> | undefined {
    return roots[0] === undefined ? undefined : projectOf(join(roots[0], settingsName));
  }

  /** What is wrong with the settings of a workspace folder is told before a file of it is opened. */
  function openRoots(): void {
    for (const root of roots) {
      watchSettings(root);
      projectOf(join(root, settingsName))?.catch(stopped);
    }
  }

  /** A workspace that is closed meanwhile needs no settings. */
  function stopped(error: unknown): void {
    if (!closing.signal.aborted) problem(String(error));
  }

  function watchSettings(folder: string): void {
    if (watchers.has(folder)) return;
    const file = join(folder, settingsName);
    watchers.set(
      folder,
      watchFolder(
        folder,
        (name) => {
          if (name === null || name.endsWith(".json")) void fileChanged(name === null ? file : join(folder, name));
        },
        (error) => problem(l10n.t("Changes of {0} will not be noticed ({1}).", file, error.message)),
      ),
    );
  }

  function tell(message: string): void {
    if (told.has(message)) return;
    told.add(message);
    problem(message);
  }

  async function readDefaultData(): Promise<void> {
    if (defaults.data === undefined) return;
    const sample = await readSample(defaults.data, { signal: closing.signal });
    defaultData = sample;
    if (sample.problem !== undefined) tell(sample.problem);
  }

  async function project(root: string): Promise<Project> {
    const opened = await openProject(root, { signal: closing.signal });
    const own = [join(root, settingsName), opened.baselineFile ?? root];
    if ((await Promise.all(own.map(hasOtherNames))).includes(true)) linked.add(root);
    else linked.delete(root);
    watchSettings(root);
    // Whoever has it open sees what is wrong where it is wrong.
    if (held(join(root, settingsName)) === undefined)
      for (const message of opened.problems) tell(`${root}${sep}${message}`);
    return opened;
  }

  /** The innermost workspace folder that the file lies in. */
  function rootOf(path: string): string | undefined {
    return roots.filter((root) => isInside(root, path)).sort((a, b) => b.length - a.length)[0];
  }

  /** undefined for a file that nothing says to be ours. */
  async function kindOf(path: string): Promise<FileKind | undefined> {
    if (rootOf(path) === undefined) return undefined;
    if (basename(path) === settingsName) return "settings";
    const opened = await projectOf(path);
    if (opened?.baselineFile === path) return undefined;
    if (opened?.samples.includes(path)) return "sample";
    if (isRequestFile(path) || requestFileKind(path) !== null) return "request";
    return /\.sft(?:\.html)?$/i.test(path) || opened?.includes(path) ? "text" : undefined;
  }

  async function settle(entry: Entry): Promise<void> {
    await defaultsRead;
    const path = pathOf(entry.document.uri);
    const { scheme } = URI.parse(entry.document.uri);
    const opened = await (path !== undefined ? projectOf(path) : isOfLibrary(scheme) ? projectOfLibrary() : undefined);
    const settings = path === undefined ? undefined : await opened?.settingsOf(path, { signal: closing.signal });
    if (settings?.problem !== undefined) tell(settings.problem);
    if (entry.document.kind === "request") entry.requestFile = await requestFileOf(entry.document.uri);
    entry.settings = settings ?? { data: absent };
    entry.root = opened?.root;
    const address = path ?? reportName(entry.document.uri);
    entry.rules = opened?.rulesOf(address) ?? noRules;
    entry.known = opened?.baseline?.get(opened.nameOf(address));
  }

  /**
   * undefined for a create-form request. What a file names is looked for inside of its workspace folder; of a file that
   * is nowhere yet, nothing is known.
   */
  async function requestFileOf(uri: string): Promise<RequestFile | undefined> {
    const kind = requestFileKind(URI.parse(uri).path);
    if (kind === null) return undefined;
    const request = pathOf(uri);
    return openRequestFile(kind, (name) => {
      if (request === undefined) return { state: "unknown" };
      named.add(namedPath(name, request));
      return lookAtNamedFile(name, { request, root: rootOf(request) ?? dirname(request) });
    });
  }

  /** What an editor holds of the file with this absolute path. */
  function held(path: string): Entry | undefined {
    return [...entries.values()].find(({ document }) => pathOf(document.uri) === path);
  }

  function resettle(entry: Entry, then: () => void): void {
    entry.ready = settle(entry).then(then).catch(stopped);
  }

  function contextOf(uri: string, settings: FileSettings | undefined, requestFile?: RequestFile): Context {
    const address = parseTextAddress(uri);
    const now = catalog(address?.connection);
    const language = address?.language ?? settings?.language ?? defaults.language?.toLowerCase();
    const folder = settings?.folder ?? defaults.folder;
    const smartform = settings?.smartform ?? defaults.smartform;
    return {
      catalog: now,
      ...(language === undefined ? {} : { language }),
      ...(folder === undefined ? {} : { folder }),
      ...(smartform === undefined ? {} : { smartform }),
      ...(address === null ? {} : { textId: address.textId }),
      ...sampled(settings, now),
      ...(requestFile === undefined ? {} : { requestFile }),
    };
  }

  /** The data that is said first, with the values of the request that it stands in. */
  function sampled(settings: FileSettings | undefined, now: Catalog): Pick<Context, "data" | "values"> {
    if (settings === undefined) return { data: unknown };
    const { data, values } = [settings, defaultData].find((sample) => sample.data.state !== "absent") ?? {
      data: now.dataTable(),
    };
    return { data: data.state === "absent" ? unknown : data, ...(values === undefined ? {} : { values }) };
  }

  /** The catalog knows better than the name of the file how a library text is written. */
  function formatOfText(uri: string): Format | undefined {
    const address = parseTextAddress(uri);
    if (address === null) return undefined;
    const text = catalog(address.connection).text(address.textId);
    if (text.state === "known") return formatOf(text.value.contentType);
    return URI.parse(uri).path.endsWith(".html") ? "html" : "plain";
  }

  function view(entry: Entry): Open {
    const { document, rules, known, settings, requestFile } = entry;
    const format = formatOfText(document.uri);
    if (format !== undefined && format !== document.syntax.format)
      entry.document = { ...document, syntax: parse(document.syntax.text, format) };
    return {
      document: entry.document,
      context: contextOf(document.uri, settings, requestFile),
      rules,
      opening: opening(),
      ...(known === undefined ? {} : { known }),
      ...sampleOf(entry),
    };
  }

  /** What the settings name, or else the person. */
  function sampleOf({ settings, root }: Entry): { readonly sample?: SampleFile } {
    if (settings?.dataFile !== undefined && root !== undefined) return { sample: { path: settings.dataFile, root } };
    return defaults.data === undefined ? {} : { sample: { path: defaults.data } };
  }

  async function fileChanged(path: string): Promise<void> {
    files.changed(path);
    if (named.has(path)) changed();
    const opened = await Promise.all([...projects].map(async ([root, opening]) => ({ root, project: await opening })));
    const isStale = await Promise.all(
      opened.map(async ({ root, project: { baselineFile } }) => {
        const own = [join(root, settingsName), ...(baselineFile === undefined ? [] : [baselineFile])];
        return (
          own.includes(path) ||
          (linked.has(root) && (await Promise.all(own.map((file) => isSameFile(file, path)))).includes(true))
        );
      }),
    );
    const stale = opened.filter((_, index) => isStale[index]);
    const isSettings = basename(path) === settingsName || stale.length > 0;
    const isSample = path === defaults.data || opened.some(({ project: { samples } }) => samples.includes(path));
    if (!isSettings && !isSample) return;
    told.clear();
    if (isSettings) {
      nearest = nearestSettings();
      // A path that no project knows may be another name of one.
      for (const { root } of stale.length === 0 ? opened : stale) projects.delete(root);
      openRoots();
      files.relist();
    }
    if (isSample)
      for (const {
        project: { invalidate },
      } of opened)
        invalidate();
    if (path === defaults.data) await readDefaultData();
    for (const entry of entries.values()) resettle(entry, changed);
    if (entries.size === 0) changed();
  }

  function closeWatchers(): void {
    for (const watcher of watchers.values()) watcher?.close();
    watchers.clear();
  }

  function forgetProjects(): void {
    nearest = nearestSettings();
    projects.clear();
  }

  return {
    open(item: TextDocumentItem): void {
      const entry: Entry = {
        document: openDocument(item, formatOfText(item.uri)),
        settings: undefined,
        rules: noRules,
        ready: Promise.resolve(),
      };
      entries.set(item.uri, entry);
      resettle(entry, () => settled(item.uri));
    },
    change({ textDocument, contentChanges }: DidChangeTextDocumentParams): void {
      const entry = entries.get(textDocument.uri);
      if (entry) entry.document = changeDocument(entry.document, textDocument.version, contentChanges);
    },
    close(uri: string): void {
      entries.delete(uri);
      files.changed(pathOf(uri) ?? "");
    },
    /** Every open document whose settings are read. */
    uris: (): readonly string[] => [...entries].flatMap(([uri, entry]) => (entry.settings === undefined ? [] : [uri])),
    /** Every open document whose settings are read, with everything that is known of it. */
    all: (): readonly Open[] =>
      [...entries.values()].flatMap((entry) => (entry.settings === undefined ? [] : [view(entry)])),
    /** undefined where the document is not open, or while its settings are being read. */
    now(uri: string): Open | undefined {
      const entry = entries.get(uri);
      return entry?.settings === undefined ? undefined : view(entry);
    },
    /** Waits for the settings; undefined where the document is not open. */
    async find(uri: string): Promise<Open | undefined> {
      const entry = entries.get(uri);
      if (entry === undefined) return undefined;
      await entry.ready;
      return view(entry);
    },
    kindOf,
    catalog,
    /**
     * undefined for a document that lies in no workspace folder and below no `smartform.json`, and where that cannot be
     * read or must not be written.
     */
    async settingsHome(uri: string, { signal }: { readonly signal: AbortSignal }): Promise<SettingsHome | undefined> {
      const path = pathOf(uri);
      const { scheme } = URI.parse(uri);
      const from = path === undefined ? (isOfLibrary(scheme) ? roots[0] : undefined) : dirname(path);
      const root = from === undefined ? undefined : (nearest(from) ?? (path === undefined ? roots[0] : rootOf(path)));
      if (root === undefined) return undefined;
      const opened = (await projectOf(join(root, settingsName))) ?? (await openProject(root, { signal }));
      /** null where there is none yet; undefined where it may not be written, or cannot be read. */
      const look = async <Understood>(keep: KeptFile<Understood>, file: string, largest: number) => {
        if ((await whyNotWritten(root, file)) !== undefined) return undefined;
        return keep(file, { held: held(file)?.document.syntax.text, largest, root, signal });
      };
      const file = join(root, settingsName);
      const settings = await look(keptSettings, file, largestSettings);
      if (settings === undefined) return undefined;
      const { baselineFile } = opened;
      const kept = baselineFile === undefined ? undefined : await look(keptBaseline, baselineFile, largestBaseline);
      return {
        file,
        settings,
        name: opened.nameOf(path ?? reportName(uri)),
        ...(baselineFile === undefined || kept === undefined ? {} : { baseline: { file: baselineFile, kept } }),
      };
    },
    /** What is known of library texts as a whole, and the severities that were chosen for each, by its address. */
    async library(): Promise<{
      readonly context: Context;
      readonly rulesOf: (path: string) => Rules;
      readonly knownOf: (path: string) => ReadonlyMap<string, number> | undefined;
    }> {
      await defaultsRead;
      const opened = await projectOfLibrary();
      const { language: _, ...context } = contextOf("", { data: absent });
      return {
        context,
        rulesOf: (path) => opened?.rulesOf(path) ?? noRules,
        knownOf: (path) => opened?.baseline?.get(path),
      };
    },
    /** The files on disk, read on first need. */
    files,
    /**
     * A file as if it were open: what an editor holds of it, or else what the disk does. undefined where it is gone, or
     * no text. It gives no findings by itself, and is forgotten when whoever asked is done.
     */
    async look(path: string, { signal }: { readonly signal: AbortSignal }): Promise<Open | undefined> {
      const shown = held(path);
      if (shown !== undefined) {
        await shown.ready;
        return view(shown);
      }
      const read = await readFileOf(path, { root: rootOf(path), signal });
      if (read.state === "refused") tell(l10n.t("{0} cannot be read ({1}).", path, read.why));
      if (read.state !== "read") return undefined;
      const text = read.content;
      const languageId = /\.html?$/i.test(path) ? "smartform-html" : "smartform-text";
      const entry: Entry = {
        document: openDocument({ uri: URI.file(path).toString(), languageId, version: 0, text }, undefined),
        settings: undefined,
        rules: noRules,
        ready: Promise.resolve(),
      };
      await settle(entry);
      return view(entry);
    },
    fileChanged,
    rootsChanged(next: readonly string[]): void {
      closeWatchers();
      roots = next;
      forgetProjects();
      openRoots();
      files.relist();
      for (const entry of entries.values()) resettle(entry, changed);
    },
    roots: (): readonly string[] => roots,
    dispose(): void {
      closing.abort();
      files.dispose();
      closeWatchers();
    },
  };
}

/** Absolute path of a document on disk. */
export function pathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === "file" ? parsed.fsPath : undefined;
}
