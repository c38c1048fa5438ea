/**
 * Writes the licence notices of the package: the licence text of every component in the bill of materials. Packing
 * fails if the licence of a component is unknown.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ""}${name} ${version ?? ""}`.trim();
const declaredOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(", ");
const plain = (text) => text.replaceAll("\r\n", "\n").trim();
const textsOf = ({ evidence }) =>
  (evidence?.licenses ?? []).map(({ license }) => plain(Buffer.from(license.text.content, "base64").toString("utf8")));

/**
 * Returns every licence in the folder of a package: some packages have a manifest in a subfolder and their licence
 * outside it, and some contain the work of others, such as fonts, with a licence beside it.
 */
function filesOf({ group, name }) {
  const folder = join(root, "node_modules", group ?? "", name);
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && /^licen[cs]e/i.test(entry.name) && !/\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.slice(folder.length).includes("node_modules"))
    .sort()
    .map((path) => plain(readFileSync(path, "utf8")));
}

/**
 * Packages whose code is part of a bundled package, but whose licence is not; the key is the name of the bundled
 * package.
 */
const inside = {
  "pdfjs-dist": {
    name: "core-js",
    purl: "pkg:npm/core-js",
    author: "Denis Pushkarev (zloirock.ru), CoreJS Company (core-js.io)",
    licenses: [{ license: { id: "MIT" } }],
  },
};

/**
 * Returns the licence text of a component. If its package only names the licence, the text comes from another component
 * with the same licence.
 */
function wordsOf(component, all) {
  const own = [...new Set([...textsOf(component), ...filesOf(component)])];
  if (own.length > 0) return own.join("\n\n");
  const declared = declaredOf(component);
  const other = all.find((each) => declaredOf(each) === declared && textsOf(each).length === 1);
  if (declared === "" || other === undefined)
    throw new Error(
      `${nameOf(component)} does not state its licence. Look it up, then leave the package out or state the licence in scripts/notices.mjs.`,
    );
  const body = textsOf(other)[0]
    .split("\n")
    .filter((line) => !/^\W*(copyright\b|\(c\)|the mit license|mit license|isc license)/i.test(line))
    .join("\n")
    .trim();
  return `Copyright (c) ${component.author ?? "its authors"}\n\n${body}`;
}

/** The argument is a bill of materials in CycloneDX format. Components without a `purl` are this project's own. */
export function noticesOf({ components }) {
  const packages = [...components, ...components.flatMap(({ name }) => inside[name] ?? [])]
    .filter(({ purl }) => purl !== undefined)
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const parts = packages.map(
    (component) =>
      `${nameOf(component)}${declaredOf(component) === "" ? "" : ` (${declaredOf(component)})`}\n${"-".repeat(72)}\n\n${wordsOf(component, packages)}\n`,
  );
  return `Smartform holds the work of others, each under its own licence.\n\n${parts.join("\n\n")}`;
}
