/** The message at the end of a check of the Text Library. */
import assert from "node:assert/strict";
import { checkedWords } from "../../../../client/library/tree/checkLibraryModel.ts";

describe("the words after a check of the Text Library", () => {
  const none = { errors: 0, warnings: 0, others: 0 };
  for (const [title, result, found, words] of [
    [
      "say that there are no findings",
      { translations: 1200, texts: 0 },
      none,
      "The Text Library has no findings: 1,200 translations were checked.",
    ],
    [
      "count findings by severity",
      { translations: 40, texts: 3 },
      { errors: 2, warnings: 1, others: 5 },
      "The Text Library was checked: 2 errors, 1 warning, 5 suggestions, in 3 of 40 translations.",
    ],
    [
      "leave out severities that were not found",
      { translations: 40, texts: 1 },
      { ...none, others: 1 },
      "The Text Library was checked: 1 suggestion, in 1 of 40 translations.",
    ],
    [
      "count nothing if the library is not completely read",
      { translations: null, texts: 3 },
      { ...none, errors: 2 },
      "The Text Library is not completely read, so there may be more findings. Check it again later.",
    ],
  ] as const)
    it(title, () => assert.deepEqual(checkedWords(result, found), { words, isWarning: result.translations === null }));
});
