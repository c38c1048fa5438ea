/**
 * Builds the extension, the language server and the `smartform` program into dist/, with the files, scripts and fonts
 * that they load later. The programs are CommonJS for Node 24 and contain every package that they need.
 * `node scripts/build.mjs --readable` keeps the names and lines of the sources, for a person who debugs the extension;
 * `--watch` does so too, and rebuilds after each change. `--dist` and `--metafile` change where the output goes;
 * `--terminal` builds only what a terminal or another editor can start, for the tests.
 */
import { build, context } from "esbuild";
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rolldown, watch as rebuild } from "rolldown";
import { pack } from "./pack.mjs";
import { buildPdfReader } from "./pdfReader.mjs";
import { replace } from "./replaced.mjs";
import { root } from "./root.mjs";
import { writeSchemas } from "./schemas.mjs";
import { unhinted } from "./unhinted.mjs";
import { viewerCss } from "./viewerCss.mjs";

const {
  values: { watch, readable = watch, terminal, ...made },
} = parseArgs({
  options: {
    watch: { type: "boolean" },
    readable: { type: "boolean" },
    terminal: { type: "boolean" },
    dist: { type: "string", default: "dist" },
    metafile: { type: "string", default: "out/metafile.json" },
  },
});
const dist = resolve(root, made.dist);

/** The programs for Node: the output's name and its source. */
const programs = {
  serverProgram: "server/main.ts",
  cliProgram: "cli/main.ts",
  ...(!terminal && { extension: "client/extension.ts", pdfText: "client/archive/pdfText.ts" }),
};

/** The files that people start: each checks the version of Node before it loads the program of the same name. */
const entries = ["server.js", "cli.js"];

/** The code inside webviews: the output's name under dist/webviews/ and its source. */
const webviews = {
  pdf: "client/panels/pdf/page/main.ts",
  "pdf-page": "client/panels/pdf/page/pdf.css",
  pdfCompare: "client/panels/pdfCompare/page/main.ts",
  "pdfCompare-page": "client/panels/pdfCompare/page/page.css",
  preview: "client/preview/page/main.ts",
  "preview-page": "client/preview/page/page.css",
  table: "client/panels/table/page/main.ts",
  "table-page": "client/panels/table/page/page.css",
  statistics: "client/statistics/page/main.ts",
  "statistics-page": "client/statistics/page/page.css",
};

/** The fonts of the sandbox's PDFs. The sandbox reads them for its first PDF. */
const fonts = ["", "-Bold", "-Oblique", "-BoldOblique"].map(
  (style) => `node_modules/dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`,
);

/**
 * The programs for Node. Code that several programs need becomes a file of its own, and so does code that `import()`
 * loads later: shared code then exists once, and a program starts without reading code that it does not need yet. The
 * files are CommonJS, because `require` finds files wherever the programs run, even in VS Code's own Node. esbuild
 * shares code only between ES modules, so Rolldown makes these files.
 */
const node = {
  cwd: root,
  input: programs,
  platform: "node",
  external: ["vscode"],
  plugins: [replace],
  // Warnings count as errors. One of them says that a program loads code at the start although `import()` should load
  // it later.
  onLog(level, { message }) {
    if (level === "warn") throw new Error(message);
  },
  resolve: { mainFields: ["module", "main"] },
  transform: {
    target: "node24",
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  },
};
const nodeOutput = {
  dir: dist,
  format: "cjs",
  dynamicImportInCjs: false,
  chunkFileNames: "[name]-[hash].js",
  minify: !readable,
  comments: false,
  sourcemap: true,
  // The tests start programs often, and Node reads the source maps at each start. A build for the tests therefore
  // leaves the sources out of the maps; the source files are on the same disk.
  sourcemapExcludeSources: terminal,
};

/** The code inside webviews. */
const web = {
  bundle: true,
  metafile: true,
  sourcemap: "linked",
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: root,
  minify: !readable,
  entryPoints: webviews,
  outdir: join(dist, "webviews"),
  platform: "browser",
  target: "chrome140",
  format: "esm",
  // What several pages use is in a file of its own. The nonce of a page's script also covers what the script imports.
  splitting: true,
  chunkNames: "shared-[hash]",
  loader: { ".svg": "dataurl", ".gif": "dataurl" },
  // Pages load the library of `scripts/pdfReader.mjs` before their own script.
  plugins: [
    {
      name: "pdfjs",
      setup({ onResolve, onLoad }) {
        onLoad({ filter: /pdf_viewer\.css$/ }, async ({ path }) => ({
          contents: viewerCss(await readFile(path, "utf8")),
          loader: "css",
        }));
        onResolve({ filter: /^pdfjs-dist$/ }, ({ path }) => ({ path, namespace: "pdfjs" }));
        onLoad({ filter: /^/, namespace: "pdfjs" }, () => ({ contents: "module.exports = globalThis.pdfjsLib;" }));
      },
    },
  ],
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const entry of entries) {
  await cp(join(root, "scripts/entry.cjs"), join(dist, entry));
  await chmod(join(dist, entry), 0o755);
}

await writeSchemas(dist);
const fast = terminal || readable;
const packing = Promise.all([packFonts(), terminal ? undefined : packReader()]);

if (watch) {
  await packing;
  rebuild({ ...node, output: nodeOutput }).on("event", (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    if (event.code === "BUNDLE_END" || event.code === "ERROR") return event.result?.close();
  });
  await (await context(web)).watch();
} else {
  const parts = await Promise.all([buildForNode(), terminal ? undefined : buildForWeb(), packing]);
  const metafile = resolve(root, made.metafile);
  await mkdir(dirname(metafile), { recursive: true });
  await writeFile(metafile, JSON.stringify(everythingIn(parts.flat().filter((part) => part !== undefined))));
}

async function packFonts() {
  const contents = await Promise.all(
    fonts.map(async (file) => [basename(file), unhinted(await readFile(join(root, file)))]),
  );
  await pack([contents], join(dist, "fonts.br"), { fast });
  return metafileOf("fonts.br", fonts);
}

async function packReader() {
  const { metafile, tables } = await buildPdfReader(join(dist, "pdfReader.br"), { fast });
  return [metafile, await metafileOf("pdfReader.br", tables)];
}

/**
 * Builds the code of the webviews. Resolves with two metafiles: esbuild's own, and one for the pictures, because
 * esbuild inlines pictures and does not say where.
 */
async function buildForWeb() {
  // The names of shared files depend on esbuild's output folder, so esbuild always gets the same one.
  const outdir = join(root, "dist/webviews");
  const { metafile, outputFiles } = await build({ ...web, outdir, write: false });
  await mkdir(join(dist, "webviews"), { recursive: true });
  for (const { path, contents } of outputFiles)
    await writeFile(join(dist, "webviews", relative(outdir, path)), contents);
  const pictures = Object.keys(metafile.inputs).filter((file) => /\.(svg|gif)$/.test(file));
  return [metafile, await metafileOf("webviews/pictures", pictures)];
}

/** Resolves with a metafile of files that are packed or inlined, not bundled. */
async function metafileOf(to, files) {
  const sizes = await Promise.all(files.map(async (file) => [file, (await stat(join(root, file))).size]));
  return {
    inputs: Object.fromEntries(sizes.map(([file, bytes]) => [file, { bytes, imports: [] }])),
    outputs: {
      [`dist/${to}`]: {
        bytes: sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
        inputs: Object.fromEntries(sizes.map(([file, bytes]) => [file, { bytesInOutput: bytes }])),
        imports: [],
        exports: [],
        entryPoint: files[0],
      },
    },
  };
}

/** Builds the programs for Node, and resolves with a metafile in esbuild's format. */
async function buildForNode() {
  await using bundle = await rolldown(node);
  const { output } = await bundle.write(nodeOutput);
  const pathOf = (file) => relative(root, file).replaceAll("\\", "/");
  const isFile = (id) => !id.startsWith("\0");
  const files = (await bundle.watchFiles).filter(isFile);
  return {
    inputs: Object.fromEntries(
      await Promise.all(files.map(async (file) => [pathOf(file), { bytes: (await stat(file)).size, imports: [] }])),
    ),
    outputs: Object.fromEntries(
      output
        .filter(({ type }) => type === "chunk")
        .map(({ fileName, code, modules }) => [
          pathOf(join(dist, fileName)),
          {
            bytes: Buffer.byteLength(code),
            inputs: Object.fromEntries(
              Object.entries(modules)
                .filter(([id]) => isFile(id))
                .map(([id, { renderedLength }]) => [pathOf(id), { bytesInOutput: renderedLength }]),
            ),
            imports: [],
            exports: [],
          },
        ]),
    ),
  };
}

/** Returns one metafile for everything that was bundled or packed. The package's list of licences is made from it. */
function everythingIn(metafiles) {
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}
