/** A dialog of several boxes, one after the other, with a way back: boxes to write in and lists to pick from. */
import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { plainItem, type Item } from "./plainWindow.ts";

interface Common {
  /** Where the answer goes. */
  readonly key: string;
  readonly prompt: string;
}

/** A box to write in. Its answer is trimmed, unless it is a password. */
export interface InputStep extends Common {
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Why the answer cannot be used; undefined where it can. */
  readonly problem: (value: string) => string | undefined;
}

/** A list to pick one from, or several: the answer is then their values with a space between. */
export interface PickStep extends Common {
  readonly items: readonly (Item & { readonly value: string })[];
  readonly several?: boolean;
}

export type Step = InputStep | PickStep;
export type Answers = ReadonlyMap<string, string>;

export interface Asking {
  readonly title: string;
  /** What is in a box at first, given the answers so far. */
  readonly known?: (key: string, answers: Answers) => string | undefined;
}

type Ending = { readonly value: string } | "back" | "cancelled";

/**
 * Asks one box after the other; the back button returns to the one before, with its answer. Which boxes there are may hang on the answers before
 * them. undefined when the user gives up.
 */
export async function askSteps(steps: (answers: Answers) => readonly Step[], { title, known }: Asking): Promise<Answers | undefined> {
  const answers = new Map<string, string>();
  for (let index = 0; ;) {
    const all = steps(answers), step = all[index];
    if (step === undefined) return new Map(all.flatMap(({ key }) => answers.has(key) ? [[key, answers.get(key) ?? ""]] : []));
    const place = { title, index, total: all.length, value: answers.get(step.key) ?? known?.(step.key, answers) ?? "" };
    const answer = await ("items" in step ? pick(step, place) : write(step, place));
    if (answer === "cancelled") return undefined;
    if (answer === "back") {
      index -= 1;
      continue;
    }
    answers.set(step.key, answer.value);
    index += 1;
  }
}

interface Place {
  readonly title: string;
  readonly index: number;
  readonly total: number;
  readonly value: string;
}

function write(step: InputStep, { title, index, total, value }: Place): Promise<Ending> {
  const box = vscode.window.createInputBox();
  box.prompt = plainText(step.prompt);
  box.placeholder = step.placeholder;
  box.password = step.password ?? false;
  box.value = value;
  return shown(box, { title, index, total }, (end) => {
    box.onDidChangeValue(() => box.validationMessage = undefined);
    box.onDidAccept(() => {
      const text = step.password ? box.value : box.value.trim();
      const problem = step.problem(text);
      box.validationMessage = problem && plainText(problem);
      if (problem === undefined) end(text);
    });
  });
}

function pick({ prompt, items, several = false }: PickStep, { title, index, total, value }: Place): Promise<Ending> {
  const list = vscode.window.createQuickPick<PickStep["items"][number]>();
  const before = new Set(value.split(" "));
  list.placeholder = prompt;
  list.items = items.map(plainItem);
  list.canSelectMany = several;
  list.matchOnDetail = true;
  const chosen = list.items.filter((item) => before.has(item.value));
  if (several) list.selectedItems = chosen;
  else list.activeItems = chosen;
  return shown(list, { title, index, total }, (end) => {
    list.onDidAccept(() => end(list.selectedItems.map((item) => item.value).join(" ")));
  });
}

function shown(input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>, { title, index, total }: Pick<Place, "title" | "index" | "total">, listen: (end: (value: string) => void) => void): Promise<Ending> {
  return new Promise((resolve) => {
    let ending: Ending = "cancelled";
    input.title = title;
    input.step = index + 1;
    input.totalSteps = total;
    input.ignoreFocusOut = true;
    input.buttons = index > 0 ? [vscode.QuickInputButtons.Back] : [];
    input.onDidTriggerButton(() => {
      ending = "back";
      input.hide();
    });
    listen((value) => {
      ending = { value };
      input.hide();
    });
    input.onDidHide(() => {
      input.dispose();
      resolve(ending);
    });
    input.show();
  });
}
