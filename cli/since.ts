/**
 * Says what a list of changed paths can touch: the files whose findings may have changed, and whether the findings in
 * the library may have changed. In doubt, a file counts as touched.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { namedPath, readRegular } from "../catalog/index.ts";
import type { Project } from "../catalog/index.ts";
import { parseRequest, requestFileKind, requestFindings, unknown } from "../language/index.ts";
import type { Catalog } from "../language/index.ts";
import { breather } from "./breathe.ts";
import { projectFinder, requestFileOf } from "./checkFiles.ts";
import { readListed, realPathOfListed } from "./files.ts";
import type { ListedFile } from "./files.ts";
import { Problem, shownName } from "./problem.ts";
import { readStandardInput } from "./standardInput.ts";

/** In bytes. */
const largestList = 16 * 1024 * 1024;

/** Reads a list of paths, one a line, as `git diff --name-only` prints them. `-` is standard input. */
export async function readChanges(file: string, signal: AbortSignal): Promise<readonly string[]> {
  const content = file === "-" ? await fromStandardInput(signal) : await fromFile(file, signal);
  if (content === null || content.includes("\0"))
    throw new Problem(`${shownName(file)} is not a list of paths in UTF-8, one a line (--since).`);
  return content
    .replace(/^\uFEFF/, "")
    .split("\n")
    .map((line) => unquoted(line.replace(/\r$/, "")))
    .filter((path) => path !== "");
}

async function fromStandardInput(signal: AbortSignal): Promise<string> {
  return (await readStandardInput("stdin", { largest: largestList, signal })).toString("utf8");
}

/** Resolves with null for a binary file. */
async function fromFile(file: string, signal: AbortSignal): Promise<string | null> {
  const read = await readRegular(resolve(file), { largest: largestList, signal });
  if (read.state === "read") return read.content;
  if (read.state === "binary") return null;
  const why = read.state === "absent" ? "does not exist" : `cannot be read (${read.why})`;
  throw new Problem(`${shownName(file)} ${why} (--since).`);
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Git puts a name with special characters in quotes, and writes the bytes of non-ASCII letters as octal numbers. */
function unquoted(line: string): string {
  if (!/^"(?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"$/.test(line)) return line;
  const pieces = line.slice(1, -1).match(/[^\\]+|\\(?:\d{3}|.)/g) ?? [];
  return Buffer.concat(
    pieces.map((piece) => {
      if (!piece.startsWith("\\")) return Buffer.from(piece);
      const escaped = piece.slice(1);
      if (escaped.length === 3) return Buffer.from([Number.parseInt(escaped, 8)]);
      return Buffer.from([escapes[escaped] ?? escaped.charCodeAt(0)]);
    }),
  ).toString("utf8");
}

interface SelectOptions {
  readonly changed: readonly string[];
  readonly paths: readonly string[];
  readonly catalogFile: string | undefined;
  readonly dataFile: string | undefined;
  readonly live: boolean;
  readonly catalog: Catalog;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Returns the listed files that the changed paths can touch, and whether they can touch the texts of the library. */
export async function select(
  listed: readonly ListedFile[],
  options: SelectOptions,
): Promise<{ readonly files: readonly ListedFile[]; readonly library: boolean }> {
  const { catalogFile, dataFile, live, catalog, signal } = options;
  const changes = changesIn(options);
  const isChanged = (path: string): boolean => [resolve(path), realPathOf(path)].some(changes.has);
  if ([catalogFile, dataFile].some((file) => file !== undefined && isChanged(file)))
    return { files: listed, library: true };

  const projects = projectFinder(options);
  const effects = new Map<Project, Effect>();
  const effectOn = (project: Project): Effect => {
    const { root, baselineFile, samples } = project;
    const effect = effects.get(project) ?? {
      all: [join(root, "smartform.json"), baselineFile].some((file) => file !== undefined && isChanged(file)),
      samples: new Set(samples.filter(isChanged)),
    };
    effects.set(project, effect);
    return effect;
  };
  const isTouched = async (file: ListedFile): Promise<boolean> => {
    const path = resolve(file.path);
    if ([path, realPathOfListed(file)].some((each) => changes.has(each) || changes.hasSettingsAbove(each))) return true;
    const project = await projects(dirname(path));
    if (project !== undefined) {
      const { all, samples } = effectOn(project);
      if (all || (samples.size > 0 && samples.has((await project.settingsOf(path, { signal })).dataFile ?? "")))
        return true;
    }
    const kind = requestFileKind(path);
    return kind !== null && ((await filesNamedIn(file, { kind, catalog }))?.some(isChanged) ?? true);
  };

  const breathe = breather(signal);
  const files: ListedFile[] = [];
  for (const file of listed) {
    await breathe();
    if (await isTouched(file)) files.push(file);
  }
  const project = await projects(process.cwd());
  const library =
    live ||
    changes.hasSettingsAbove(join(process.cwd(), "textlib")) ||
    (project !== undefined && effectOn(project).all);
  return { files, library };
}

/** What the changes touch in a project: all its files, or those that use one of these data samples. */
interface Effect {
  readonly all: boolean;
  readonly samples: ReadonlySet<string>;
}

interface Changes {
  /** Whether the file, or a folder above it, is among the changed paths. Git lists links and submodules as one path. */
  has(path: string): boolean;
  /** Whether a `smartform.json` above the file is among the changed paths. */
  hasSettingsAbove(path: string): boolean;
}

/**
 * Git names paths from the root of the repository, or, with `--relative`, from the working folder: each path is tried
 * from both, and from the root of every other repository that a checked folder is in.
 */
function changesIn({ changed, paths }: Pick<SelectOptions, "changed" | "paths">): Changes {
  const here = process.cwd();
  const roots = new Set([here, ...[here, ...paths].flatMap((path) => repositoryOf(resolve(path)) ?? [])]);
  const known = new Set([...roots].flatMap((root) => changed.map((path) => comparable(resolve(root, path)))));
  const hasSettings = inOrAbove((folder) => known.has(comparable(join(folder, "smartform.json"))));
  return {
    has: inOrAbove((path) => known.has(comparable(path))),
    hasSettingsAbove: (path) => hasSettings(dirname(path)),
  };
}

/** Some file systems ignore letter case, or encode accents differently from Git. */
function comparable(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/**
 * Returns a function that says whether `holds` is true of a path or of a folder above it. Each folder is asked about
 * once.
 */
function inOrAbove(holds: (path: string) => boolean): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  const inFolder = (folder: string): boolean => {
    const parent = dirname(folder);
    const answer = folders.get(folder) ?? (holds(folder) || (parent !== folder && inFolder(parent)));
    folders.set(folder, answer);
    return answer;
  };
  return (path) => holds(path) || inFolder(dirname(path));
}

function repositoryOf(path: string): string | undefined {
  if (existsSync(join(path, ".git"))) return path;
  return dirname(path) === path ? undefined : repositoryOf(dirname(path));
}

/**
 * Returns the absolute path with links resolved. If nothing exists there, as after a deletion, links are not resolved.
 */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Returns the absolute paths of the files that a request names, as far as its check looks them up. Returns null if the
 * request cannot be read: it then counts as touched, so that the check reports it.
 */
async function filesNamedIn(
  file: ListedFile,
  { kind, catalog }: { readonly kind: string; readonly catalog: Catalog },
): Promise<readonly string[] | null> {
  const input = readListed(file, { unreadable: () => undefined });
  if (input === undefined) return null;
  const request = resolve(file.path);
  const named: string[] = [];
  const requestFile = await requestFileOf(kind, request, (name) => named.push(namedPath(name, request)));
  requestFindings(parseRequest(input.content ?? ""), { catalog, data: unknown, requestFile });
  return named;
}
