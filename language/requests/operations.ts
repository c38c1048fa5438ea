/**
 * What the language room has to know about the service's operations so that it can check a request file: plain data,
 * and functions that the caller supplies.
 */
import * as l10n from "../l10n.ts";

/** The part of JSON Schema that describes shapes. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** `password`: must not be in a file. `uri`: an address that the service will call. */
  readonly format?: string;
  /** `base64`: the request file may name a file here. */
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

export interface OperationShape {
  readonly id: string;
  /** For instance "create the signing order". */
  readonly name: string;
  /** Section of the API documents. */
  readonly section: string;
  /** Shape of the whole file. */
  readonly shape: Shape;
}

export interface OperationMistake {
  /** From the root inward. For a property that is missing or not listed, the last step is its name. */
  readonly path: readonly (string | number)[];
  readonly kind: "missing-property" | "unknown-property" | "value";
  /** A sentence, or empty. */
  readonly message: string;
}

/** What a path in a request file leads to. `unknown` if the path could not be checked. */
export type NamedFile =
  | { readonly state: "file"; readonly bytes: number; readonly isPdf: boolean }
  | { readonly state: "absent" | "folder" | "outside" | "unknown" };

/** What is known of one request file besides its text. */
export interface RequestFile {
  /** Operations that a file of its kind can hold. */
  readonly operations: readonly OperationShape[];
  /** Returns what the service would refuse; `request` is the whole file as JSON. */
  mistakes(operation: string, request: unknown): readonly OperationMistake[];
  reach(
    operation: string,
    request: { readonly query?: unknown; readonly body?: unknown },
  ): { readonly effect: string; readonly receivers: readonly string[] };
  /** Looks up a file by its path, which is relative to the folder of the request file. */
  file(path: string): NamedFile;
}

/** Kinds of request files besides the create-form request, by the end of their names: `*.signing.json`. */
export const requestFileKinds = [
  "forms",
  "signing",
  "archive",
  "document",
  "store",
  "distribution",
  "audit",
  "statistics",
] as const;

const fileName = new RegExp(String.raw`\.(${requestFileKinds.join("|")})\.json$`, "i");

/** Returns the kind by the name of the file; null for a create-form request and for everything else. */
export function requestFileKind(name: string): string | null {
  return fileName.exec(name)?.[1]?.toLowerCase() ?? null;
}

/**
 * Size in bytes of the largest file that can be sent with a request: a file is held in memory until it is sent. The
 * limit is this program's own.
 */
export const largestFile = 100 * 1024 * 1024;

/** Returns why a path cannot lead to a file of the workspace; null if it may. */
export function pathMistake(path: string): string | null {
  if (path.trim() === "") return l10n.t("The name of the file is missing.");
  if (path.includes("\\")) return l10n.t("Write / between folders, so that the path works on every system.");
  if (path.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(path))
    return l10n.t(
      "Write the path relative to the folder of this request file, because only files of the workspace are sent.",
    );
  return /\p{Cc}/u.test(path) ? l10n.t("The path contains a character that file names cannot have.") : null;
}
