/**
 * Where the fonts lie. DejaVu Sans draws every European script. Beside the built program they are in `fonts/`, where
 * the build copies them; when the sources run as they are, in the package that they come from.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

const fontFiles = {
  normal: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italics: "DejaVuSans-Oblique.ttf",
  bolditalics: "DejaVuSans-BoldOblique.ttf",
} as const;

/** Absolute path of each style of the font. Throws where neither place has them. */
export function findFonts(): Readonly<Record<keyof typeof fontFiles, string>> {
  const places = [
    join(import.meta.dirname, "fonts"),
    join(import.meta.dirname, "../../node_modules/dejavu-fonts-ttf/ttf"),
  ];
  const folder = places.find((place) => existsSync(join(place, fontFiles.normal)));
  if (folder === undefined)
    throw new Error(
      `The fonts for PDFs are missing. They should lie in ${places.join(" or ")}: build or install again.`,
    );
  return {
    normal: join(folder, fontFiles.normal),
    bold: join(folder, fontFiles.bold),
    italics: join(folder, fontFiles.italics),
    bolditalics: join(folder, fontFiles.bolditalics),
  };
}
