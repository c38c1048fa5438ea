/**
 * The editor of a session in a browser. Its address comes once, when the session is started, and opens the session for
 * whoever has it: it is held in memory of this window, and in no file, setting, log or message (T159). Knows no
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { editorUrl, startParameterOf } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";

export type Started = NonNullable<AnswerOf<"documents.sessions.create">>;

export interface Editor {
  /** For people: never the path or the query behind it. */
  readonly origin: string;
  /** http to another computer: what is written there can be read on the way. */
  readonly open: boolean;
  /** The path of the call for a new JWT; undefined where the company asks for none. */
  readonly restart: { readonly startParameter: string } | undefined;
  /** The address with this JWT, to be handed to the browser alone. */
  readonly address: (jwt: string | null) => string;
}

/** Undefined where the service gave no address of the web. */
export function editorOf({ StartURL, JWT }: Partial<Pick<Started, "StartURL" | "JWT">>): Editor | undefined {
  const plain = editorUrl({ StartURL });
  if (plain === undefined) return undefined;
  const { origin, protocol, hostname } = new URL(plain);
  const startParameter = startParameterOf(plain);
  return {
    origin,
    open: protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    restart: JWT && startParameter !== undefined ? { startParameter } : undefined,
    // A JWT from the start may be over by now: a new one takes its place, and it only stays where none can be asked
    // for.
    address: (jwt) => editorUrl({ StartURL, JWT: jwt ?? (startParameter === undefined ? JWT : undefined) }) ?? plain,
  };
}

type Address =
  | { readonly kind: "address"; readonly editor: Editor }
  /** The last part of a start URL: enough for a new JWT, and not for the editor. */
  | { readonly kind: "parameter"; readonly startParameter: string }
  /** Why it is neither. */
  | { readonly kind: "problem"; readonly words: string };

/**
 * What a person has of a session that this window did not start: its start URL, or the last part of it. A JWT behind
 * the URL is over by now.
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
        "Paste the whole start URL, which ends in /WebEditor/ and the start parameter, or the start parameter alone.",
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

  /** Undefined where this window did not start the session, or the service gave no address of the web. */
  of(place: string, dxmlUID: string): Editor | undefined {
    return editorOf(this.#started.get(keyOf(place, dxmlUID)) ?? {});
  }

  /** The person went to the browser to edit. */
  leave(): void {
    this.#left = true;
  }

  /**
   * Whether a person came back from the browser since this was asked the last time: a status may be another one now.
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
