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
          "These places of the document say nothing that a test can check:",
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

This page lists the facts of the three API documents that a test can check: one fact in each row, in our own words and in the documents' order, with the
tests that fail if the client or the sandbox breaks it. The last part lists what the documents leave open. What is left open never stops a request, and
findings and messages report it as open. There are ${facts.length} facts and ${tests.size} tests. The rows are in \`test/sentences/\`;
\`UPDATE_EXPECT=1 npx mocha test/sentences/*.test.ts\` writes this page from them.

\`npm run sentences\` checks that the tests notice a wrong rule. In a copy of the sources, it reverses the rule of one fact at a time, and runs the tests
that the fact names. Each of these tests has to fail under one of the fact's reversals. Every fact has at least one reversal; there are ${reversals.length}
in all. The command lists the tests that still pass, and ends with 1 if there are any.`;
  return `${[head, ...documents.map(documentPart)].join("\n\n")}\n`;
}
