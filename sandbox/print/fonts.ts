/**
 * Reads the fonts of DejaVu Sans, which draws every European script. The build packs them into one file beside the
 * program; sources that run without a build read them from node_modules.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPackedFiles } from "../../disk/index.ts";

/** The file of each style. */
export const fontFiles = {
  normal: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italics: "DejaVuSans-Oblique.ttf",
  bolditalics: "DejaVuSans-BoldOblique.ttf",
} as const;

/** Resolves with the name and content of each file. Rejects if neither place has the fonts. */
export async function readFonts(): Promise<readonly (readonly [file: string, content: Uint8Array])[]> {
  const packed = join(import.meta.dirname, "fonts.br");
  const folder = join(import.meta.dirname, "../../node_modules/dejavu-fonts-ttf/ttf");
  const fonts = existsSync(packed) ? await openPackedFiles(packed) : undefined;
  return Promise.all(
    Object.values(fontFiles).map(async (file) => {
      const content = fonts === undefined ? await readFile(join(folder, file)).catch(missing) : await fonts.get(file);
      return [file, content ?? missing()] as const;
    }),
  );

  function missing(cause?: unknown): never {
    throw new Error(
      `The fonts for PDFs are missing. They should be in ${packed} or in ${folder}. Build or install again.`,
      { cause },
    );
  }
}
