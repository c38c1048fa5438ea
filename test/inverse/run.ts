/**
 * `npm run inverse [companies] [questions] [first seed]` takes printed words and searches for the text that they come
 * from. It prints how often the search finds the text, and every wrong answer. The texts are generated, or come from
 * the catalog file that the variable LIBRARY names. If the variable SHOW names verdicts, the answers with these
 * verdicts are printed instead of the wrong ones.
 */
import { readFileSync } from "node:fs";
import { catalogFile } from "../../api/index.ts";
import { companyOfLibrary } from "./corpus.ts";
import { knowledges, scoreOf } from "./score.ts";
import type { Verdict } from "./score.ts";

const [companies = 60, questions = 80, first = 1] = process.argv.slice(2).map(Number);
const verdicts: readonly Verdict[] = [
  "sure",
  "likely",
  "several",
  "declined",
  "declined, rightly",
  "wrong",
  "confidently wrong",
];
const sums = new Map(knowledges.map((knowledge) => [knowledge, new Map<Verdict, number>()]));
const shown = new Set<Verdict>((process.env["SHOW"] ?? "wrong,confidently wrong").split(",") as Verdict[]);
const named = process.env["LIBRARY"];
const library = named === undefined ? undefined : catalogFile.parse(JSON.parse(readFileSync(named, "utf8")));
for (let seed = first; seed < first + companies; seed++) {
  const scores = await scoreOf(seed, {
    questions,
    ...(library && { company: companyOfLibrary(seed, library) }),
    miss: (miss) => {
      if (shown.has(miss.verdict))
        console.log(
          `seed ${miss.seed}, ${miss.knowledge}: ${miss.verdict}: “${miss.words}”\n  printed by ${miss.truth}\n  answer ${miss.answer}`,
        );
    },
  });
  for (const [knowledge, score] of scores)
    for (const [verdict, count] of score)
      sums.get(knowledge)!.set(verdict, (sums.get(knowledge)!.get(verdict) ?? 0) + count);
}
for (const [knowledge, sum] of sums) {
  const of = (verdict: Verdict): number => sum.get(verdict) ?? 0;
  const right = of("sure") + of("likely") + of("several");
  const wrong = of("wrong") + of("confidently wrong");
  console.log(`${knowledge}: ${verdicts.map((verdict) => `${verdict} ${of(verdict)}`).join(", ")}`);
  console.log(
    `  right in what is answered: ${((100 * right) / (right + wrong)).toFixed(2)} %, in what can be answered: ${((100 * right) / (right + wrong + of("declined"))).toFixed(2)} %`,
  );
}
