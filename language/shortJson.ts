/** Writes the beginning of a value as JSON: a value of a data sample may be of any size, and nested to any depth. */
import type { Json } from "./catalog.ts";
import { isObject, namesIn } from "./resolve.ts";

/**
 * Ends with an ellipsis if the JSON is longer than `length` code units. Every level writes a bracket, so the limit of
 * the length also limits the depth.
 */
export function shortJson(value: Json, length: number): string {
  let text = "";
  const write = (each: Json): void => {
    if (typeof each === "string") text += JSON.stringify(each.slice(0, length + 1));
    else if (each === null || typeof each !== "object") text += JSON.stringify(each);
    else if (isObject(each))
      list(
        "{",
        namesIn(each),
        (name) => {
          write(name);
          text += ":";
          write(each[name] ?? null);
        },
        "}",
      );
    else list("[", each, write, "]");
  };
  function list<Item>(open: string, items: readonly Item[], writeOne: (item: Item) => void, close: string): void {
    text += open;
    for (const [index, item] of items.entries()) {
      if (text.length > length) return;
      if (index > 0) text += ",";
      writeOne(item);
    }
    text += close;
  }
  write(value);
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
