/**
 * Takes the hinting out of a font: instructions that fit letters to the pixels of coarse screens. In a PDF, they are a
 * fifth of a font and hardly ever used. HarfBuzz keeps every character, every outline and the distances between letters;
 * it drops the names of outlines too.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";

// Constants of HarfBuzz's hb-subset.h and hb-blob.h.
const readOnly = 1;
const noHinting = 1;
/** Keeps the box that stands for a character that the font lacks. */
const notdefOutline = 0x40;
/** The names of outlines, such as `Aacute`, which only a person who edits the font needs. */
const glyphNames = 0x80;

const { instance } = await WebAssembly.instantiate(
  await readFile(join(root, "node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm")),
);
const hb = instance.exports;
hb._initialize();

/** Throws if the bytes are not a font. */
export function unhinted(font) {
  const memory = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, memory);
  const blob = hb.hb_blob_create(memory, font.length, readOnly, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  const all = hb.hb_subset_input_get_flags(input);
  hb.hb_subset_input_set_flags(input, (all | noHinting | notdefOutline) & ~glyphNames);
  const made = hb.hb_subset_or_fail(face, input);
  if (made === 0) throw new Error("HarfBuzz cannot read the font.");
  const result = hb.hb_face_reference_blob(made);
  const start = hb.hb_blob_get_data(result, 0);
  const content = Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(result)));
  hb.hb_blob_destroy(result);
  hb.hb_face_destroy(made);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(memory);
  return content;
}
