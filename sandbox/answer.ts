/** Makes the HTTP answer of a reply or a refusal, in the shape that the choices in force ask for (N12, N58, S15). */
import type { Reply } from "./call.ts";
import { isMap, type Json } from "./read.ts";
import { isChoiceId } from "./choices.ts";
import { Refusal, refusals, type RefusalRow } from "./refusals.ts";
import type { Access } from "./route.ts";
import type { State } from "./state.ts";

const always = { "x-content-type-options": "nosniff", "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" };

export async function answer(state: State, reply: Reply, access: Access["kind"]): Promise<Response> {
  const { status = 200, headers = {} } = reply;
  if (reply.file) {
    const { type, name, bytes } = reply.file;
    return new Response(Buffer.from(await bytes()), {
      status,
      headers: {
        ...always, ...headers, "content-type": type,
        ...(name === undefined ? {} : { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}` }),
      },
    });
  }
  if (reply.html !== undefined) return new Response(reply.html, { status, headers: { ...always, ...headers, "content-type": "text/html; charset=utf-8" } });
  if (reply.json === undefined) return new Response(null, { status, headers: { ...always, ...headers } });
  const recased = access === "bearer" && state.choice("S15") === "PascalCase";
  return jsonAnswer(state, recased ? inPascalCase(JSON.parse(JSON.stringify(reply.json)) as Json) : reply.json, { status, headers });
}

/** The documented names; below them stand values and languages, whose names people chose. */
function inPascalCase(json: Json): Json {
  if (Array.isArray(json)) return json.map(inPascalCase);
  if (!isMap(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name.slice(0, 1).toUpperCase() + name.slice(1), isDescribed(name) ? inPascalCase(value) : value]));
}

function isDescribed(name: string): boolean {
  return name === "texts" || name === "items" || name === "folders";
}

/** A refusal's own status; everything else is the sandbox's mistake, and 500. */
export function errorAnswer(state: State, error: unknown, access: Access["kind"]): Response {
  const id = error instanceof Refusal ? error.id : undefined;
  const status = id === undefined ? 500 : statusOf(state, id);
  const message = error instanceof Refusal ? error.message : "The sandbox failed. Its log says why.";
  const headers: Record<string, string> = { ...always, ...(status === 401 ? { "www-authenticate": "Bearer" } : {}), ...(status === 413 ? { connection: "close" } : {}), ...(error instanceof Refusal ? error.headers : {}) };
  switch (access === "bearer" ? state.choice("N12") : "problem+json") {
    case "text": return new Response(message, { status, headers: { ...headers, "content-type": "text/plain; charset=utf-8" } });
    case "html": return new Response(`<!doctype html><title>${status}</title><h1>Error ${status}</h1>`, { status, headers: { ...headers, "content-type": "text/html; charset=utf-8" } });
    case "empty": return new Response(null, { status, headers });
    case "array": return jsonAnswer(state, [message], { status, headers });
    default:
      return jsonAnswer(state, { type: "about:blank", title: message, status, message, ...(id === undefined ? {} : { code: id, section: refusals[id].section }) }, {
        status, headers: { ...headers, "content-type": "application/problem+json; charset=utf-8" },
      });
  }
}

function statusOf(state: State, id: keyof typeof refusals): number {
  const { status, statusChoice }: RefusalRow = refusals[id];
  return statusChoice !== undefined && isChoiceId(statusChoice) ? Number(state.choice(statusChoice)) : status;
}

function jsonAnswer(state: State, json: unknown, { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> }): Response {
  const mark = state.choice("N58") === "UTF-8 with BOM" ? "\uFEFF" : "";
  return new Response(mark + JSON.stringify(json), { status, headers: { ...always, "content-type": "application/json; charset=utf-8", ...headers } });
}
