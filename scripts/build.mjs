/**
 * Builds the extension, the language server and the `smartform` program into dist/, with the files, scripts and fonts
 * that they load later. The programs are CommonJS for Node 24 and contain every package that they need.
 * `node scripts/build.mjs --watch` rebuilds after each change; `--dist` and `--metafile` change where the output goes;
 * `--terminal` builds only what a terminal or another editor can start, for the tests.
 */
import { build, context } from "esbuild";
import { chmod, cp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rolldown, watch as rebuild } from "rolldown";
import { pack } from "./pack.mjs";
import { root } from "./root.mjs";
import { writeSchemas } from "./schemas.mjs";

const {
  values: { watch, terminal, ...made },
} = parseArgs({
  options: {
    watch: { type: "boolean" },
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

/** Files that the programs read at run time: their source and their place inside dist/. */
const assets = terminal
  ? []
  : [
      ["node_modules/pdfjs-dist/build/pdf.worker.min.mjs", "webviews/pdf.worker.mjs"],
      ["node_modules/pdfjs-dist/cmaps", "webviews/cmaps"],
      ["node_modules/pdfjs-dist/standard_fonts", "webviews/standard_fonts"],
    ];

/** Files that are packed into one, which a program reads when it first needs one of them. */
const packs = {
  "fonts.br": ["", "-Bold", "-Oblique", "-BoldOblique"].map(
    (style) => `node_modules/dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`,
  ),
};

/**
 * Packages that the programs get in another form, by the name that the sources import.
 *
 * - The language room uses only the tokenizer of parse5, and only for HTML. The tokenizer is loaded with the first HTML,
 *   because making its table of entities takes longer than checking many texts.
 * - fontkit brings its own decoder for packed fonts, half a megabyte. Node has the same decoder.
 */
const replaced = {
  parse5: `const load = () => require(${JSON.stringify(join(root, "node_modules/parse5/dist/tokenizer/index.js"))});
    module.exports = { get Tokenizer() { return load().Tokenizer; }, get TokenizerMode() { return load().TokenizerMode; } };`,
  "brotli/decompress.js": 'module.exports = (data) => require("node:zlib").brotliDecompressSync(data);',
};
const replace = {
  name: "replace",
  resolveId: (id) => (Object.hasOwn(replaced, id) ? `\0${id}` : undefined),
  load: (id) => replaced[id.slice(1)],
};

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
  // A warning is an error: for example, that code which `import()` should load later is loaded at the start.
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
  // Watch mode keeps the names in the code, for a person who debugs the extension.
  minify: !watch,
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
  minify: true,
  entryPoints: webviews,
  outdir: join(dist, "webviews"),
  platform: "browser",
  target: "chrome140",
  format: "esm",
  loader: { ".svg": "dataurl", ".gif": "dataurl" },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const [from, to] of assets) await cp(join(root, from), join(dist, to), { recursive: true });
const packing = Promise.all(
  Object.entries(packs).map(([to, files]) =>
    pack(
      files.map((file) => join(root, file)),
      join(dist, to),
      { fast: terminal || watch },
    ),
  ),
);

for (const entry of entries) {
  await cp(join(root, "scripts/entry.cjs"), join(dist, entry));
  await chmod(join(dist, entry), 0o755);
}

await writeSchemas(dist);

if (watch) {
  rebuild({ ...node, output: nodeOutput }).on("event", (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    if (event.code === "BUNDLE_END" || event.code === "ERROR") return event.result?.close();
  });
  await (await context(web)).watch();
} else {
  const [forNode, forWeb] = await Promise.all([buildForNode(), terminal ? undefined : build(web), packing]);
  const metafile = resolve(root, made.metafile);
  await mkdir(dirname(metafile), { recursive: true });
  await writeFile(metafile, JSON.stringify(await everythingIn(forWeb ? [forNode, forWeb.metafile] : [forNode])));
}

/** Builds the programs for Node, and resolves with a metafile such as esbuild makes. */
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

/**
 * Resolves with one metafile for everything that was bundled and everything that was copied. The package's list of
 * licences is made from it.
 */
async function everythingIn(metafiles) {
  const whole = { inputs: {}, outputs: {} };
  for (const { inputs, outputs } of metafiles) {
    Object.assign(whole.inputs, inputs);
    Object.assign(whole.outputs, outputs);
  }
  const copied = assets.map(([from, to]) => [to, [from]]);
  for (const [to, files] of [...copied, ...Object.entries(packs)]) {
    const sizes = await Promise.all(files.map(async (file) => [file, (await stat(join(root, file))).size]));
    for (const [file, bytes] of sizes) whole.inputs[file] = { bytes, imports: [] };
    whole.outputs[`dist/${to}`] = {
      bytes: sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
      inputs: Object.fromEntries(sizes.map(([file, bytes]) => [file, { bytesInOutput: bytes }])),
      imports: [],
      exports: [],
      entryPoint: files[0],
    };
  }
  return whole;
}
