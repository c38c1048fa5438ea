/** The page that lists the facts of the API documents with their tests. */
import type { Document, Reversal, Sentence } from "./readSentences.ts";

const cell = (text: string) => text.replaceAll("|", String.raw`\|`);

function sectionCounts(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { section } of sentences) counts.set(section, (counts.get(section) ?? 0) + 1);
  return counts;
}

function documentPart({ heading, sentences, untestable }: Document): string {
  const counts = [...sectionCounts(sentences)].map(([section, count]) => `| ${cell(section)} | ${count} |`);
  const facts = sentences.map(({ number: id, section, says, tests }) => {
    const names = tests.map(({ file, title }) => `[${file.slice("test/".length)}](../${file}): ${title}`);
    return `| ${id} | ${cell(section)} | ${cell(says)} | ${cell(names.join("<br>"))} |`;
  });
  const left = untestable.map(({ section, place, why }) => `| ${cell(section)} | ${cell(place)} | ${cell(why)} |`);
  return [
    `## ${heading}`,
    "",
    `${sentences.length} facts in ${counts.length} sections.`,
    "",
    "| section | facts |",
    "| --- | ---: |",
    ...counts,
    "",
    "| number | section | fact | test |",
    "| --- | --- | --- | --- |",
    ...facts,
    "",
    ...(left.length === 0
      ? []
      : [
          "Places that say nothing that a test could hold:",
          "",
          "| section | place | why |",
          "| --- | --- | --- |",
          ...left,
        ]),
  ]
    .join("\n")
    .trimEnd();
}

/** Returns the whole page. */
export function sentencesPage(documents: readonly Document[], reversals: readonly Reversal[]): string {
  const facts = documents.flatMap(({ sentences }) => sentences);
  const tests = new Set(facts.flatMap(({ tests: named }) => named.map(({ file, title }) => `${file} ${title}`)));
  const head = `# Sentences of the API documents

This page lists what the three API documents say and a test can check: one fact in each row, in our own words and in the documents' order, with the
tests that fail when client or sandbox break it. The last part lists what the documents allow without saying so: what they leave open does not stop a
request, and is reported as it is. ${facts.length} facts, ${tests.size} tests. The rows are in \`test/sentences/\`;
\`UPDATE_EXPECT=1 npx mocha test/sentences/*.test.ts\` writes this page from them.

\`npm run sentences\` reverses the rule of each fact in a copy of the sources, one fact at a time, and requires that each test that the fact names fails
under one of the fact's reversals. Every fact has at least one reversal; there are ${reversals.length} in all. The command names the tests that still
pass, and ends with 1 if there is one.`;
  return `${[head, ...documents.map(documentPart)].join("\n\n")}\n`;
}
