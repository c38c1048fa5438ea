/**
 * The `smartform.json` of a document, prepared for writing: the content that an editor holds, otherwise that of the
 * disk.
 */
import { dirname, join } from "node:path";
import { URI } from "vscode-uri";
import {
  largestBaseline,
  openProject,
  readBaseline,
  settingsName,
  waysToHide,
  whyNotWritten,
} from "../../catalog/index.ts";
import type { Baseline } from "../../catalog/index.ts";
import { largestSettings } from "../../language/index.ts";
import { isOfLibrary, pathOf, reportName } from "../places/address.ts";
import { keepFile } from "./keptFile.ts";
import type { KeptFile } from "./keptFile.ts";
import { linesOf } from "../places/lines.ts";
import type { Lines } from "../places/lines.ts";
import type { Projects } from "./projects.ts";

/** The `smartform.json` that a document belongs to. */
export interface SettingsHome {
  /** Absolute. */
  readonly file: string;
  /** The content that an editor holds, otherwise that of the disk; null if there is no file yet. */
  readonly settings: KeptSettings | null;
  /** The name of the document in this file. */
  readonly name: string;
  /**
   * Absent if there is no baseline to write to: the settings name none, or the file must not be written, cannot be read
   * or has no room for another entry. `kept` is null if the file does not exist yet.
   */
  readonly baseline?: { readonly file: string; readonly kept: KeptBaseline | null };
}

interface KeptSettings {
  readonly lines: Lines;
  /** Computed on first use, and kept while the content stays the same. */
  ways(): ReturnType<typeof waysToHide>;
}

interface KeptBaseline {
  readonly known: Baseline;
  readonly lines: Lines;
}

/**
 * `held`: receives the absolute path of a file, and returns the file's content if an editor holds it, otherwise
 * undefined.
 */
export function settingsHomes(
  { of, nearest, roots, rootOf }: Projects,
  { held }: { readonly held: (path: string) => string | undefined },
): (uri: string, options: { readonly signal: AbortSignal }) => Promise<SettingsHome | undefined> {
  const keptSettings = keepFile((content): KeptSettings => {
    let ways: ReturnType<typeof waysToHide> | undefined;
    return { lines: linesOf(content), ways: () => (ways ??= waysToHide(content)) };
  });
  const keptBaseline = keepFile<KeptBaseline | undefined>((content) => {
    const known = readBaseline(content, { room: true });
    return known === null ? undefined : { known, lines: linesOf(content) };
  });

  return async (uri, { signal }) => {
    const path = pathOf(uri);
    const { scheme } = URI.parse(uri);
    const [firstRoot] = roots();
    const from = path === undefined ? (isOfLibrary(scheme) ? firstRoot : undefined) : dirname(path);
    const root = from === undefined ? undefined : (nearest(from) ?? (path === undefined ? firstRoot : rootOf(path)));
    if (root === undefined) return undefined;
    const opened = (await of(join(root, settingsName))) ?? (await openProject(root, { signal }));
    /** Resolves with null if the file does not exist yet; undefined if it must not be written or cannot be read. */
    const look = async <Understood>(keep: KeptFile<Understood>, file: string, largest: number) => {
      if ((await whyNotWritten(root, file)) !== undefined) return undefined;
      return keep(file, { held: held(file), largest, root, signal });
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
  };
}
