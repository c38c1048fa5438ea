/**
 * Finds the fonts of DejaVu Sans, which draws every European script. The build copies them to `fonts/` beside the
 * program; sources that run without a build use the fonts of the package.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

const fontFiles = {
  normal: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italics: "DejaVuSans-Oblique.ttf",
  bolditalics: "DejaVuSans-BoldOblique.ttf",
} as const;

/** Returns the absolute path of each style of the font. Throws if neither place has them. */
export function findFonts(): Readonly<Record<keyof typeof fontFiles, string>> {
  const places = [
    join(import.meta.dirname, "fonts"),
    join(import.meta.dirname, "../../node_modules/dejavu-fonts-ttf/ttf"),
  ];
  const folder = places.find((place) => existsSync(join(place, fontFiles.normal)));
  if (folder === undefined)
    throw new Error(
      `The fonts for PDFs are missing. They should be in ${places.join(" or ")}. Build or install again.`,
    );
  return {
    normal: join(folder, fontFiles.normal),
    bold: join(folder, fontFiles.bold),
    italics: join(folder, fontFiles.italics),
    bolditalics: join(folder, fontFiles.bolditalics),
  };
}
