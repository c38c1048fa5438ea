/** Decides which findings a check counts without showing them, and rewrites the files that list them. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import {
  baselineOf,
  codeOfKey,
  findingKey,
  largestBaseline,
  readBaseline,
  readRegular,
  sizeOf,
  tooMuchFor,
  writeBaseline,
  writeInside,
} from "../catalog/index.ts";
import type { Baseline, Project } from "../catalog/index.ts";
import type { Finding } from "../language/index.ts";
import { reportedName } from "./files.ts";
import { Problem, shownName } from "./problem.ts";
import type { Gone } from "./report.ts";

/** `update` removes entries whose findings are gone; `new` records everything that is found now. */
type BaselineWrite = "update" | "new";

export interface Baselines {
  /** Whether any of the projects so far names a baseline. */
  readonly named: () => boolean;
  /**
   * Registers a checked file. The returned function says for each of its findings, in their order, whether the baseline
   * hides it.
   */
  readonly file: (
    path: string,
    project: Project | undefined,
    sees: Sees,
  ) => (finding: Finding, content: string) => boolean;
  /**
   * Records that every text of the library was checked, so that entries for texts that were not found can be removed
   * from the baseline. Entries for texts that are checked elsewhere stay.
   */
  readonly library: (project: Project | undefined, isElsewhere: (name: string) => boolean) => void;
  /**
   * Returns, file by file, how many findings in the baselines no longer exist. Returns none if baselines are to be
   * written, or if not everything could be read.
   */
  readonly gone: () => readonly Gone[];
  /**
   * Writes what changed. Rejects with Problem if nothing names a baseline, or if a baseline cannot be read or written.
   */
  readonly write: () => Promise<void>;
}

/** Whether the check of a file can detect findings of this code, given what is known about the data and the library. */
export type Sees = (code: string) => boolean;

/** What was found in the files of a project, and what its baseline hides in each file. */
interface Met {
  readonly now: Map<string, Map<string, number>>;
  readonly hides: Map<string, ReturnType<typeof baselineOf>>;
  readonly sees: Map<string, Sees>;
  /** For each file: the codes whose findings were not all reported. */
  readonly partly: Map<string, Set<string>>;
  /** Says which texts of the library are checked elsewhere; null if not every text is checked. */
  isElsewhere: ((name: string) => boolean) | null;
}

/**
 * Opens the baselines. `isSure` returns whether everything could be read. If not, a finding that was not found may
 * still exist.
 */
export function openBaselines(
  how: BaselineWrite | undefined,
  { isSure }: { readonly isSure: () => boolean },
): Baselines {
  const projects = new Map<Project, Met>();
  const refused = new Set<string>();
  const takesAll = ({ baseline, baselineFile }: Project): boolean =>
    how === "new" || (how === "update" && baseline === null && !existsSync(baselineFile ?? ""));
  const metOf = (project: Project): Met => {
    const met = projects.get(project) ?? {
      now: new Map(),
      hides: new Map(),
      sees: new Map(),
      partly: new Map(),
      isElsewhere: null,
    };
    projects.set(project, met);
    return met;
  };
  return {
    named: () => projects.size > 0,
    file(path, project, sees) {
      if (project?.refusedBaseline !== undefined) refused.add(project.refusedBaseline);
      if (project?.baselineFile === undefined) return () => false;
      const met = metOf(project);
      const name = project.nameOf(path);
      const counts = met.now.get(name) ?? new Map<string, number>();
      met.now.set(name, counts);
      met.sees.set(name, sees);
      const hidden = met.hides.get(name) ?? (takesAll(project) ? () => true : baselineOf(project.baseline?.get(name)));
      met.hides.set(name, hidden);
      return (finding, content) => {
        if (finding.moreFollow) {
          met.partly.set(name, (met.partly.get(name) ?? new Set()).add(finding.code));
          return false;
        }
        const key = findingKey(finding, content);
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return hidden(finding, content);
      };
    },
    library(project, isElsewhere) {
      if (project?.baselineFile !== undefined) metOf(project).isElsewhere = isElsewhere;
    },
    gone() {
      if (how !== undefined || !isSure()) return [];
      return [...projects].flatMap(([project, met]) => {
        const kept = remaining(project, met);
        const baseline = reportedName(relative(process.cwd(), project.baselineFile ?? ""));
        return [...(project.baseline ?? [])].flatMap(([file, keys]) => {
          const count = sizeOf(keys) - sizeOf(kept.get(file) ?? new Map());
          return count === 0 ? [] : [{ baseline, file, count }];
        });
      });
    },
    async write() {
      const [refusal] = refused;
      if (refusal !== undefined) throw new Problem(`${refusal} No baseline was written.`);
      if (projects.size === 0)
        throw new Problem('No smartform.json here names a baseline. Add "baseline": "smartform-baseline.json" to it.');
      for (const [project] of projects) await refuseOthers(project, takesAll(project));
      const written = [...projects].map(
        ([project, met]) => [project, textOf(project, met, takesAll(project))] as const,
      );
      for (const [{ root, baselineFile = "" }, text] of written) {
        const why = await writeInside(root, baselineFile, text);
        if (why !== undefined) throw notWritten(baselineFile, why);
      }
    },
  };
}

/**
 * Returns the entries of the baseline that are still valid, or may be. An entry may still be valid if its file or text
 * was not checked but may exist, or if this check could not detect, or did not report, all findings with its code.
 */
function remaining({ root, baseline }: Project, { now, sees, partly, isElsewhere }: Met): Baseline {
  const isThere = (file: string): boolean =>
    file.startsWith("textlib:/") ? isElsewhere === null || isElsewhere(file) : existsSync(join(root, file));
  return new Map(
    [...(baseline ?? [])].flatMap(([file, keys]) => {
      const found = now.get(file);
      if (found === undefined) return isThere(file) ? [[file, keys]] : [];
      const isSeen = (code: string): boolean =>
        sees.get(file)?.(code) !== false && partly.get(file)?.has(code) !== true;
      return [
        [
          file,
          new Map(
            [...keys].map(([key, count]) => [
              key,
              isSeen(codeOfKey(key)) ? Math.min(count, found.get(key) ?? 0) : count,
            ]),
          ),
        ],
      ];
    }),
  );
}

/**
 * Throws if the named file exists and is not a baseline: the setting may name any file, and only baselines may be
 * changed.
 */
async function refuseOthers({ baseline, baselineFile = "", root }: Project, takesAll: boolean): Promise<void> {
  const there = await readRegular(baselineFile, { largest: largestBaseline, root });
  const isOurs = there.state === "absent" || (there.state === "read" && readBaseline(there.content) !== null);
  if (isOurs && (baseline !== null || takesAll)) return;
  const why = takesAll
    ? "cannot be read as a baseline, so it is not overwritten"
    : "cannot be read, so nothing can be removed from it";
  throw new Problem(
    `${nameOf(baselineFile)} ${why}. Repair it, or name another file as "baseline" in smartform.json; --new-baseline creates that file.`,
  );
}

function nameOf(file: string): string {
  return shownName(reportedName(relative(process.cwd(), file)));
}

/** Returns the content of the new baseline file. Throws if it exceeds the limits for reading the file again. */
function textOf(project: Project, met: Met, takesAll: boolean): string {
  const kept = remaining(project, met);
  const withKept = ([file, found]: readonly [string, ReadonlyMap<string, number>]) =>
    [file, new Map([...(kept.get(file) ?? []), ...found])] as const;
  const text = writeBaseline(new Map([...kept, ...(takesAll ? [...met.now].map(withKept) : [])]));
  const limit = tooMuchFor(text);
  if (limit !== null) throw notWritten(project.baselineFile ?? "", limit.why);
  return text;
}

function notWritten(baselineFile: string, why: string): Problem {
  return new Problem(`${nameOf(baselineFile)} cannot be written (${why}).`);
}
