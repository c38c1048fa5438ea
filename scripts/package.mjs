/**
 * Packs the built extension into smartform.vsix: the files that .vscodeignore allows, a bill of materials, and the
 * licences of other people's work, but nothing from node_modules. The same sources give the same bytes, wherever and
 * whenever they are packed.
 */
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { execFileSync } from "node:child_process";
import { chmod, cp, lstat, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { noticesOf } from "./notices.mjs";
import { packedPage } from "./packedPages.mjs";
import { root } from "./root.mjs";

const { values } = parseArgs({
  options: {
    quiet: { type: "boolean" },
    out: { type: "string", default: "smartform.vsix" },
    dist: { type: "string", default: "dist" },
    metafile: { type: "string", default: "out/metafile.json" },
  },
});
// vsce lists every packed file, which only `npm run package` should show.
if (values.quiet) console.log = console.info = () => undefined;

// Every file in the archive gets the earliest date that an archive can hold, in one time zone.
process.env.SOURCE_DATE_EPOCH = String(Date.UTC(1980, 0, 1) / 1000);
process.env.TZ = "UTC";

/**
 * Folders that are not copied: they hold thousands of files that are not packed, and vsce would compare each of them
 * with each pattern of .vscodeignore. The build is copied separately, because `--dist` may name another folder.
 */
const left = new Set([".git", "dist", "node_modules", "out", "test"]);

// Packs a copy, because file modes differ from clone to clone.
const stage = join(root, "out", `package-${process.pid}`);
try {
  for (const name of await readdir(root))
    if (!left.has(name) && !name.endsWith(".vsix")) await copy(join(root, name), join(stage, name));
  await copy(resolve(root, values.dist), join(stage, "dist"));
  for (const file of await listFiles({ cwd: stage, packageManager: PackageManager.None }))
    if ((await lstat(join(stage, file))).isSymbolicLink())
      throw new Error(`${file} is a link, so its content may come from anywhere. Replace it with the file itself.`);
  for (const entry of await readdir(stage, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
  const packed = new Set(await listFiles({ cwd: stage, packageManager: PackageManager.None }));
  for (const path of packed)
    if (/^(README|docs\/.*)\.md$/.test(path)) {
      const file = join(stage, path);
      await writeFile(file, packedPage(path, await readFile(file, "utf8"), packed));
    }
  const bom = join(stage, "bom.json");
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js"),
      "--gather-license-texts",
      "--output-reproducible",
      "--no-validate",
      "-o",
      bom,
      resolve(root, values.metafile),
    ],
    { cwd: root, stdio: ["ignore", "ignore", "pipe"] },
  );
  const bill = JSON.parse(await readFile(bom, "utf8"));
  await writeFile(join(stage, "ThirdPartyNotices.txt"), noticesOf(bill));
  // The notices contain the texts of the licences, so the bill of materials only names the licences.
  for (const component of bill.components) delete component.evidence;
  await writeFile(bom, `${JSON.stringify(bill, undefined, 2)}\n`);
  for (const file of ["bom.json", "ThirdPartyNotices.txt"]) await chmod(join(stage, file), 0o644);
  // The README's links stay relative: their targets are inside the package, and the project has no known web address.
  await createVSIX({
    cwd: stage,
    dependencies: false,
    packagePath: resolve(root, values.out),
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
} finally {
  await rm(stage, { recursive: true, force: true });
}

/** Copies a file or folder. Rejects with an error that names the file if a file is missing. */
async function copy(from, to) {
  try {
    await cp(from, to, { recursive: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new Error(`${error.path} is missing. If it was deleted during packing, run \`npm run package\` again.`, {
      cause: error,
    });
  }
}
