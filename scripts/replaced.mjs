/**
 * In the bundled programs, replaces some packages with other forms of themselves. A package is recognised by the name
 * that is imported. `test/package` checks that each form exports the names that the sources use, and makes PDFs with
 * both forms.
 *
 * - The language room uses only the tokenizer of parse5, and only for HTML. The tokenizer is loaded with the first
 *   HTML, because making its table of entities takes longer than checking many texts.
 * - fontkit brings its own decoder for packed fonts, half a megabyte. Node has the same decoder.
 * - Only undici's connections are used, not what it has for `fetch`, for web sockets, for caches and for tests.
 * - pdfmake and pdfkit would each get a copy of linebreak, with its tables.
 * - The sandbox draws neither HTML nor SVG with pdf-lib. It embeds every font but Helvetica.
 */
import { join } from "node:path";
import { root } from "./root.mjs";

const file = (path) => JSON.stringify(join(root, "node_modules", path));
const undici = (path) => `require(${file(`undici/lib/${path}.js`)})`;

/** The code of the module that replaces each package; the key is the name that is imported. */
export const replacements = {
  parse5: `const load = () => require(${file("parse5/dist/tokenizer/index.js")});
    module.exports = { get Tokenizer() { return load().Tokenizer; }, get TokenizerMode() { return load().TokenizerMode; } };`,
  "brotli/decompress.js": 'module.exports = (data) => require("node:zlib").brotliDecompressSync(data);',
  undici: `Object.assign(${undici("dispatcher/dispatcher")}.prototype, ${undici("api/index")});
    module.exports = { Agent: ${undici("dispatcher/agent")}, EnvHttpProxyAgent: ${undici("dispatcher/env-http-proxy-agent")},
      Pool: ${undici("dispatcher/pool")}, errors: ${undici("core/errors")} };`,
  linebreak: `export { default } from ${file("linebreak/dist/module.mjs")};`,
  culori: "export const converter = () => undefined;",
  "html-entities": "export const encode = undefined;",
  "node-html-better-parser": "export const parse = undefined, NodeType = {};",
  ...Object.fromEntries(
    ["", "-Bold", "-Oblique", "-BoldOblique", "-Roman", "-Italic", "-BoldItalic"]
      .flatMap((style) => ["Courier", "Helvetica", "Times", "Symbol", "ZapfDingbats"].map((font) => font + style))
      .filter((font) => font !== "Helvetica")
      .map((font) => [`./${font}.compressed.json`, '""']),
  ),
};

/** A plugin of Rolldown. */
export const replace = {
  name: "replace",
  resolveId: (id) => (Object.hasOwn(replacements, id) ? `\0${id}` : undefined),
  load: (id) => replacements[id.slice(1)],
};
