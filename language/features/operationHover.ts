/** What stands at an offset of a request file of the operation table: what a property means and what it takes, or what the operation does. */
import { operationOfFile, readOperation } from "../requests/operationRequest.ts";
import type { NamedFile, RequestFile } from "../requests/operations.ts";
import { placeAt, textOf, type Request } from "../requests/request.ts";
import type { Fact, Hover } from "./hover.ts";
import { limitsOf, shapeAt } from "./operationCompletion.ts";

/** By the effect class of the operation table. */
const effects: Readonly<Record<string, string>> = {
  "read": "reads, and changes nothing", "read-by-post": "reads, and changes nothing", "write": "changes something, which can be undone", "configuration": "changes what the whole company shares",
  "destroy": "cannot be undone", "reaches-people": "reaches people or other systems, and cannot be taken back", "maybe-changes": "may change something: the documents do not say",
};

/** null where nothing is known. */
export function operationHover(request: Request, offset: number, file: RequestFile): Hover | null {
  const { path, properties, inName, value } = placeAt(request, offset);
  const at = properties.at(-1);
  const operation = operationOfFile(request, file);
  if (at === undefined || operation === null || (!inName && value?.kind !== "plain")) return null;
  const range = inName ? at.name : { start: value!.start, end: value!.end };
  const say = (title: string, facts: readonly Fact[]): Hover => ({ start: range.start, end: range.end, title, preview: null, facts });
  if (path.join("/") === "operation") {
    const { effect, receivers } = file.reach(operation.id, (readOperation(request, file).value ?? {}));
    return say(operation.id, [
      { name: "Does", value: operation.name }, { name: "Effect", value: effects[effect] ?? effect },
      ...(receivers.length === 0 ? [] : [{ name: "Reaches", value: receivers.slice(0, 20).join(", ") }]), { name: "Document", value: operation.section },
    ]);
  }
  const around = shapeAt(operation.shape, path.slice(0, -1));
  const name = textOf(value);
  if (at.name.text === "file" && around?.contentEncoding === "base64" && !inName && name !== undefined) return say(name, [{ name: "File", value: fileWords(file.file(name)) }]);
  const shape = shapeAt(operation.shape, path);
  if (shape === undefined || (around?.properties === undefined && path.at(-1) !== "[]")) return null;
  const isRequired = around?.required?.includes(at.name.text) === true;
  const takes = limitsOf(shape, { isRequired });
  return say(at.name.text, [...(shape.description === undefined ? [] : [{ name: "Meaning", value: shape.description }]), ...(takes === "" ? [] : [{ name: "Takes", value: takes }])]);
}

function fileWords(file: NamedFile): string {
  if (file.state !== "file") return { absent: "is not there", folder: "is a folder", outside: "lies outside of the workspace folder", unknown: "is not known here" }[file.state];
  return `${file.bytes.toLocaleString("en")} bytes${file.isPdf ? ", a PDF" : ""}`;
}
