/**
 * Reads the fonts of DejaVu Sans, which draws every European script. The build packs them into one file beside the
 * program; sources that run without a build use the fonts of the package.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPackedFiles } from "../../disk/index.ts";

/** The file of each style. */
export const fontFiles = {
  normal: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italics: "DejaVuSans-Oblique.ttf",
  bolditalics: "DejaVuSans-BoldOblique.ttf",
} as const;

/** Resolves with the content of each file. Rejects if neither place has the fonts. */
export async function readFonts(): Promise<ReadonlyMap<string, Uint8Array>> {
  const packed = join(import.meta.dirname, "fonts.br");
  if (existsSync(packed)) return readPackedFiles(packed);
  const folder = join(import.meta.dirname, "../../node_modules/dejavu-fonts-ttf/ttf");
  try {
    return new Map(
      await Promise.all(
        Object.values(fontFiles).map(async (file) => [file, await readFile(join(folder, file))] as const),
      ),
    );
  } catch (cause) {
    throw new Error(
      `The fonts for PDFs are missing. They should be in ${packed} or in ${folder}. Build or install again.`,
      { cause },
    );
  }
}
