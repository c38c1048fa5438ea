/** Turns a reply or a refusal into an HTTP answer, in the shape that the current choices select (N12, N58, S15). */
import type { Reply } from "../base/call.ts";
import { isObject } from "../../language/index.ts";
import type { Json } from "../../language/index.ts";
import type { Refusal, RefusalId } from "../base/refusal.ts";
import type { Access } from "../base/route.ts";
import type { State } from "../base/state.ts";
import { isChoiceId, refusals } from "../services.ts";

const always = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
};

export async function answer(state: State, reply: Reply, access: Access["kind"]): Promise<Response> {
  const { status = 200, headers = {} } = reply;
  if (reply.file) {
    const { type, name, bytes } = reply.file;
    return new Response(Buffer.from(await bytes()), {
      status,
      headers: {
        ...always,
        ...headers,
        "content-type": type,
        ...(name === undefined
          ? {}
          : {
              "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
            }),
      },
    });
  }
  if (reply.text !== undefined)
    return new Response(Buffer.from(reply.text), { status, headers: { ...always, ...headers } });
  if (reply.html !== undefined)
    return new Response(reply.html, {
      status,
      headers: { ...always, ...headers, "content-type": "text/html; charset=utf-8" },
    });
  if (reply.list)
    return listAnswer(state, reply.list, {
      status,
      headers,
      isRecased: access === "bearer" && state.choice("S15") === "PascalCase",
    });
  if (reply.json === undefined) return new Response(null, { status, headers: { ...always, ...headers } });
  const recased = access === "bearer" && state.choice("S15") === "PascalCase";
  return jsonAnswer(state, recased ? inPascalCase(JSON.parse(JSON.stringify(reply.json)) as Json) : reply.json, {
    status,
    headers,
  });
}

/** Writes a list item by item, as fast as the client reads it. */
function listAnswer(
  state: State,
  { name, items, rest }: NonNullable<Reply["list"]>,
  {
    status,
    headers,
    isRecased,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly isRecased: boolean },
): Response {
  const write = (json: unknown) =>
    JSON.stringify(isRecased ? inPascalCase(JSON.parse(JSON.stringify(json)) as Json) : json);
  const [mark, end] = [byteOrderMark(state), write(rest).slice(1)];
  const start = write({ [name]: [] }).slice(0, -2);
  function* parts(): Generator<Uint8Array> {
    let part = mark + start;
    let separator = "";
    for (const item of items) {
      part += separator + write(item);
      separator = ",";
      if (part.length < 64 * 1024) continue;
      yield Buffer.from(part);
      part = "";
    }
    yield Buffer.from(`${part}]${end === "}" ? "" : ","}${end}`);
  }
  const all = parts();
  // A failure at the first part is still answered with a refusal. A failure at a later part ends the connection.
  let next = all.next();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (next.done === true) return controller.close();
        controller.enqueue(next.value);
        next = all.next();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, {
    status,
    headers: { ...always, ...headers, "content-type": "application/json; charset=utf-8" },
  });
}

/** Changes only documented names. Names inside values and translations were chosen by people, and stay unchanged. */
function inPascalCase(json: Json): Json {
  if (Array.isArray(json)) return json.map(inPascalCase);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.slice(0, 1).toUpperCase() + name.slice(1),
      isDescribed(name) ? inPascalCase(value) : value,
    ]),
  );
}

function isDescribed(name: string): boolean {
  return ["texts", "items", "folders", "eventLogs", "data", "colunms", "columns", "documentVersions"].includes(name);
}

/** Makes the answer for a refusal, with the refusal's own status. */
export function errorAnswer(
  state: State,
  { id, detail, problems, headers: more }: Refusal,
  access: Access["kind"],
): Response {
  const status = statusOf(state, id);
  const row = refusals[id];
  const message = detail === undefined ? row.message : `${row.message} (${detail})`;
  const headers: Record<string, string> = {
    ...always,
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 413 ? { connection: "close" } : {}),
    ...more,
  };
  switch (row.body) {
    case "none":
      return new Response(null, { status, headers });
    case "Message":
      return jsonAnswer(state, { Message: row.message }, { status, headers });
    case "problems":
      return jsonAnswer(state, problems, { status, headers });
    default:
  }
  switch (access === "bearer" ? state.choice("N12") : "problem+json") {
    case "text":
      return new Response(message, { status, headers: { ...headers, "content-type": "text/plain; charset=utf-8" } });
    case "html":
      return new Response(`<!doctype html><title>${status}</title><h1>Error ${status}</h1>`, {
        status,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
      });
    case "empty":
      return new Response(null, { status, headers });
    case "array":
      return jsonAnswer(state, [message], { status, headers });
    default:
      return jsonAnswer(
        state,
        { type: "about:blank", title: message, status, message, code: id, section: row.section },
        {
          status,
          headers: { ...headers, "content-type": "application/problem+json; charset=utf-8" },
        },
      );
  }
}

function statusOf(state: State, id: RefusalId): number {
  const { status, statusChoice } = refusals[id];
  return statusChoice !== undefined && isChoiceId(statusChoice) ? Number(state.choice(statusChoice)) : status;
}

function jsonAnswer(
  state: State,
  json: unknown,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  return new Response(byteOrderMark(state) + JSON.stringify(json), {
    status,
    headers: { ...always, "content-type": "application/json; charset=utf-8", ...headers },
  });
}

function byteOrderMark(state: State): string {
  return state.choice("N58") === "UTF-8 with BOM" ? "\uFEFF" : "";
}
