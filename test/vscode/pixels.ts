/**
 * Checks what a panel has drawn by its visible pixels, because a page with all its elements in place may still be a
 * black rectangle.
 */
import type { Locator } from "playwright-core";
import { becomes } from "./waiting.ts";
import type { Workbench } from "./workbench.ts";

/** The fractions of a picture's pixels, from 0 to 1. */
interface Pixels {
  readonly light: number;
  /** Dark and grey pixels, such as those of words. */
  readonly dark: number;
  readonly coloured: number;
  /** The fraction of the pixels with the most common colour. */
  readonly commonest: number;
}

/**
 * Resolves with the fractions of light, dark and coloured pixels in an area. Decodes its picture in the browser, so
 * that no other decoder is needed.
 */
async function pixelsOf(area: Locator): Promise<Pixels> {
  const picture = (await area.screenshot()).toString("base64");
  return area.page().evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: "image/png" }),
    );
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (canvas === null) throw new Error("The browser has no canvas.");
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = { light: 0, dark: 0, coloured: 0 };
    const colours = new Map<number, number>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      const brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      if (brightness > 200) counts.light += 1;
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) counts.coloured += 1;
      else if (brightness < 110) counts.dark += 1;
      const colour = (red << 16) | (green << 8) | blue;
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    const all = data.length / 4;
    return {
      light: counts.light / all,
      dark: counts.dark / all,
      coloured: counts.coloured / all,
      commonest: Math.max(...colours.values()) / all,
    };
  }, picture);
}

export interface Drawn {
  /** Whether the area is a chart, in which bars may cover most of the area. */
  readonly isChart?: boolean;
}

/** Waits until the area is drawn as in a light theme: mostly light, with words, and of more than one colour. */
export async function drawn(workbench: Workbench, area: Locator, { isChart = false }: Drawn = {}): Promise<void> {
  await becomes(workbench, async () => {
    const pixels = await pixelsOf(area);
    const seen = `of its pixels ${Object.entries(pixels)
      .map(([kind, share]) => `${kind} ${(100 * share).toFixed(2)} %`)
      .join(", ")}`;
    return [
      ...(pixels.commonest > 0.999 ? [`It is of one colour: ${seen}`] : []),
      ...(pixels.light < (isChart ? 0.3 : 0.6) ? [`It is not mostly light: ${seen}`] : []),
      ...(pixels.dark < 0.0005 || pixels.dark > 0.25 ? [`Its words are not there, or drowned: ${seen}`] : []),
      ...(isChart && pixels.coloured < 0.005 ? [`Nothing in it is coloured: ${seen}`] : []),
    ];
  }, []);
}
