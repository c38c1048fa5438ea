/**
 * Prepares a request file for sending: reads it with the language room's reader, refuses it if anything is wrong, and
 * inserts files and secrets. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import {
  documentsEnvironments,
  environments,
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
import { sandboxEnvironments } from "../connections/connectionsModel.ts";
import type { Session } from "../connections/session.ts";
import type { FilledRequest } from "../sending/requestFiles.ts";
import type { FilePlace, Finding, Request, RequestFile, SecretPlace } from "../../language/index.ts";

/** The content of a request file, before its files are read. */
export interface ReadRequestFile {
  readonly operation: RequestFileOperation;
  readonly files: readonly FilePlace[];
  readonly secrets: readonly (SecretPlace & { readonly name: string })[];
  /** Inserts the bytes and secrets at their places. */
  readonly fill: (given: {
    readonly bytes: ReadonlyMap<FilePlace, Uint8Array>;
    readonly secrets: ReadonlyMap<string, string>;
  }) => FilledRequest;
}

/** Why the file cannot be sent: the findings that are errors, in order of position. */
interface Refused {
  readonly mistakes: readonly Finding[];
}

/** The files that the request names are not checked before they are read, so their state is unknown here. */
function fileOf(kind: string): RequestFile {
  return {
    operations: operationsOfRequestFile(kind),
    mistakes: mistakesOfRequest,
    reach: reachOfRequest,
    file: () => ({ state: "unknown" }),
  };
}

/** `name`: the file's own name, which determines its kind. Returns undefined if the file is not a request file. */
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

/** The words of the lens above the file; undefined if the file names no operation. */
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

/** A call with one of these effects needs the person's consent in a dialog. */
const asks: ReadonlySet<string> = new Set(["configuration", "destroy", "reaches-people"]);
const icons: Readonly<Record<string, string>> = {
  "reaches-people": "$(mail)",
  destroy: "$(warning)",
  configuration: "$(gear)",
};
const tooltips: Readonly<Record<string, string>> = {
  "reaches-people": l10n.t(
    "Asks you to confirm in a dialog, then sends what is written here. This may reach people or other systems.",
  ),
  destroy: l10n.t("Asks you to confirm in a dialog, then sends what is written here. This cannot be undone."),
  configuration: l10n.t(
    "Asks you to confirm in a dialog, then sends what is written here. This changes what the whole company shares.",
  ),
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
 * Returns the body for a request whose body is only a file. The body has the file's name, and the file's content in the
 * field that other calls use for it. The command that uploads to the viewer archive sends a file in the same way.
 */
function uploadOf(place: string, files: ReadonlyMap<FilePlace, Uint8Array>): object {
  const [file] = files.keys();
  return { FileName: file?.name?.split("/").at(-1), FileAsBase64: place };
}

/**
 * Returns the origin to which the call sends a secret; the secret is kept for that origin only. Empty if the request
 * names none.
 */
export function destinationOf(request: AnyRequest): string {
  const { SenderCallBackEndpoint: endpoint } = spelledAs(["SenderCallBackEndpoint"], request.body);
  return typeof endpoint === "string" && URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}

/**
 * Whether the person must choose an environment if the file names none. Without one, the archive would silently take
 * Development, and the document service would refuse the call.
 */
export function needsEnvironment(operation: OperationId): boolean {
  const { environment } = operationOf(operation);
  return environment === "prefix" || environment === "behind-first";
}

/**
 * Returns the environments that a call can name, the connection's environment first. `preset`: the environment that is
 * used without asking; undefined outside the sandbox.
 */
export function environmentsFor(
  operation: OperationId,
  { sandbox, environment, documentsEnvironment }: Pick<Session, "sandbox" | "environment" | "documentsEnvironment">,
): { readonly offered: readonly string[]; readonly preset: string | undefined } {
  const [all, likely, inSandbox]: readonly [readonly string[], string | undefined, string] =
    operationOf(operation).environment === "prefix"
      ? [documentsEnvironments, documentsEnvironment ?? environment, sandboxEnvironments.documents]
      : [environments, environment, sandboxEnvironments.archive];
  const first = all.filter((name) => name === likely);
  return {
    offered: [...first, ...all.filter((name) => !first.includes(name))],
    preset: sandbox ? (first[0] ?? inSandbox) : undefined,
  };
}
