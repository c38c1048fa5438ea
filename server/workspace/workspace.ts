/**
 * The open documents, each with its context: what its address, `smartform.json`, the options and the catalog say about
 * it.
 */
import { dirname } from "node:path";
import type { DidChangeTextDocumentParams, TextDocumentItem } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { lookAtNamedFile, namedPath, openRequestFile, readSample } from "../../catalog/index.ts";
import type { FileSettings, Rules, Sample } from "../../catalog/index.ts";
import { absent, formatOf, l10n, parse, requestFileKind, unknown } from "../../language/index.ts";
import type { Catalog, Context, Format, RequestFile } from "../../language/index.ts";
import { isOfLibrary, parseTextAddress, pathOf, reportName } from "../places/address.ts";
import type { Opening } from "../places/address.ts";
import { changeDocument, openDocument } from "./documents.ts";
import type { Document } from "./documents.ts";
import type { SampleFile } from "../places/jsonPlaces.ts";
import { openProjects } from "./projects.ts";
import type { InitializationOptions } from "../protocol.ts";
import { settingsHomes } from "./settingsHome.ts";
import { openWorkspaceFiles, readFileOf } from "./workspaceFiles.ts";
import type { FilesOptions } from "./workspaceFiles.ts";

/** A document with everything that features need. */
export interface Open {
  readonly document: Document;
  readonly context: Context;
  /** The severities that the workspace chose, by finding code. */
  readonly rules: Rules;
  /** How often the baseline holds a finding of this document, by code and words; absent if it holds none. */
  readonly known?: ReadonlyMap<string, number>;
  /** The file with the data sample, if one is named. */
  readonly sample?: SampleFile;
  /** How the client opens library texts. */
  readonly opening: Opening;
}

export interface WorkspaceOptions {
  readonly roots: readonly string[];
  readonly defaults: InitializationOptions;
  /** The catalog of a connection's library; without an argument, the catalog of the library that is read. */
  readonly catalog: (connection?: string) => Catalog;
  /** How the client opens library texts at the moment; if absent, it opens none. */
  readonly opening?: () => Opening;
  /** Called when the settings of a newly opened document are read. */
  readonly opened: (uri: string) => void;
  /** Called when answers about open documents changed. */
  readonly changed: () => void;
  readonly problem: (message: string) => void;
  /** Whether the server watches files, because the client does not report their changes. */
  readonly watchFiles: () => boolean;
  /** Shows the progress of a long reading of the workspace's files. */
  readonly progress: FilesOptions["progress"];
}

export type Workspace = ReturnType<typeof openWorkspace>;

interface Entry {
  document: Document;
  settings: FileSettings | undefined;
  /** The folder of the `smartform.json` that applies to the document. */
  root?: string | undefined;
  rules: Rules;
  known?: ReadonlyMap<string, number> | undefined;
  requestFile?: RequestFile | undefined;
  ready: Promise<void>;
}

const noRules: Rules = new Map();

export function openWorkspace({
  roots,
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
  /** The absolute paths of the files that are named in request files. */
  const named = new Set<string>();
  let defaultData: Sample = { data: defaults.data === undefined ? absent : unknown };
  const defaultsRead = readDefaultData();
  const projects = openProjects({
    roots,
    isHeld: (path) => held(path) !== undefined,
    fileChanged: (path) => void fileChanged(path),
    tell,
    problem,
    closing: closing.signal,
  });
  const { rootOf, kindOf } = projects;
  const files = openWorkspaceFiles({ roots: projects.roots, kindOf, watch: watchFiles, problem: tell, progress });

  /** Reports an error in reading the settings, unless the workspace was closed and needs no settings. */
  function stopped(error: unknown): void {
    if (!closing.signal.aborted) problem(String(error));
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

  async function settle(entry: Entry): Promise<void> {
    await defaultsRead;
    const path = pathOf(entry.document.uri);
    const { scheme } = URI.parse(entry.document.uri);
    const opened = await (path !== undefined
      ? projects.of(path)
      : isOfLibrary(scheme)
        ? projects.ofLibrary()
        : undefined);
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
   * Resolves with undefined for a create-form request. Files that any other request names are looked up inside the
   * workspace folder of the request; if the request is not on disk, the files are unknown.
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

  /** Returns the entry of an open file by its absolute path. */
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

  /**
   * Returns the data of the first source that has data: the settings, the user's sample, or the catalog. If the data
   * comes from a request, also returns the values of that request.
   */
  function sampled(settings: FileSettings | undefined, now: Catalog): Pick<Context, "data" | "values"> {
    if (settings === undefined) return { data: unknown };
    const { data, values } = [settings, defaultData].find((sample) => sample.data.state !== "absent") ?? {
      data: now.dataTable(),
    };
    return { data: data.state === "absent" ? unknown : data, ...(values === undefined ? {} : { values }) };
  }

  /** Returns the format of a library text, from the catalog if possible: it is more reliable than the file name. */
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

  /** The sample that the settings name; otherwise the user's sample. */
  function sampleOf({ settings, root }: Entry): { readonly sample?: SampleFile } {
    if (settings?.dataFile !== undefined && root !== undefined) return { sample: { path: settings.dataFile, root } };
    return defaults.data === undefined ? {} : { sample: { path: defaults.data } };
  }

  async function fileChanged(path: string): Promise<void> {
    files.changed(path);
    if (named.has(path)) changed();
    const role = await projects.roleOf(path);
    const isSample = path === defaults.data || role.isSample;
    if (!role.isSettings && !isSample) return;
    told.clear();
    if (role.isSettings) {
      role.reread();
      files.relist();
    }
    if (isSample) role.rereadSamples();
    if (path === defaults.data) await readDefaultData();
    for (const entry of entries.values()) resettle(entry, changed);
    if (entries.size === 0) changed();
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
    /** Every open document whose settings are read, with its context. */
    all: (): readonly Open[] =>
      [...entries.values()].flatMap((entry) => (entry.settings === undefined ? [] : [view(entry)])),
    /** Returns undefined if the document is not open or its settings are still being read. */
    now(uri: string): Open | undefined {
      const entry = entries.get(uri);
      return entry?.settings === undefined ? undefined : view(entry);
    },
    /** Waits for the settings; resolves with undefined if the document is not open. */
    async find(uri: string): Promise<Open | undefined> {
      const entry = entries.get(uri);
      if (entry === undefined) return undefined;
      await entry.ready;
      return view(entry);
    },
    kindOf,
    catalog,
    /**
     * Resolves with undefined if the document is outside of all workspace folders and no `smartform.json` applies to
     * it, or if that file cannot be read or must not be written.
     */
    settingsHome: settingsHomes(projects, { held: (path) => held(path)?.document.syntax.text }),
    /**
     * Resolves with the context of library texts in general, and with functions that return a text's severities and
     * baseline by its address.
     */
    async library(): Promise<{
      readonly context: Context;
      readonly rulesOf: (path: string) => Rules;
      readonly knownOf: (path: string) => ReadonlyMap<string, number> | undefined;
    }> {
      await defaultsRead;
      const opened = await projects.ofLibrary();
      const { language: _, ...context } = contextOf("", { data: absent });
      return {
        context,
        rulesOf: (path) => opened?.rulesOf(path) ?? noRules,
        knownOf: (path) => opened?.baseline?.get(path),
      };
    },
    /** The files on disk, read on first use. */
    files,
    /**
     * Resolves with a file as if it were open: the content that an editor holds, otherwise that of the disk; undefined
     * if it is gone or cannot be read as text. Publishes no findings, and does not keep the file.
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
      projects.rootsChanged(next);
      files.relist();
      for (const entry of entries.values()) resettle(entry, changed);
    },
    roots: projects.roots,
    dispose(): void {
      closing.abort();
      files.dispose();
      projects.closeWatchers();
    },
  };
}
