/**
 * Packs files into one, which is much smaller than the same files in a ZIP archive: files that resemble each other, such
 * as the styles of a font, are compressed together. `disk/packedFiles.ts` reads it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** `fast`: for builds that nobody downloads. Compressing as small as possible takes seconds. */
export async function pack(files, to, { fast = false } = {}) {
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const sizes = Object.fromEntries(files.map((file, index) => [basename(file), contents[index].length]));
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...contents]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: fast ? 1 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
  };
  await writeFile(to, await promisify(brotliCompress)(all, { params }));
}
