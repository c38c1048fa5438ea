/**
 * Packs the reader of PDFs: pdf.js's library, its worker, and its tables for PDFs that do not embed their fonts. The
 * pages of panels and a thread of the extension both use this reader. The library and the worker are classic scripts,
 * because pages and Node can both run those. They come from pdf.js's legacy build: Node 24 lacks what the modern build
 * needs.
 */
import { build } from "esbuild";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pack } from "./pack.mjs";
import { root } from "./root.mjs";

const pdfjs = "node_modules/pdfjs-dist";

/** Resolves with esbuild's metafile of the scripts, and the tables as paths inside the project. */
export async function buildPdfReader(to, { fast = false } = {}) {
  const { outputFiles, metafile } = await build({
    bundle: true,
    metafile: true,
    write: false,
    minify: true,
    format: "iife",
    legalComments: "none",
    absWorkingDir: root,
    platform: "neutral",
    target: "chrome140",
    entryPoints: {
      pdfjs: `${pdfjs}/legacy/build/pdf.min.mjs`,
      "pdf.worker": `${pdfjs}/legacy/build/pdf.worker.min.mjs`,
    },
    outdir: "pdfReader",
  });
  const scripts = outputFiles.map(({ path, contents }) => [basename(path), contents]);
  const tables = await Promise.all(
    [
      ["cmaps", ".bcmap"],
      ["standard_fonts", ".ttf"],
      ["standard_fonts", ".pfb"],
    ].map(async ([folder, ending]) => {
      const names = await readdir(join(root, pdfjs, folder));
      return names
        .filter((name) => name.endsWith(ending))
        .sort()
        .map((name) => `${pdfjs}/${folder}/${name}`);
    }),
  );
  const groups = await Promise.all(
    tables.map((files) => Promise.all(files.map(async (file) => [basename(file), await readFile(join(root, file))]))),
  );
  await pack([scripts, ...groups], to, { fast });
  return { metafile, tables: tables.flat() };
}
