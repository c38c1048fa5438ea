/**
 * Builds the extension, the language server and the `smartform` program into dist/, with the files, scripts and fonts
 * that they load later. Each program is one CommonJS file for Node 24 that contains every package that it needs.
 * `node scripts/build.mjs --watch` rebuilds after each change; `--dist` and `--metafile` change where the output goes;
 * `--terminal` builds only what a terminal or another editor can start, for the tests.
 */
import { build, context } from "esbuild";
import { chmod, cp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
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

/**
 * Files that are loaded by `import()` only when they are needed. They are separate, so that a program starts without
 * reading them. Only plain data and functions may pass between two files, because each file has its own copies of
 * classes.
 */
const apart = {
  check: "cli/check.ts",
  contract: "cli/contract.ts",
  sandbox: "cli/sandbox.ts",
  service: "cli/service.ts",
  project: "cli/project.ts",
  catalogMistake: "catalog/catalogMistake.ts",
  smartforms: "catalog/smartforms.ts",
  languageServer: "server/program.ts",
  connect: "server/library/connect.ts",
  pushedText: "server/library/pushedText.ts",
  requestFile: "catalog/requestFile.ts",
};

const loadedLater = {
  name: "loaded-later",
  setup: (build) =>
    build.onResolve({ filter: /^\.{1,2}\/[\w./]+\.ts$/ }, ({ kind, path, importer }) => {
      if (kind !== "dynamic-import") return undefined;
      const source = relative(root, join(dirname(importer), path)).replaceAll("\\", "/");
      const name = Object.keys(apart).find((each) => apart[each] === source);
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    }),
};

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
const assets = [
  ...["DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique", "DejaVuSansMono"].map((font) => [
    `node_modules/dejavu-fonts-ttf/ttf/${font}.ttf`,
    `fonts/${font}.ttf`,
  ]),
  ...(terminal
    ? []
    : [
        ["node_modules/pdfjs-dist/build/pdf.worker.min.mjs", "webviews/pdf.worker.mjs"],
        ["node_modules/pdfjs-dist/cmaps", "webviews/cmaps"],
        ["node_modules/pdfjs-dist/standard_fonts", "webviews/standard_fonts"],
      ]),
];

const shared = {
  bundle: true,
  metafile: true,
  sourcemap: "linked",
  // The tests start programs often, and Node reads the source maps at each start. A build for the tests therefore
  // leaves the sources out of the maps; the source files are on the same disk.
  sourcesContent: !terminal,
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: root,
};

/**
 * The language room uses only the tokenizer of parse5, and only for HTML. The tokenizer is loaded with the first HTML,
 * because making its table of entities takes longer than checking many texts.
 */
const tokenizerLater = {
  name: "tokenizer-later",
  setup: (build) => {
    build.onResolve({ filter: /^parse5$/ }, () => ({ path: "parse5", namespace: "tokenizer-later" }));
    build.onLoad({ filter: /.*/, namespace: "tokenizer-later" }, () => ({
      resolveDir: root,
      contents: `const load = () => require("./node_modules/parse5/dist/tokenizer/index.js");
        module.exports = { get Tokenizer() { return load().Tokenizer; }, get TokenizerMode() { return load().TokenizerMode; } };`,
    }));
  },
};

const node = {
  ...shared,
  entryPoints: { ...programs, ...apart },
  outdir: dist,
  platform: "node",
  target: "node24",
  format: "cjs",
  external: ["vscode"],
  plugins: [loadedLater, tokenizerLater],
  // Files that are loaded later are CommonJS too, because `require` finds them wherever the programs run, even in VS
  // Code's own Node.
  supported: { "dynamic-import": false },
  mainFields: ["module", "main"],
  // The properties of `import.meta`, for CommonJS.
  define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename", "import.meta.url": "bundleUrl" },
  banner: { js: '#!/usr/bin/env node\nconst bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
};

const web = {
  ...shared,
  minify: true,
  entryPoints: webviews,
  outdir: join(dist, "webviews"),
  platform: "browser",
  target: "chrome140",
  format: "esm",
  loader: { ".svg": "dataurl", ".gif": "dataurl" },
};

const targets = terminal ? [node] : [node, web];

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const [from, to] of assets) await cp(join(root, from), join(dist, to), { recursive: true });

for (const entry of entries) {
  await cp(join(root, "scripts/entry.cjs"), join(dist, entry));
  await chmod(join(dist, entry), 0o755);
}

await writeSchemas(dist);

if (watch) {
  for (const target of targets) await (await context(target)).watch();
} else {
  const built = await Promise.all(targets.map((target) => build(target)));
  refuseTwice(built[0].metafile);
  const metafile = resolve(root, made.metafile);
  await mkdir(dirname(metafile), { recursive: true });
  await writeFile(metafile, JSON.stringify(await everythingIn(built.map(({ metafile }) => metafile))));
}

/** Throws if a program contains a source that it should load later. */
function refuseTwice({ outputs }) {
  const later = new Set(Object.values(apart));
  for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) {
    const held = Object.keys(inputs).filter((source) => later.has(source) && source !== entryPoint);
    if (held.length > 0)
      throw new Error(`${path} includes ${held.join(" and ")}, which it should load only with import().`);
  }
}

/**
 * Resolves with one metafile for everything that esbuild bundled and everything that was copied. The package's list of
 * licences is made from it.
 */
async function everythingIn(metafiles) {
  const whole = { inputs: {}, outputs: {} };
  for (const { inputs, outputs } of metafiles) {
    Object.assign(whole.inputs, inputs);
    Object.assign(whole.outputs, outputs);
  }
  for (const [from, to] of assets) {
    const bytes = (await stat(join(root, from))).size;
    whole.inputs[from] = { bytes, imports: [] };
    whole.outputs[`dist/${to}`] = {
      bytes,
      inputs: { [from]: { bytesInOutput: bytes } },
      imports: [],
      exports: [],
      entryPoint: from,
    };
  }
  return whole;
}
