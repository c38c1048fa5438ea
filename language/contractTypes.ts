/** Writes a data contract as a TypeScript type, and finds what a changed contract newly requires. */
import { knowsEverything } from "./contract.ts";
import type { Schema } from "./contract.ts";

/** Returns one exported interface, named after the title of the schema. */
export function contractTypes(schema: Schema): string {
  return `${remark(schema.title, "")}export interface ${typeName(schema.title ?? "")} ${typeOf(schema, "")}\n`;
}

/** Returns the letters and digits of the title, each word with a capital; never empty, never beginning with a digit. */
function typeName(title: string): string {
  const words = title.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(name) ? name : `Contract${name}`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, indent)).join(" | ");
  const types = schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
  return types.length === 0 ? "unknown" : types.map((type) => namedType(type, schema, indent)).join(" | ");
}

function namedType(type: string, schema: Schema, indent: string): string {
  if (type === "array") return schema.items === undefined ? "unknown[]" : `(${typeOf(schema.items, indent)})[]`;
  if (type !== "object") return type;
  if (schema.properties === undefined) return "{ [name: string]: unknown }";
  const inner = `${indent}  `;
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties).map(
    ([name, each]) =>
      `${remark(each.description, inner)}${inner}${/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(each, inner)};\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

function remark(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replace(/\s+/g, " ").replaceAll("*/", "* /")} */\n` : "";
}

export interface ContractChange {
  /** Whether both contracts knew everything that is printed; if not, there may be more differences. */
  readonly certain: boolean;
  /** Names joined by dots, from the outermost object inward. Empty if the earlier contract did not know everything. */
  readonly newlyRequired: readonly string[];
  /**
   * Names that are required now, but may have been required before, because the earlier contract did not know
   * everything.
   */
  readonly perhapsNewlyRequired: readonly string[];
  /**
   * Names that may be left out now, or that no longer exist. Empty, like `removed`, if the later contract did not know
   * everything.
   */
  readonly noLongerRequired: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
}

/**
 * Returns the differences between two versions of a contract. A name in `newlyRequired` is not repeated in `added`, and
 * a name in `noLongerRequired` is not repeated in `removed`. A name that a contract lacks may still be needed if that
 * contract did not know everything that is printed.
 */
export function compareContracts(before: Schema, after: Schema): ContractChange {
  const [old, fresh] = [namesOf(before), namesOf(after)];
  const required = [...fresh].filter(([name, each]) => each.required && !old.get(name)?.required).map(([name]) => name);
  const noLongerRequired = knowsEverything(after)
    ? [...old].filter(([name, each]) => each.required && !fresh.get(name)?.required).map(([name]) => name)
    : [];
  const told = new Set([...required, ...noLongerRequired]);
  return {
    certain: knowsEverything(before) && knowsEverything(after),
    newlyRequired: knowsEverything(before) ? required : [],
    perhapsNewlyRequired: knowsEverything(before) ? [] : required,
    noLongerRequired,
    added: knowsEverything(before) ? [...fresh.keys()].filter((name) => !old.has(name) && !told.has(name)) : [],
    removed: knowsEverything(after) ? [...old.keys()].filter((name) => !fresh.has(name) && !told.has(name)) : [],
    changed: [...fresh].flatMap(([name, { kind: to }]) => {
      const from = old.get(name)?.kind ?? to;
      return from === to ? [] : [{ name, from, to }];
    }),
  };
}

interface Named {
  /** Whether the name and every object around it are required. */
  readonly required: boolean;
  readonly kind: string;
}

/** Returns every name of a contract. Leaves out the name of an object, because an object only holds other names. */
function namesOf(schema: Schema): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  const visit = (each: Schema, before: string, required: boolean): void => {
    const own = new Set(each.required);
    for (const [name, inner] of Object.entries(each.properties ?? {})) {
      const path = before + name;
      if (inner.properties !== undefined) visit(inner, `${path}.`, required && own.has(name));
      else names.set(path, { required: required && own.has(name), kind: typeOf(inner, "") });
    }
  };
  visit(schema, "", true);
  return names;
}
