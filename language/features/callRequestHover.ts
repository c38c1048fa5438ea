/**
 * Describes what is at an offset of a request file of the operation table: what a property means and which values it
 * may have, or what the operation does.
 */
import * as l10n from "../l10n.ts";
import { operationOfFile, readOperation } from "../requests/operationRequest.ts";
import type { NamedFile, RequestFile } from "../requests/operations.ts";
import { placeAt, textOf } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import { limitsOf, shapeAt } from "./callRequestCompletion.ts";
import type { Fact, Hover } from "./hover.ts";

/** Describes an effect class of the operation table. */
function effectWords(effect: string): string {
  switch (effect) {
    case "read":
    case "read-by-post":
      return l10n.t("reads, and changes nothing");
    case "write":
      return l10n.t("creates or changes something on the service");
    case "configuration":
      return l10n.t("changes what the whole company shares");
    case "destroy":
      return l10n.t({ message: "cannot be undone", comment: ["The effect of an operation."] });
    case "reaches-people":
      return l10n.t("reaches people or other systems, and cannot be taken back");
    case "maybe-changes":
      return l10n.t("may change something: the API documents do not say whether this call does");
    default:
      return effect;
  }
}

/** Returns null if nothing is known. */
export function callRequestHover(request: Request, offset: number, file: RequestFile): Hover | null {
  const { path, properties, inName, value } = placeAt(request, offset);
  const at = properties.at(-1);
  const operation = operationOfFile(request, file);
  if (at === undefined || operation === null || (!inName && value?.kind !== "plain")) return null;
  const range = inName ? at.name : { start: value!.start, end: value!.end };
  const say = (title: string, facts: readonly Fact[]): Hover => ({
    start: range.start,
    end: range.end,
    title,
    preview: null,
    facts,
  });
  if (path.join("/") === "operation") {
    const { effect, receivers } = file.reach(operation.id, readOperation(request, file).value ?? {});
    return say(operation.id, [
      { name: l10n.t("Does"), value: operation.name },
      { name: l10n.t("Effect"), value: effectWords(effect) },
      ...(receivers.length === 0 ? [] : [{ name: l10n.t("Reaches"), value: receivers.slice(0, 20).join(", ") }]),
      { name: l10n.t("API document"), value: operation.section },
    ]);
  }
  const around = shapeAt(operation.shape, path.slice(0, -1));
  const name = textOf(value);
  if (at.name.text === "file" && around?.contentEncoding === "base64" && !inName && name !== undefined)
    return say(name, [{ name: l10n.t("File"), value: fileWords(file.file(name)) }]);
  const shape = shapeAt(operation.shape, path);
  if (shape === undefined || (around?.properties === undefined && path.at(-1) !== "[]")) return null;
  const isRequired = around?.required?.includes(at.name.text) === true;
  const takes = limitsOf(shape, { isRequired });
  return say(at.name.text, [
    ...(shape.description === undefined ? [] : [{ name: l10n.t("Meaning"), value: shape.description }]),
    ...(takes === "" ? [] : [{ name: l10n.t("Takes"), value: takes }]),
  ]);
}

function fileWords(file: NamedFile): string {
  switch (file.state) {
    case "absent":
      return l10n.t({ message: "does not exist", comment: ["A file."] });
    case "folder":
      return l10n.t({ message: "is a folder", comment: ["A path that should name a file."] });
    case "outside":
      return l10n.t({ message: "is outside the workspace folder", comment: ["A file."] });
    case "unknown":
      return l10n.t({ message: "was not checked", comment: ["A file."] });
    case "file":
      return file.isPdf ? l10n.t("{0} bytes, a PDF", grouped(file.bytes)) : l10n.t("{0} bytes", grouped(file.bytes));
  }
}

/** Groups digits by three: `12 345` reads the same in every language. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
