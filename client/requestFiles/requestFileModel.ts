/**
 * A request file as it is sent: read with the language room's own reader, refused where anything is wrong with it, its
 * files and secrets put in. Without VS Code.
 */
import * as l10n from "@vscode/l10n";
import {
  mistakesOfRequest,
  operationOf,
  operationsOfRequestFile,
  placeOfFile,
  reachOfRequest,
  spelledAs,
} from "../../api/index.ts";
import type { AnyRequest, OperationId, RequestFileOperation } from "../../api/index.ts";
import {
  operationFindings,
  operationOfFile,
  parseRequest,
  readOperation,
  requestFileKind,
} from "../../language/index.ts";
import type { FilledRequest } from "../sending/requestFiles.ts";
import type { FilePlace, Finding, Request, RequestFile, SecretPlace } from "../../language/index.ts";

/** What a request file says, before its files are read. */
export interface ReadRequestFile {
  readonly operation: RequestFileOperation;
  readonly files: readonly FilePlace[];
  readonly secrets: readonly (SecretPlace & { readonly name: string })[];
  /** Puts in what the places stand for. */
  readonly fill: (given: {
    readonly bytes: ReadonlyMap<FilePlace, Uint8Array>;
    readonly secrets: ReadonlyMap<string, string>;
  }) => FilledRequest;
}

/** What stands in the way of sending the file: findings that are errors, in the order of their places. */
interface Refused {
  readonly mistakes: readonly Finding[];
}

/** Files are looked at when they are read: here nothing is said of them. */
function fileOf(kind: string): RequestFile {
  return {
    operations: operationsOfRequestFile(kind),
    mistakes: mistakesOfRequest,
    reach: reachOfRequest,
    file: () => ({ state: "unknown" }),
  };
}

/** `name` is the file's own: it tells the kind. undefined where it is no request file. */
export function readRequestFile(text: string, name: string): ReadRequestFile | Refused | undefined {
  const kind = requestFileKind(name);
  if (kind === null) return undefined;
  const file = fileOf(kind);
  const request = parseRequest(text);
  const mistakes = operationFindings(request, file).filter(({ severity }) => severity === "error");
  const { operation, places } = readOperation(request, file);
  if (mistakes.length > 0 || operation === null) return { mistakes };
  return {
    operation: operation.id as RequestFileOperation,
    files: places.filter((place) => place.kind === "file"),
    secrets: places.flatMap((place) =>
      place.kind === "secret" && place.name !== undefined ? [{ ...place, name: place.name }] : [],
    ),
    fill: (given) => fill(request, file, given),
  };
}

/** Words for what is shown above the file; undefined where it names no operation. */
export function lensOf(text: string, name: string): { readonly title: string; readonly tooltip: string } | undefined {
  const kind = requestFileKind(name);
  if (kind === null) return undefined;
  const file = fileOf(kind);
  const request = parseRequest(text);
  const operation = operationOfFile(request, file);
  if (operation === null) return undefined;
  const { effect } = reachOfRequest(operation.id, readOperation(request, file).value ?? {});
  const words = `${operation.name.charAt(0).toUpperCase()}${operation.name.slice(1)}`;
  return {
    title: `${icons[effect] ?? "$(play)"} ${words}${asks.has(effect) ? "…" : ""}`,
    tooltip: tooltips[effect] ?? l10n.t("Sends what is written here."),
  };
}

/** Effects whose calls are agreed to in a dialog. */
const asks: ReadonlySet<string> = new Set(["configuration", "destroy", "reaches-people"]);
const icons: Readonly<Record<string, string>> = {
  "reaches-people": "$(mail)",
  destroy: "$(warning)",
  configuration: "$(gear)",
};
const tooltips: Readonly<Record<string, string>> = {
  "reaches-people": l10n.t("Sends what is written here, after a dialog that names everybody whom it reaches."),
  destroy: l10n.t("Sends what is written here, after a dialog: it cannot be undone."),
  configuration: l10n.t("Sends what is written here, after a dialog: it changes what the whole company shares."),
};

function fill(
  request: Request,
  file: RequestFile,
  { bytes, secrets }: Parameters<ReadRequestFile["fill"]>[0],
): FilledRequest {
  const byPath = new Map([...bytes].map(([place, content]) => [JSON.stringify(place.path), content]));
  const files = new Map<string, Uint8Array>();
  const { value } = readOperation(request, file, (place) => {
    if (place.kind === "secret") return secrets.get(place.name ?? "") ?? "";
    const content = byPath.get(JSON.stringify(place.path));
    if (content === undefined) throw new Error(l10n.t("{0} was not read.", place.name ?? l10n.t("A file")));
    const text = placeOfFile();
    files.set(text, content);
    return text;
  });
  const { operation: _, ...rest } = value as { readonly operation?: unknown } & AnyRequest;
  return {
    ...rest,
    files,
    ...(typeof rest.body === "string" && files.has(rest.body) && { body: uploadOf(rest.body, bytes) }),
  };
}

/**
 * A file that is all there is goes out as the client's own upload does it: beside its name, under the name that other
 * calls have for a file.
 */
function uploadOf(place: string, files: ReadonlyMap<FilePlace, Uint8Array>): object {
  const [file] = files.keys();
  return { FileName: file?.name?.split("/").at(-1), FileAsBase64: place };
}

/**
 * The address that a secret goes to with the call: it is kept for that address alone. Empty where the request names
 * none.
 */
export function destinationOf(request: AnyRequest): string {
  const { SenderCallBackEndpoint: endpoint } = spelledAs(["SenderCallBackEndpoint"], request.body);
  return typeof endpoint === "string" && URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}

/**
 * Where a name is asked for when the file names none: the archive takes a missing one for Development, the document
 * service none at all.
 */
export function needsEnvironment(operation: OperationId): boolean {
  const { environment } = operationOf(operation);
  return environment === "prefix" || environment === "behind-first";
}
