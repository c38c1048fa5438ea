/**
 * One box of a series of steps, with a back button. The value is returned even if the person leaves the box, so that
 * what was typed is not lost.
 */
import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { plainItem } from "./plainWindow.ts";
import type { Choice } from "./stepsModel.ts";

export interface Place {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  /** False for the first box. */
  readonly back: boolean;
}

export type Ending<T> = { readonly kind: "next" | "back" | "left"; readonly value: T };

interface Line extends Place {
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Returns why the value is not accepted; checked on every change. */
  readonly problem?: (value: string) => string | undefined;
}

export function askLine({
  prompt,
  value,
  placeholder,
  password = false,
  problem,
  ...place
}: Line): Promise<Ending<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = plainText(prompt);
  box.value = value;
  box.placeholder = placeholder;
  box.password = password;
  const isTaken = (): boolean => {
    const found = problem?.(box.value);
    box.validationMessage = found && plainText(found);
    return box.validationMessage === undefined;
  };
  box.onDidChangeValue(isTaken);
  return ending(box, place, () => box.value, isTaken);
}

interface List<T> extends Place {
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  readonly active?: T;
}

/** `value` is undefined if nothing was chosen. */
export function askPick<T>({ placeholder, items, active, ...place }: List<T>): Promise<Ending<T | undefined>> {
  const box = vscode.window.createQuickPick<Choice<T>>();
  box.placeholder = placeholder;
  box.items = items.map(plainItem);
  box.matchOnDescription = box.matchOnDetail = true;
  const first = box.items.find(({ value }) => value === active);
  if (first !== undefined) box.activeItems = [first];
  return ending(
    box,
    place,
    () => box.selectedItems[0]?.value,
    () => box.selectedItems.length > 0,
  );
}

/** Lets the person choose any number of items, including zero. */
export function askMany<T>({
  placeholder,
  items,
  picked,
  ...place
}: List<T> & { readonly picked: readonly T[] }): Promise<Ending<readonly T[]>> {
  const box = vscode.window.createQuickPick<Choice<T>>();
  box.canSelectMany = true;
  box.matchOnDescription = box.matchOnDetail = true;
  box.placeholder = placeholder;
  box.items = items.map(plainItem);
  box.selectedItems = box.items.filter(({ value }) => picked.includes(value));
  return ending(
    box,
    place,
    () => box.selectedItems.map(({ value }) => value),
    () => true,
  );
}

function ending<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, back }: Place,
  read: () => T,
  isTaken: () => boolean,
): Promise<Ending<T>> {
  box.title = title;
  box.step = step;
  box.totalSteps = totalSteps;
  box.ignoreFocusOut = true;
  if (back) box.buttons = [vscode.QuickInputButtons.Back];
  return new Promise((resolve) => {
    const end = (kind: Ending<T>["kind"]): void => {
      resolve({ kind, value: read() });
      box.dispose();
    };
    box.onDidAccept(() => {
      if (isTaken()) end("next");
    });
    box.onDidTriggerButton(() => end("back"));
    box.onDidHide(() => end("left"));
    box.show();
  });
}
