/**
 * The contrast of words against their background, as the accessibility guidelines (WCAG) compute it. A contrast of 4.5
 * is enough.
 */

import assert from "node:assert/strict";
import type { Locator } from "playwright-core";

export interface Contrast {
  readonly words: string;
  readonly contrast: number;
}

/** Asserts that every element with words is readable, and that at least `least` elements have words. */
export async function readable(elements: Locator, { least }: { readonly least: number }): Promise<void> {
  const withWords = elements.filter({ hasText: /\S/, visible: true });
  // Waits for all words, because a hover is drawn part by part.
  await withWords.nth(least - 1).waitFor();
  const seen = await withWords.evaluateAll(contrasts);
  assert.ok(seen.length >= least, `${seen.length} places`);
  assert.deepEqual(
    seen.filter(({ contrast }) => contrast < 4.5),
    [],
  );
}

/**
 * Runs in the page. To find the background of an element, paints everything behind it in order, including
 * half-transparent colours.
 */
function contrasts(elements: readonly Element[]): readonly Contrast[] {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This page has no canvas.");
  const paint = (color: string): number => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return elements.map((element) => {
    const behind: string[] = [];
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      behind.unshift(getComputedStyle(each).backgroundColor);
    let ground = paint(
      getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background").trim() || "white",
    );
    for (const color of behind) ground = paint(color);
    const words = paint(getComputedStyle(element).color);
    const contrast = (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
    return { words: (element.textContent ?? "").slice(0, 40), contrast: Math.round(contrast * 100) / 100 };
  });
}
