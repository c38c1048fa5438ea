/** The state of every text and language of the library, for filters, progress and worklists. */
import { baselineOf } from "../../catalog/index.ts";
import type { Rules } from "../../catalog/index.ts";
import { folderById, libraryFindings, textPath } from "../../language/index.ts";
import type { Context, Text } from "../../language/index.ts";
import { textScheme } from "../places/address.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { surveyRequest } from "../protocol.ts";
import type { Meant, SurveyedText, SurveyResult } from "../protocol.ts";
import { newTurn } from "../turn.ts";

export const onSurvey: Handler<Meant, SurveyResult> = {
  method: surveyRequest,
  otherwise: () => ({ known: false, languages: [], texts: [] }),
  work: inMeantLibrary(async (_, { workspace, signal }) => survey({ ...(await workspace().library()), signal })),
};

interface Surveyed {
  readonly context: Context;
  /** The severities chosen for the text with this address. */
  readonly rulesOf: (path: string) => Rules;
  /** The baseline's findings of the text with this address. */
  readonly knownOf: (path: string) => ReadonlyMap<string, number> | undefined;
  readonly signal: AbortSignal;
}

async function survey({ signal, ...surroundings }: Surveyed): Promise<SurveyResult> {
  const { catalog } = surroundings.context;
  const all = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
  const languages = catalog.languages();
  const texts: SurveyedText[] = [];
  const turn = newTurn({ signal });
  for (const text of all.state === "known" ? all.value : []) {
    if (turn.isOver()) await turn.pass();
    texts.push(stateOf(text, surroundings));
  }
  return { known: languages.state === "known", languages: languages.state === "known" ? languages.value : [], texts };
}

function stateOf(text: Text, { context, rulesOf, knownOf }: Omit<Surveyed, "signal">): SurveyedText {
  const folder = folderById(context.catalog, text.folderId);
  const named = folder.state === "known" ? folder.value : { code: null, name: text.folderId };
  const found = { empty: [] as string[], stale: [] as string[], drifted: [] as string[], machine: [] as string[] };
  let count = 0;
  for (const { language, content, findings } of libraryFindings(text.id, context)) {
    if (language === null) continue;
    const path = `${textScheme}:${textPath(named, text, language)}`;
    const [rules, isKnown] = [rulesOf(path), baselineOf(knownOf(path))];
    const codes = new Set(findings.map(({ code }) => code));
    if (content.trim() === "") found.empty.push(language);
    if (codes.has("stale-translation")) found.stale.push(language);
    if (codes.has("placeholder-drift")) found.drifted.push(language);
    if (codes.has("machine-translation")) found.machine.push(language);
    count += findings.filter(
      (finding) => (rules.get(finding.code) ?? finding.severity) !== "off" && !isKnown(finding, content),
    ).length;
  }
  const uses = context.catalog.useCount(text.id);
  return { text, ...found, findings: count, uses: uses.state === "known" ? uses.value : null };
}
