/** Checks texts and the library, each in its context, and reports what is wrong, ordered by position. */
import { dirname, relative, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { lookAtNamedFile, nearestSettings, openRequestFile, placesIn } from "../catalog/index.ts";
import type { Project, Sample } from "../catalog/index.ts";
import {
  checkLibrary,
  countPlaceholders,
  evidenceOf,
  findings,
  fixes,
  folderReference,
  formatOf,
  isRequestFile,
  libraryLanguages,
  listsEveryText,
  newMemory,
  parse,
  parseRequest,
  requestFileKind,
  requestFindings,
  requestFixes,
  textPath,
  unknown,
} from "../language/index.ts";
import type {
  Catalog,
  Context,
  Finding,
  Format,
  LibraryFindings,
  RequestFile,
  TextLanguage,
} from "../language/index.ts";
import type { Baselines, Sees } from "./baselines.ts";
import { breather } from "./breathe.ts";
import { reportedName } from "./files.ts";
import type { InputFile } from "./files.ts";
import { makeReport } from "./report.ts";
import type { Report, ReportedFinding } from "./report.ts";

export interface CheckOptions {
  readonly catalog: Catalog;
  readonly files: Iterable<InputFile | undefined>;
  readonly library: boolean;
  /** Says whether the library text of this name is checked here; if absent, every text is. */
  readonly owns?: (name: string) => boolean;
  /** Options of the command line, which override `smartform.json`. */
  readonly smartform?: string;
  readonly folder?: string;
  readonly language?: string;
  readonly sample?: Sample;
  /** Whether the titles of the fixes are needed: each costs a search. */
  readonly withFixes: boolean;
  readonly baselines: Baselines;
  /** Called for every checked file and library text. */
  readonly step: () => void;
  /** Receives problems with settings; the check continues without these settings. */
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

export async function checkAll(options: CheckOptions): Promise<Report> {
  const { catalog, signal } = options;
  const projects = projectFinder(options);
  const found: ReportedFinding[] = [];
  const baselined: ReportedFinding[] = [];
  const names = new Set<string>();
  let placeholders = 0;
  const add = (
    file: string,
    content: string,
    each: readonly Finding[],
    { path, project, sees }: { readonly path: string; readonly project: Project | undefined; readonly sees: Sees },
    titles: (finding: Finding) => readonly string[],
  ) => {
    const isKnown = options.baselines.file(path, project, sees);
    if (each.length === 0) return;
    const rules = project?.rulesOf(path);
    const place = placesIn(content);
    for (const finding of each) {
      const severity = rules?.get(finding.code) ?? finding.severity;
      if (severity === "off") continue;
      const [start, end] = [place(finding.start), place(finding.end)];
      (isKnown(finding, content) ? baselined : found).push({
        file,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        code: finding.code,
        severity,
        message: finding.message,
        fixes: options.withFixes ? titles(finding) : [],
      });
    }
  };

  const breathe = breather(signal);
  const withoutSettings = baseContext(options, { data: catalog.dataTable() });
  // Files of one folder refer to the same texts again and again.
  const memory = newMemory();
  for (const input of options.files) {
    await breathe(input?.content ?? "");
    options.step();
    if (input === undefined) continue;
    const { path, content } = input;
    const file = reportedName(path);
    const project = await projects(dirname(path));
    if (project?.baselineFile === resolve(path)) continue;
    names.add(file);
    if (content === null) continue;
    const settled = project === undefined ? withoutSettings : await contextOf(path, project, options);
    const kind = requestFileKind(path);
    const context = kind === null ? settled : { ...settled, requestFile: await requestFileOf(kind, resolve(path)) };
    const place = { path: resolve(path), project, sees: seesWith(context) };
    if (isRequestFile(path) || kind !== null) {
      const request = parseRequest(content);
      add(file, content, requestFindings(request, context), place, (finding) =>
        requestFixes(finding, request, context).map((fix) => fix.title),
      );
      continue;
    }
    const syntax = parse(content, formatOfFile(path));
    placeholders += countPlaceholders(syntax);
    add(file, content, findings(syntax, context, { memory }), place, (finding) =>
      fixes(finding, syntax, context).map((fix) => fix.title),
    );
  }

  if (options.library) {
    const project = await projects(process.cwd());
    const context = withoutSettings;
    const sees = seesWith(context);
    const nameOf = libraryNamer(catalog);
    const { owns } = options;
    const isWanted = ({ text, language }: TextLanguage): boolean => {
      const isOwn = owns?.(nameOf({ text, folderId: text.folderId, language })) ?? true;
      if (isOwn) options.step();
      return isOwn;
    };
    for (const each of checkLibrary(context, { isWanted })) {
      await breathe(each?.content);
      if (each === undefined) continue;
      const { text, language, content } = each;
      const file = nameOf(each);
      if (owns?.(file) === false) continue;
      if (text !== null && language !== null) names.add(file);
      placeholders += each.placeholders;
      const textContext: Context = {
        ...context,
        ...(text === null ? {} : { textId: text.id }),
        ...(language === null ? {} : { language }),
      };
      add(file, content, each.findings, { path: file, project, sees }, (finding) =>
        fixes(finding, parse(content, formatOf(text?.contentType ?? 0)), textContext).map((fix) => fix.title),
      );
    }
    if (listsEveryText(catalog)) options.baselines.library(project, (name) => owns?.(name) === false);
  }
  await setImmediate(undefined, { signal });
  return makeReport(found, {
    files: [...names],
    placeholders,
    baselined: options.baselines.named() ? { findings: baselined, gone: options.baselines.gone() } : null,
  });
}

/**
 * Looks up the files that a request file names. They must lie below the working folder, or below the request's own
 * folder if the request lies elsewhere. `looks` is called with each name that is looked up.
 */
export function requestFileOf(
  kind: string,
  request: string,
  looks: (name: string) => void = () => undefined,
): Promise<RequestFile> {
  const isBelow = request.startsWith(`${process.cwd()}${sep}`);
  return openRequestFile(kind, (name) => {
    looks(name);
    return lookAtNamedFile(name, { request, root: isBelow ? process.cwd() : dirname(request) });
  });
}

/**
 * Returns a function that says whether findings with a code can be detected: a finding that needs a catalog or a data
 * sample can be detected only if that catalog or sample is known.
 */
function seesWith({ catalog, data, values }: Context): Sees {
  return (code) => {
    const evidence = evidenceOf(code);
    if (evidence === "data") return data.state === "known";
    if (evidence === "values") return values?.state === "known";
    return evidence === "text" || catalog.folders().state === "known" || catalog.smartforms().state === "known";
  };
}

/** `.html` and `.htm` are HTML, everything else is plain text. */
export function formatOfFile(path: string): Format {
  return /\.html?$/i.test(path) ? "html" : "plain";
}

/**
 * Returns a function that names what a finding is about: `textlib:/FOLDER_CODE/TEXT_CODE.LANGUAGE.txt` for a text in
 * one language, `textlib:/FOLDER_CODE` for a folder.
 */
function libraryNamer(catalog: Catalog): (each: Pick<LibraryFindings, "text" | "folderId" | "language">) => string {
  const folders = catalog.folders();
  const byId = new Map(folders.state === "known" ? folders.value.map((folder) => [folder.id, folder]) : []);
  return ({ text, folderId, language }) => {
    const folder = byId.get(folderId) ?? { code: null, name: folderId };
    return text === null || language === null
      ? `textlib:/${encodeURIComponent(folderReference(folder))}`
      : `textlib:${textPath(folder, text, language)}`;
  };
}

/** Yields the name of every library text in every language. */
export function* libraryNames(catalog: Catalog): Generator<string, void, undefined> {
  const nameOf = libraryNamer(catalog);
  for (const { text, language } of libraryLanguages(catalog)) yield nameOf({ text, folderId: text.folderId, language });
}

async function contextOf(path: string, project: Project, options: CheckOptions): Promise<Context> {
  const settings = await project.settingsOf(resolve(path), { signal: options.signal });
  if (settings.problem !== undefined) options.warn(settings.problem);
  const sample = settings.data.state === "absent" ? { data: options.catalog.dataTable() } : settings;
  return {
    ...(settings.smartform === undefined ? {} : { smartform: settings.smartform }),
    ...(settings.folder === undefined ? {} : { folder: settings.folder }),
    ...(settings.language === undefined ? {} : { language: settings.language }),
    ...baseContext(options, sample),
  };
}

/** If no data sample is named, data counts as unknown, not as absent, so that no finding is about data. */
function baseContext({ catalog, smartform, folder, language, sample: named }: CheckOptions, sample: Sample): Context {
  const { data, values } = named ?? sample;
  return {
    catalog,
    data: data.state === "absent" ? unknown : data,
    ...(values === undefined ? {} : { values }),
    ...(smartform === undefined ? {} : { smartform }),
    ...(folder === undefined ? {} : { folder }),
    ...(language === undefined ? {} : { language: language.toLowerCase() }),
  };
}

/**
 * Finds the project of the nearest ancestor folder with a `smartform.json`, and reads each `smartform.json` only once.
 * If no such file exists, the code that reads it is not even loaded.
 */
export function projectFinder({
  catalog,
  warn,
  signal,
}: Pick<CheckOptions, "catalog" | "warn" | "signal">): (folder: string) => Promise<Project | undefined> | undefined {
  const rootOf = nearestSettings();
  const projects = new Map<string, Promise<Project>>();
  const open = async (root: string): Promise<Project> => {
    const { openProject } = await import("./project.ts");
    const project = await openProject(root, { catalog, signal });
    const inside = relative(process.cwd(), root);
    const prefix = inside === "" ? "" : reportedName(`${inside}${sep}`);
    for (const problem of project.problems) warn(`${prefix}${problem}`);
    return project;
  };
  const absolute = new Map<string, string>();
  return (folder) => {
    const whole = absolute.get(folder) ?? resolve(folder);
    absolute.set(folder, whole);
    const root = rootOf(whole);
    if (root === undefined) return undefined;
    const opening = projects.get(root) ?? open(root);
    projects.set(root, opening);
    return opening;
  };
}
