/** A data contract as a TypeScript type, and what a change of it newly requires. */
import { knowsEverything } from "./contract.ts";
import type { Schema } from "./contract.ts";

/** One exported interface, named after the title of the schema. */
export function contractTypes(schema: Schema): string {
  return `${remark(schema.title, "")}export interface ${typeName(schema.title ?? "")} ${typeOf(schema, "")}\n`;
}

/** Letters and digits of the title, each word with a capital; never empty, never beginning with a digit. */
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
  /** Whether both contracts knew everything that is printed: else there may be more that is different. */
  readonly certain: boolean;
  /**
   * Names with dots between them, from the outermost object inward. Empty where the earlier contract did not know
   * everything.
   */
  readonly newlyRequired: readonly string[];
  /** Required now; the earlier contract did not know everything, so it may have been before. */
  readonly perhapsNewlyRequired: readonly string[];
  /** What may be left out now, or is not there any more. Like `removed`, empty where not everything is known now. */
  readonly noLongerRequired: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
}

/**
 * What tells two versions of a contract apart, each name once: in `newlyRequired` before `added`, in `noLongerRequired`
 * before `removed`. A name that a contract lacks is needed nowhere only if that contract knew everything that is
 * printed.
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
  /** With everything around it. */
  readonly required: boolean;
  readonly kind: string;
}

/** Every name of a contract but those of objects, which are there for what is in them. */
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
