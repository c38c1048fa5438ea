/**
 * Document data (document 3, "Data"): base64 of the UTF-8 bytes of XML or JSON, read strictly (T145). The sandbox holds
 * the data as a list of paths and values: attributes and elements of XML, members of JSON, each by its dotted path.
 */
import { SaxesParser } from "saxes";
import type { Json, JsonObject } from "../../language/index.ts";
import { isObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";

/**
 * In the order of the data. Text beside attributes or child elements has the name `text`; repeated elements are
 * numbered from 0.
 */
export type Values = readonly (readonly [path: string, value: string])[];

/** Deeper data are refused. */
const maxDepth = 100;

/** Accepts only the standard alphabet with correct padding; refuses anything else, even an empty field. */
export function readBase64(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (text === "" || bytes.toString("base64") !== text) throw new Refusal("bad-base64", name);
  return bytes;
}

export function readUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("bad-data", `${name} is not UTF-8`);
  }
}

/** Requires an XML declaration with utf-8 and the root element `Data`. */
export function readXmlData(text: string): Values {
  const { root, encoding } = readXml(text, "DataAsBase64");
  if (encoding?.toLowerCase() !== "utf-8") throw new Refusal("bad-data", "the XML declaration must say utf-8");
  if (root.name !== "Data") throw new Refusal("bad-data", "the root element must be Data");
  return flattenElement(root, "");
}

/** Requires an object; if its only member is an object called Data, reads that one instead. */
export function readJsonData(text: string): Values {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("bad-data", "the data is not JSON");
  }
  if (!isObject(value)) throw new Refusal("bad-data", "the JSON must be an object");
  const [only, ...more] = Object.entries(value);
  const values: (readonly [string, string])[] = [];
  flattenJson(more.length === 0 && only?.[0] === "Data" && isObject(only[1]) ? only[1] : value, "", 0, values);
  return values;
}

/**
 * Nests the values as a template's placeholders address them. If a name is both a value and a group, the first one
 * wins.
 */
export function nest(values: Values): JsonObject {
  type Group = { [name: string]: Group | string };
  const root = Object.create(null) as Group;
  for (const [path, value] of values) {
    const names = path.split(".");
    let group: Group | undefined = root;
    for (const name of names.slice(0, -1)) {
      const inner: Group | string = (group[name] ??= Object.create(null) as Group);
      group = typeof inner === "string" ? undefined : inner;
      if (group === undefined) break;
    }
    const last = names.at(-1);
    if (group !== undefined && last !== undefined) group[last] ??= value;
  }
  return root;
}

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads well-formed XML without a document type; refuses anything else. `name`: the field that contained it. */
export function readXml(
  text: string,
  name: string,
): { readonly root: XmlElement; readonly encoding: string | undefined } {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let encoding: string | undefined;
  const refuse = (what: string): never => {
    throw new Refusal("bad-data", `${name}: ${what}`);
  };
  parser.on("xmldecl", (declaration) => {
    encoding = declaration.encoding;
  });
  parser.on("doctype", () => refuse("a document type is not accepted"));
  parser.on("error", ({ message }) => refuse(message));
  parser.on("opentag", (tag) => {
    const element: XmlElement = { name: tag.name, attributes: tag.attributes, children: [], text: "" };
    if (open.length >= maxDepth) refuse(`elements are nested deeper than ${maxDepth}`);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text).close();
  return { root: root ?? refuse("there is no element"), encoding };
}

function flattenElement(element: XmlElement, path: string): Values {
  const inside = path === "" ? "" : `${path}.`;
  const attributes = Object.entries(element.attributes).map(([name, value]) => [`${inside}${name}`, value] as const);
  if (attributes.length === 0 && element.children.length === 0)
    return path === "" && element.text.trim() === "" ? [] : [[path || "text", element.text]];
  const counts = new Map<string, number>();
  for (const { name } of element.children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const numbers = new Map<string, number>();
  const text = element.text.trim() === "" ? [] : [[`${inside}text`, element.text] as const];
  return [
    ...attributes,
    ...text,
    ...element.children.flatMap((child) => {
      const number = numbers.get(child.name) ?? 0;
      numbers.set(child.name, number + 1);
      return flattenElement(child, inside + child.name + (counts.get(child.name) === 1 ? "" : `.${number}`));
    }),
  ];
}

function flattenJson(value: Json, path: string, depth: number, into: (readonly [string, string])[]): void {
  if (depth > maxDepth) throw new Refusal("bad-data", `the data is nested deeper than ${maxDepth}`);
  if (typeof value !== "object" || value === null)
    return void into.push([path, value === null ? "" : printable(String(value))]);
  for (const [name, entry] of Object.entries(value))
    flattenJson(entry, path === "" ? printable(name) : `${path}.${printable(name)}`, depth + 1, into);
}

/** Removes the characters that XML cannot hold, so that values sent as JSON can be written as XML too. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
