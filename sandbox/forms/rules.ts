/**
 * The rule engine: applies a Smartform's rules to the data table (document 1, "dataTableValue and externalMetaData").
 */
import { findData, isObject, known } from "../../language/index.ts";
import type { Json, JsonObject } from "../../language/index.ts";
import type { Rule } from "./smartform.ts";

/** Returns a new data table; the one that was sent stays unchanged. */
export function applyRules(dataTable: JsonObject, rules: readonly Rule[]): JsonObject {
  return rules.reduce(
    (table, rule) => (holds(table, rule.when) ? set(table, rule.set.split("."), fillIn(table, rule.to)) : table),
    dataTable,
  );
}

function holds(table: JsonObject, when: Rule["when"]): boolean {
  if (!when) return true;
  const value = read(table, when.name);
  if (when.atLeast !== undefined) return Number(value) >= when.atLeast;
  return value === when.equals;
}

function fillIn(table: JsonObject, to: Json): Json {
  if (typeof to !== "string") return to;
  return to.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => String(read(table, name) ?? ""));
}

function read(table: JsonObject, name: string): Json | undefined {
  const found = findData(name.split("."), known(table));
  return found.state === "known" ? found.value : undefined;
}

function set(table: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  const inner = Object.hasOwn(table, name) ? table[name] : undefined;
  return {
    ...table,
    [name]: rest.length === 0 ? value : set(inner !== undefined && isObject(inner) ? inner : {}, rest, value),
  };
}
