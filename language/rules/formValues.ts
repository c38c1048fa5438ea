/** What the names in `values` can mean for this Smartform. */
import type { Field } from "../catalog.ts";
import { fieldKind } from "../fieldKind.ts";
import type { FieldKind } from "../fieldKind.ts";
import type { JsonNode, JsonProperty } from "../requests/json.ts";
import { isShapeName, separatorOf, suffixed } from "../requests/request.ts";
import type { FlatValue } from "../requests/request.ts";
import { nearest, prepareWords } from "../words/spelling.ts";
import type { Effort, Words } from "../words/spelling.ts";
import type { FormRequestScope } from "./finding.ts";
import { isOptionList } from "./requestObjects.ts";

interface UnknownValue {
  readonly value: FlatValue;
  /** Names that may be meant. */
  readonly meant: readonly string[];
}

/** Returns values whose name means nothing to the Smartform; empty if its names are not all known. */
export function unknownValues(scope: FormRequestScope): readonly UnknownValue[] {
  const names = scope.names();
  const { fields } = scope;
  if (names === null || fields === null) return [];
  const given = new Set(scope.values.map(({ name }) => name));
  const free = freeNames([...names].filter((name) => !given.has(name)));
  const misplaced = new Set([...objectsInFields(scope).values()].flatMap(({ inside }) => inside));
  return scope.values.flatMap((value): readonly UnknownValue[] => {
    const { name, property } = value;
    if (
      name === "" ||
      names.has(name) ||
      isShapeName(property.name.text) ||
      suffixed(name, fields) !== null ||
      misplaced.has(value)
    )
      return [];
    const meant = near(name, free, scope.effort);
    // The name may be the variable name of a repeating row (document 1, "Value shapes"). Such names are not listed
    // anywhere.
    return meant.length === 0 && mayBeRows(property.value) ? [] : [{ value, meant }];
  });
}

interface ObjectInField {
  readonly field: Field;
  /** A field of the kind `unknown` may take an object. */
  readonly kind: FieldKind;
  readonly property: JsonProperty;
  /** What the object becomes when it is flattened. */
  readonly inside: readonly FlatValue[];
}

/**
 * Returns objects under the name of a field, if the Smartform knows none of the names that they become when they are
 * flattened.
 */
export function objectsInFields(scope: FormRequestScope): ReadonlyMap<JsonProperty, ObjectInField> {
  const names = scope.names();
  const found = new Map<JsonProperty, { field: Field; kind: FieldKind; property: JsonProperty; inside: FlatValue[] }>();
  const separator = separatorOf(scope.request);
  for (const value of names === null ? [] : scope.values) {
    for (let depth = 1; depth < value.path.length; depth++) {
      const property = value.path[depth - 1];
      const field = scope.fields?.get(
        value.path
          .slice(0, depth)
          .map(({ name }) => name.text)
          .join(separator),
      );
      if (property === undefined || field === undefined) continue;
      const known = found.get(property);
      if (known) known.inside.push(value);
      else found.set(property, { field, kind: fieldKind(field.type), property, inside: [value] });
    }
  }
  const isKnown = ({ name, property }: FlatValue): boolean =>
    names?.has(name) === true || isShapeName(property.name.text);
  return new Map([...found].filter(([, { inside }]) => !inside.some(isKnown)));
}

interface FreeNames {
  readonly words: Words;
  readonly byLowerCase: ReadonlyMap<string, readonly string[]>;
}

function freeNames(names: readonly string[]): FreeNames {
  return { words: prepareWords(names), byLowerCase: Map.groupBy(names, (name) => name.toLowerCase()) };
}

/**
 * Maximum number of endings after dots that are tried as suffixes of one name. No field has that many suffixes; the
 * limit keeps a name with many dots from needing as many look-ups.
 */
const mostSuffixes = 3;

/**
 * Returns names that are spelt like this one. If it finds no such name, it leaves out one suffix after another,
 * compares what remains, and adds the suffixes back to the names that it finds.
 */
function near(name: string, free: FreeNames, effort: Effort): readonly string[] {
  for (
    let [end, suffixes] = [name.length, 0];
    end > 0 && suffixes <= mostSuffixes;
    end = name.lastIndexOf(".", end - 1), suffixes++
  ) {
    const word = name.slice(0, end);
    const alike = free.byLowerCase.get(word.toLowerCase()) ?? nearest(word, free.words, effort);
    if (alike.length > 0) return alike.map((each) => each + name.slice(end));
  }
  return [];
}

/** Whether the value is a list of objects that are not options. */
function mayBeRows(node: JsonNode | null): boolean {
  return node?.kind === "list" && !isOptionList(node) && node.items.every((item) => item.kind === "object");
}
