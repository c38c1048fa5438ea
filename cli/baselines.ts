/** Which findings a check counts without showing them, and how the files that say so are written anew. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { baselineOf, common, findingKey, type Project, writeBaseline } from "../catalog/index.ts";
import type { Finding } from "../language/index.ts";
import { reportedName } from "./files.ts";
import { Problem } from "./problem.ts";

/** `update`: take out what is gone. `new`: hold everything that is found now. */
export type BaselineWrite = "update" | "new";

export interface Baselines {
  /** Whether any project that was met names a baseline. */
  readonly named: () => boolean;
  /** The file was checked; the answer says of each of its findings, in their order, whether the baseline hides it. */
  readonly file: (path: string, project: Project | undefined) => (finding: Finding, content: string) => boolean;
  /** Writes what changed. Rejects with Problem where nothing names a baseline, or where one cannot be read or written. */
  readonly write: () => Promise<void>;
}

type Counts = Map<string, Map<string, number>>;

/** What was found in the files of a project, and what its baseline hides of each. */
interface Met {
  readonly now: Counts;
  readonly hides: Map<string, ReturnType<typeof baselineOf>>;
}

export function openBaselines(how: BaselineWrite | undefined): Baselines {
  const projects = new Map<Project, Met>();
  const takesAll = ({ baseline, baselineFile }: Project): boolean => how === "new" || (how === "update" && baseline === null && !existsSync(baselineFile ?? ""));
  return {
    named: () => projects.size > 0,
    file(path, project) {
      if (project?.baselineFile === undefined) return () => false;
      const met: Met = projects.get(project) ?? { now: new Map(), hides: new Map() };
      const { now, hides } = met;
      projects.set(project, met);
      const name = project.nameOf(path);
      const counts = now.get(name) ?? new Map<string, number>();
      now.set(name, counts);
      const hidden = hides.get(name) ?? (takesAll(project) ? () => true : baselineOf(project.baseline?.get(name)));
      hides.set(name, hidden);
      return (finding, content) => {
        const key = findingKey(finding, content);
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return hidden(finding, content);
      };
    },
    async write() {
      if (projects.size === 0) throw new Problem('No smartform.json here names a baseline. Add "baseline": "smartform-baseline.json" to it.');
      for (const [project, { now }] of projects) await writeOne(project, now, takesAll(project));
    },
  };
}

async function writeOne({ root, baseline, baselineFile = "" }: Project, now: Counts, takesAll: boolean): Promise<void> {
  const name = reportedName(relative(process.cwd(), baselineFile));
  if (baseline === null && !takesAll) throw new Problem(`${name} cannot be read, so nothing can be taken out of it. --new-baseline writes it anew.`);
  // What was not checked this time stays, unless its file is gone.
  const others = new Map([...(baseline ?? [])].filter(([file]) => !now.has(file) && (file.startsWith("textlib:/") || existsSync(join(root, file)))));
  const checked = takesAll || baseline === null ? now : common(new Map([...baseline].filter(([file]) => now.has(file))), now);
  await writeFile(baselineFile, writeBaseline(new Map([...others, ...checked]))).catch((cause: NodeJS.ErrnoException) => {
    throw new Problem(`${name} cannot be written (${cause.code ?? cause.message}).`, { cause });
  });
}
