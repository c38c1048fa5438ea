/** A dialog of several boxes in sequence, with a back button: input boxes and lists to pick from. */
import { askLine, askMany, askPick } from "./ask.ts";
import type { Ending, Place } from "./ask.ts";
import type { Answers, Step } from "./stepsModel.ts";

export interface Asking {
  readonly title: string;
  /** Returns the initial content of a box, given the answers so far. */
  readonly known?: (key: string, answers: Answers) => string | undefined;
  /** Existing answers: the dialog starts at the box with the key `at`, with a way back to the boxes before that one. */
  readonly begun?: { readonly answers: Answers; readonly at: string };
}

/**
 * Asks box after box. The back button returns to the previous one, and every answer is kept, even an unfinished one.
 * Which boxes follow may depend on earlier answers. Resolves with undefined if the user cancels.
 */
export async function askSteps(
  steps: (answers: Answers) => readonly Step[],
  { title, known, begun }: Asking,
): Promise<Answers | undefined> {
  const answers = new Map<string, string>(begun?.answers);
  for (
    let index = Math.max(
      0,
      steps(answers).findIndex(({ key }) => key === begun?.at),
    );
    ;
  ) {
    const all = steps(answers),
      step = all[index];
    if (step === undefined)
      return new Map(all.flatMap(({ key }) => (answers.has(key) ? [[key, answers.get(key) ?? ""]] : [])));
    const before = answers.get(step.key) ?? known?.(step.key, answers) ?? "";
    const { kind, value } = await ask(step, before, {
      title,
      step: index + 1,
      totalSteps: all.length,
      back: index > 0,
    });
    if (kind === "left") return undefined;
    if (value !== undefined) answers.set(step.key, value);
    index += kind === "back" ? -1 : 1;
  }
}

async function ask(step: Step, before: string, place: Place): Promise<Ending<string | undefined>> {
  if (!("items" in step)) {
    const { prompt, placeholder, password = false, problem } = step;
    const answer = (typed: string): string => (password ? typed : typed.trim());
    const { kind, value } = await askLine({
      ...place,
      prompt,
      value: before,
      password,
      problem: (typed) => problem(answer(typed)),
      ...(placeholder !== undefined && { placeholder }),
    });
    return { kind, value: answer(value) };
  }
  const { prompt: placeholder, items, several = false } = step;
  if (!several) return askPick({ ...place, placeholder, items, active: before });
  const { kind, value } = await askMany({ ...place, placeholder, items, picked: before.split(" ") });
  return { kind, value: value.join(" ") };
}
