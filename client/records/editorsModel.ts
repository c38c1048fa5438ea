/**
 * The browser editor of a session. The service returns the editor's address once, when the session starts. Anyone with
 * the address can open the session, so the address is kept only in the memory of this window, and in no file, setting,
 * log or message (T159). Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { editorUrl, startParameterOf } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";

export type Started = NonNullable<AnswerOf<"documents.sessions.create">>;

export interface Editor {
  /** For display, without the path and the query of the address. */
  readonly origin: string;
  /** True for http to another computer: what is written there can be read in transit. */
  readonly open: boolean;
  /**
   * The path parameter of the call for a new JWT; undefined if it is known that the company uses no JWT, or if no new
   * one can be requested.
   */
  readonly restart: { readonly startParameter: string } | undefined;
  /** Returns the address with this JWT, to be passed only to the browser. */
  readonly address: (jwt: string | null) => string;
}

/** Returns undefined if the service gave no web address. */
export function editorOf({ StartURL, JWT }: Partial<Pick<Started, "StartURL" | "JWT">>): Editor | undefined {
  const plain = editorUrl({ StartURL });
  if (plain === undefined) return undefined;
  const { origin, protocol, hostname } = new URL(plain);
  const startParameter = startParameterOf(plain);
  return {
    origin,
    open: protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    restart: JWT && startParameter !== undefined ? { startParameter } : undefined,
    // The JWT from the start may have expired, so a new one replaces it. The old JWT stays only if no new one can be
    // requested.
    address: (jwt) => editorUrl({ StartURL, JWT: jwt ?? (startParameter === undefined ? JWT : undefined) }) ?? plain,
  };
}

type Address =
  | { readonly kind: "address"; readonly editor: Editor }
  /** The last part of a start URL: enough to request a new JWT, but not to open the editor. */
  | { readonly kind: "parameter"; readonly startParameter: string }
  /** The reason why the typed text cannot be used. */
  | { readonly kind: "problem"; readonly words: string };

/**
 * Reads what a person typed for a session that this window did not start: the start URL of the session, or the last
 * part of that URL. A JWT in the URL has already expired.
 */
export function readAddress(typed: string): Address {
  const text = typed.trim();
  if (text === "") return { kind: "problem", words: l10n.t("The address is needed.") };
  if (!/[:/\\\s]/.test(text) && !/^\.{1,2}$/.test(text)) return { kind: "parameter", startParameter: text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  url?.searchParams.delete("jwt");
  const startParameter = url && startParameterOf(url.href);
  const editor = url && editorOf({ StartURL: url.href });
  if (editor === undefined || startParameter === undefined)
    return {
      kind: "problem",
      words: l10n.t(
        "Paste the whole start URL (it ends in /WebEditor/ and the start parameter), or only the start parameter.",
      ),
    };
  return { kind: "address", editor: { ...editor, restart: { startParameter } } };
}

export class Editors {
  readonly #started = new Map<string, Pick<Started, "StartURL" | "JWT">>();
  #left = false;

  keep(place: string, { DxmlUID, StartURL, JWT }: Started): void {
    this.#started.set(keyOf(place, DxmlUID), { StartURL, JWT });
  }

  /** Returns undefined if this window did not start the session, or the service gave no web address. */
  of(place: string, dxmlUID: string): Editor | undefined {
    return editorOf(this.#started.get(keyOf(place, dxmlUID)) ?? {});
  }

  /** Called when the person goes to the browser to edit. */
  leave(): void {
    this.#left = true;
  }

  /**
   * Returns whether the person has gone to the browser since the last call. If so, the session's status may have
   * changed.
   */
  comeBack(): boolean {
    const left = this.#left;
    this.#left = false;
    return left;
  }

  forget(place: string, dxmlUID: string): void {
    this.#started.delete(keyOf(place, dxmlUID));
  }
}

function keyOf(place: string, dxmlUID: string): string {
  return `${place} ${dxmlUID}`;
}
