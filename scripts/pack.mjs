/**
 * Packs files into one, which is much smaller than the same files in a ZIP archive: files that resemble each other, such
 * as the styles of a font, are compressed together. `disk/packedFiles.ts` reads it.
 */
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/**
 * `groups`: the files that are compressed together, each with its name and content. `fast`: packs less tightly, for
 * builds that nobody downloads: packing well takes seconds.
 */
export async function pack(groups, to, { fast = false } = {}) {
  const parts = await Promise.all(
    groups.map(async (files) => {
      const packed = await compress(Buffer.concat(files.map(([, content]) => content)), { fast });
      return { packed, sizes: Object.fromEntries(files.map(([name, { length }]) => [name, length])) };
    }),
  );
  const head = parts.map(({ packed, sizes }) => ({ packed: packed.length, sizes }));
  await writeFile(to, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts.map(({ packed }) => packed)]));
}

/** Resolves with the content, compressed with Brotli. */
function compress(content, { fast = false } = {}) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: fast ? 1 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return promisify(brotliCompress)(content, { params });
}
