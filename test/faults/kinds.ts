/**
 * The faults, as data: what happens to a call, when, and what its caller may learn. `before`: the service has not
 * received the request, or has not carried it out. `during`: the request or the answer is cut or delayed on its way.
 * `after`: the service carried out the request, and its answer is lost or replaced.
 */
import type { ApiErrorCode, ResponseKind } from "../../api/index.ts";
import { operationOf } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import {
  after,
  announcedHuge,
  bomb,
  changed,
  doubled,
  endless,
  expired,
  first,
  followed,
  halfClose,
  halfOfHonestLength,
  hangUp,
  hangUpWhileReading,
  inPieces,
  midway,
  packed,
  page,
  raw,
  reordered,
  stall,
  status,
  trickle,
  unharmed,
  withBytes,
  withMore,
  withType,
} from "./acts.ts";
import type { Act } from "./between.ts";

/** The facts about an operation that decide how its call may end. */
export interface Row {
  readonly id: OperationId;
  readonly response: ResponseKind;
  readonly isRead: boolean;
}

export interface Expected {
  /**
   * How the call must end. `right`: with the sandbox's answer. `fails`: with one of the codes. `either`: in one of
   * these two ways. `nothing`: it fails, or returns the documented meaning of an answer without a body. `told`: with
   * the sandbox's answer or the sandbox's refusal. `untold`: the fault is invisible to the client, so every end is
   * right except a crash, a hang or a second effect.
   */
  readonly ends: "right" | "fails" | "either" | "nothing" | "told" | "untold";
  readonly codes: readonly ApiErrorCode[];
  /**
   * Whether it is certain that the call had no effect; the error must then say so. If false, only a read is certain to
   * have had no effect.
   */
  readonly certain: boolean;
  /** How many requests the server must receive. */
  readonly sent: number;
  /** Fewer requests than `sent` are allowed too, because the answer decides how far the call gets. */
  readonly orFewer?: true;
}

export interface Kind {
  readonly id: string;
  readonly phase: "before" | "during" | "after";
  /** The fault in words, for people. */
  readonly what: string;
  readonly act?: Act;
  /** What happens to the sign-in, if the fault concerns it. */
  readonly token?: Act;
  /**
   * Set if the client does not reach the server that stands between the client and the sandbox: nobody listens, nobody
   * answers, the certificate is unknown, or the server does not use TLS.
   */
  readonly place?: "closed" | "silent" | "unknown certificate" | "plain";
  /** The client's time-out in milliseconds; by default more than is ever needed. */
  readonly timeout?: number;
  readonly cancelled?: "before";
  /** The calls are made one after the other, over one connection. */
  readonly oneByOne?: true;
  /** The request reaches the service twice, through no fault of the client. */
  readonly doubled?: true;
  /** Seconds that the caller was asked to wait. */
  readonly retryAfter?: number;
  /** The kind is only in the whole matrix, because it is slow or similar to another kind. */
  readonly rare?: true;
  readonly applies?: (row: Row) => boolean;
  readonly expect: (row: Row) => Expected;
}

/** A short time-out, in milliseconds. Unanswered calls take this long. */
const short = 300;

const right = (sent = 1): Expected => ({ ends: "right", codes: [], certain: false, sent });
const untold = (codes: readonly ApiErrorCode[] = ["invalid-answer"]): Expected => ({
  ends: "untold",
  codes,
  certain: false,
  sent: codes.includes("truncated") ? 3 : 1,
  orFewer: true,
});
const fails = (
  codes: readonly ApiErrorCode[] | ApiErrorCode,
  {
    certain = false,
    sent = 1,
    ends = "fails",
  }: { readonly certain?: boolean; readonly sent?: number; readonly ends?: Expected["ends"] } = {},
): Expected => ({ ends, codes: [codes].flat(), certain, sent });

/** The same expectation for all operations. */
const always = (expected: Expected) => () => expected;
/** Reads are retried twice; other calls are not retried. */
const repeated =
  (code: ApiErrorCode, more: { readonly certain?: boolean } = {}) =>
  ({ isRead }: Row) =>
    fails(code, { ...more, sent: isRead ? 3 : 1 });
/**
 * Chooses the expectation by the kind of the response. If the documents describe no body, the client reads none, and
 * only the status counts.
 */
const answers =
  (
    expected: Partial<Record<ResponseKind, Expected | ((row: Row) => Expected)>>,
    others: Expected | ((row: Row) => Expected),
  ) =>
  (row: Row): Expected => {
    const found = expected[row.response] ?? (row.response === "empty" ? right() : others);
    return typeof found === "function" ? found(row) : found;
  };

/** Operations whose answers have no documented shape: any JSON is valid. */
export const undescribed: readonly OperationId[] = [
  "store.search",
  "viewer.schemas",
  "viewer.search",
  "viewer.upload",
  "viewer.patch",
];
/** Operations whose answers have no guaranteed field: any object is valid. Callers treat missing fields as unknown. */
export const open: readonly OperationId[] = [
  ...undescribed,
  "forms.definition",
  "forms.read",
  "signing.initialData",
  "signing.initialDataInLanguage",
  "signing.orders.create",
  "store.folder",
];
/** Operations whose answers are lists, in which an item may be a bare id or name, even a number. */
export const bareLists: readonly OperationId[] = [
  "documents.sessions.statuses",
  "documents.sessions.list",
  "documents.sessions.listDrafts",
  "documents.sessions.listFinished",
  "documents.metaFiles.keywords",
  "documents.metaFiles.onlineDocuments",
];
/** Operations for which a 200 without a body has a meaning: no hits, no status yet, or nothing to report. */
export const mayBeEmpty: readonly OperationId[] = [
  "store.search",
  "documents.sessions.status",
  "viewer.schemas",
  "viewer.search",
  "viewer.upload",
  "viewer.patch",
];
/**
 * Returns whether a 204 has a meaning for the operation: it means the same as an empty 200, or it says that no document
 * results from the data, or it says that there is no JWT.
 */
export const mayBe204 = (id: OperationId): boolean =>
  mayBeEmpty.includes(id) ||
  id === "documents.sessions.jwt" ||
  /^(documents\.(sessions\.create|pdf|mfdx|html|xml)|store\.create|distribution\.send)/.test(id);

/**
 * Operations that are tested with an endless answer. There is only one for each way of reading an answer, because 64 MB
 * are sent for each operation.
 */
const largest: readonly OperationId[] = [
  "forms.active",
  "forms.create",
  "pdf.render",
  "archive.download",
  "store.html",
  "statistics.prometheus",
  "documents.engine.version",
  "forms.delete",
];

/**
 * A PDF or HTML file that is labelled only as binary data is right for document 3, which names the formats of its files
 * but no content types.
 */
const untypedFile = ({ id }: Row): Expected =>
  operationOf(id).service === "documents" ? right() : fails("wrong-type");

const shape = (text: string) => withBytes(() => Buffer.from(text));
const wrongShape = (except: readonly OperationId[]) =>
  answers(
    { json: ({ id }) => (except.includes(id) ? untold() : fails("invalid-answer")), pdf: fails("invalid-answer") },
    untold(),
  );
const isWritten = ({ response }: Row) => response === "json" || response === "bare" || response === "text";

const refusals: readonly (readonly [number, ApiErrorCode, "rare"?])[] = [
  [400, "bad-request"],
  [402, "unexpected-status", "rare"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "unexpected-status", "rare"],
  [406, "not-acceptable", "rare"],
  [407, "unexpected-status"],
  [408, "timeout", "rare"],
  [409, "conflict"],
  [410, "unexpected-status", "rare"],
  [413, "too-large", "rare"],
  [415, "unexpected-status", "rare"],
  [418, "unexpected-status", "rare"],
  [422, "bad-request", "rare"],
  [431, "unexpected-status", "rare"],
  [451, "unexpected-status", "rare"],
  [501, "not-implemented"],
];

/**
 * No fault, but the sandbox may use any alternative of a choice. The client must read the sandbox's answer or refusal.
 */
export const dialect: Kind = {
  id: "dialect",
  phase: "before",
  what: "no fault: the service as it may be, too",
  act: unharmed,
  expect: ({ isRead }) => ({
    ends: "told",
    certain: false,
    sent: isRead ? 3 : 2,
    orFewer: true,
    codes: [
      "bad-request",
      "unauthorized",
      "forbidden",
      "not-found",
      "not-acceptable",
      "conflict",
      "rate-limited",
      "too-large",
      "server-error",
      "invalid-answer",
    ],
  }),
};

/** Returns all kinds. `elsewhere`: the origin of a server that must never be called. */
export function kindsOf(elsewhere: string): readonly Kind[] {
  const redirect = (code: number, location: string) => status(code, { location });
  return [
    { id: "nothing", phase: "before", what: "no fault: the call as it is", act: unharmed, expect: always(right()) },

    // The service is missing.
    {
      id: "refused",
      phase: "before",
      what: "nothing listens at the address",
      place: "closed",
      expect: () => fails("unreachable", { certain: true, sent: 0 }),
    },
    {
      id: "no handshake",
      phase: "before",
      what: "the connection is accepted, and nothing is sent",
      place: "silent",
      timeout: short,
      expect: () => fails("timeout", { certain: true, sent: 0 }),
    },
    {
      id: "unknown certificate",
      phase: "before",
      what: "a certificate of an unknown issuer",
      place: "unknown certificate",
      expect: () => fails("tls", { certain: true, sent: 0 }),
    },
    {
      id: "no TLS",
      phase: "before",
      what: "plain HTTP instead of TLS",
      place: "plain",
      expect: () => fails("tls", { sent: 0 }),
    },
    {
      id: "hung up before",
      phase: "before",
      what: "the connection is cut, the request not passed on",
      act: hangUp,
      expect: repeated("unreachable"),
    },
    {
      id: "closed before",
      phase: "before",
      what: "the connection is closed properly, without a response",
      act: halfClose,
      expect: repeated("unreachable"),
    },
    {
      id: "stalled before",
      phase: "before",
      what: "no response, the request not passed on",
      act: stall,
      timeout: short,
      expect: always(fails("timeout")),
    },
    {
      id: "cancelled before",
      phase: "before",
      what: "the caller cancels before anything is sent",
      act: unharmed,
      cancelled: "before",
      expect: always(fails("cancelled", { certain: true, sent: 0 })),
    },

    // Another program answers in place of the service, or the service itself gives another answer, such as a refusal.
    {
      id: "page before",
      phase: "before",
      what: "a web page of a sign-in or a proxy, with 200",
      act: page,
      expect: (row) => (row.response === "html" ? untold() : fails("wrong-type")),
    },
    ...[301, 302, 303, 307, 308].map((code): Kind => ({
      ...(code === 302 || code === 307 ? {} : { rare: true }),
      id: `${code} elsewhere`,
      phase: "before",
      what: `a redirect (${code}) to another origin`,
      act: redirect(code, `${elsewhere}/stolen`),
      expect: always(fails("redirect-refused")),
    })),
    {
      id: "302 here",
      phase: "before",
      what: "a redirect within the service",
      act: redirect(302, "/Integrations/ping"),
      expect: always(fails("redirect-refused")),
    },
    ...refusals.map(([code, error, rare]): Kind => ({
      id: String(code),
      phase: "before",
      what: `refused with ${code}`,
      act: status(code),
      ...(rare === undefined ? {} : { rare: true }),
      expect: always(fails(error, { certain: true })),
    })),
    {
      id: "401 once",
      phase: "before",
      what: "the token is refused (401), the next one is not",
      act: first(1, status(401)),
      expect: always(right(2)),
    },
    {
      id: "401 always",
      phase: "before",
      what: "every token is refused (401)",
      act: status(401),
      expect: always(fails("unauthorized", { certain: true, sent: 2 })),
    },
    {
      id: "token expired amid",
      phase: "before",
      what: "the sandbox itself refuses a token that has expired",
      act: expired,
      expect: always(right(2)),
    },
    {
      id: "429",
      phase: "before",
      what: "too many calls (429), without Retry-After",
      act: status(429),
      expect: repeated("rate-limited", { certain: true }),
    },
    {
      id: "429 seconds",
      phase: "before",
      what: "429 with Retry-After of 7 seconds",
      act: status(429, { "retry-after": "7" }),
      retryAfter: 7,
      expect: repeated("rate-limited", { certain: true }),
    },
    {
      id: "429 date",
      phase: "before",
      what: "429 with Retry-After as a date, 9 seconds away by the service's clock, which is decades ahead",
      act: status(429, { "retry-after": "Wed, 21 Oct 2099 07:28:09 GMT", date: "Wed, 21 Oct 2099 07:28:00 GMT" }),
      retryAfter: 9,
      expect: repeated("rate-limited", { certain: true }),
    },
    {
      id: "429 long",
      phase: "before",
      what: "429 with Retry-After of an hour, which is too long to wait",
      act: status(429, { "retry-after": "3600" }),
      expect: always(fails("rate-limited", { certain: true })),
    },
    {
      id: "429 nonsense",
      phase: "before",
      what: "429 with a Retry-After that is not a time",
      act: status(429, { "retry-after": "-1; soon" }),
      rare: true,
      expect: repeated("rate-limited", { certain: true }),
    },
    {
      id: "429 once",
      phase: "before",
      what: "429 once, then a normal response",
      act: first(1, status(429, { "retry-after": "2" })),
      retryAfter: 2,
      expect: ({ isRead }) => (isRead ? right(2) : fails("rate-limited", { certain: true })),
    },
    ...[500, 502, 503, 504, 507, 520].map((code): Kind => ({
      id: `${code} before`,
      phase: "before",
      what: `${code}, the request not carried out`,
      act: status(code),
      ...(code === 500 || code === 503 ? {} : { rare: true }),
      expect: repeated("server-error"),
    })),
    {
      id: "503 with Retry-After",
      phase: "before",
      what: "503 with Retry-After of 5 seconds",
      act: status(503, { "retry-after": "5" }),
      retryAfter: 5,
      expect: repeated("server-error"),
    },
    {
      id: "503 once",
      phase: "before",
      what: "503 once, then a normal response",
      act: first(1, status(503)),
      expect: ({ isRead }) => (isRead ? right(2) : fails("server-error")),
    },
    {
      id: "hung up once",
      phase: "before",
      what: "the connection is cut once, and not again",
      act: first(1, hangUp),
      expect: ({ isRead }) => (isRead ? right(2) : fails("unreachable")),
    },

    // The sign-in.
    ...(
      [
        ["400", "a 400", status(400), "sign-in-failed"],
        ["401", "a 401", status(401), "sign-in-failed"],
        ["403", "a 403", status(403), "sign-in-failed"],
        ["429", "a 429", status(429), "rate-limited"],
        ["500", "a 500", status(500), "server-error"],
        ["503", "a 503", status(503), "server-error"],
        ["hung up", "no response, because the connection is cut", hangUp, "unreachable"],
        ["stalled", "no response", stall, "timeout"],
        ["page", "a web page", page, "wrong-type"],
        ["redirect", "a redirect to another origin", redirect(307, `${elsewhere}/stolen`), "redirect-refused"],
        [
          "without a token",
          "a JSON response without a token",
          ({ response }) =>
            void response.writeHead(200, { "content-type": "application/json" }).end('{"expires_in":3600}'),
          "invalid-answer",
        ],
        [
          "empty",
          "a 200 without a body",
          ({ response }) => void response.writeHead(200, { "content-type": "application/json" }).end(),
          "wrong-type",
        ],
        ["cut", "half of a response, then the connection is cut", midway(hangUp), "truncated"],
        ["204", "a 204", ({ response }) => void response.writeHead(204).end(), "wrong-type"],
      ] as readonly (readonly [string, string, Act, ApiErrorCode])[]
    ).map(([name, got, token, code]): Kind => ({
      id: `sign-in ${name}`,
      phase: "before",
      what: `the sign-in gets ${got}`,
      token,
      act: unharmed,
      ...(["403", "500", "204", "empty"].includes(name) ? { rare: true } : {}),
      ...(name === "stalled" ? { timeout: short } : {}),
      expect: always(fails(code, { certain: true, sent: 0 })),
    })),
    ...(
      [
        ["the lifetime as text", '"expires_in":"3600"'],
        ["no lifetime", '"token_type":"Bearer"'],
        ["a lifetime of null", '"expires_in":null,"scope":"x"'],
      ] as const
    ).map(([name, fields]): Kind => ({
      id: `sign-in with ${name}`,
      phase: "before",
      ...(name === "a lifetime of null" ? { rare: true } : {}),
      what: `the sign-in gets a token with ${name}`,
      act: unharmed,
      expect: always(right()),
      token: changed(({ bytes }) => ({
        bytes: Buffer.from(
          `{"access_token":${JSON.stringify((JSON.parse(bytes.toString()) as { access_token: string }).access_token)},${fields}}`,
        ),
      })),
    })),

    // Faults on the way.
    {
      id: "cut while sending",
      phase: "during",
      what: "the connection is cut while the request is read",
      act: hangUpWhileReading,
      expect: repeated("unreachable"),
    },
    {
      id: "cancelled on the way",
      phase: "during",
      what: "the caller cancels while the request is on its way, and it never arrives",
      act: ({ abort }) => abort(),
      expect: always(fails("cancelled")),
    },
    {
      id: "cancelled after",
      phase: "after",
      what: "the caller cancels while the response is on its way",
      act: async ({ forward, abort }) => {
        await forward();
        abort();
      },
      expect: always(fails("cancelled")),
    },
    {
      id: "cut amid",
      phase: "during",
      what: "the connection is cut in the middle of the response",
      act: midway(hangUp),
      expect: (row) => (row.response === "empty" ? right() : repeated("truncated")(row)),
    },
    {
      id: "stalled amid",
      phase: "during",
      what: "the response stops in the middle",
      act: midway(stall),
      timeout: 10 * short,
      expect: answers({}, fails("timeout")),
    },
    {
      id: "trickling",
      phase: "during",
      what: "a byte now and then, without an end",
      act: trickle,
      timeout: short,
      expect: always(fails("timeout")),
    },
    {
      id: "half as if whole",
      phase: "during",
      what: "half of the body; Content-Length is the length of this half",
      act: halfOfHonestLength,
      applies: ({ response }) => response !== "empty",
      expect: answers(
        { json: repeatedUnless(undescribed), pdf: repeatedUnless([]) },
        untold(["invalid-answer", "truncated"]),
      ),
    },
    {
      id: "length too short",
      phase: "during",
      what: "a length that is shorter than the body",
      act: midway(hangUp, ({ bytes }) => ({ "content-length": Math.floor(bytes.length / 4) })),
      applies: ({ response }) => response === "json" || response === "pdf",
      expect: answers({ json: repeatedUnless(undescribed), pdf: repeatedUnless([]) }, untold()),
    },
    {
      id: "broken chunks",
      phase: "during",
      what: "a chunk whose length is not a number",
      act: raw(({ status: code, headers, bytes }) =>
        Buffer.concat([
          Buffer.from(`HTTP/1.1 ${code} OK\r\n${lines(headers)}transfer-encoding: chunked\r\n\r\n5\r\n`),
          bytes.subarray(0, 5),
          Buffer.from("\r\nnonsense\r\n"),
        ]),
      ),
      expect: answers({}, (row) => repeated("truncated")(row)),
    },
    {
      id: "no last chunk",
      phase: "during",
      what: "the connection is cut before the last chunk",
      act: midway(hangUp, () => ({})),
      expect: answers({}, (row) => repeated("truncated")(row)),
    },

    // The service carried out the request, and the answer is lost or replaced.
    {
      id: "hung up after",
      phase: "after",
      what: "carried out, then the connection is cut",
      act: after(hangUp),
      expect: repeated("unreachable"),
    },
    {
      id: "closed after",
      phase: "after",
      what: "carried out, then the connection is closed properly",
      act: after(halfClose),
      rare: true,
      expect: repeated("unreachable"),
    },
    {
      id: "stalled after",
      phase: "after",
      what: "carried out, without a response",
      act: after(stall),
      timeout: short,
      expect: always(fails("timeout")),
    },
    ...[500, 502, 503, 504].map((code): Kind => ({
      id: `${code} after`,
      phase: "after",
      what: `carried out, with ${code} as the response`,
      act: after(status(code)),
      ...(code === 502 ? {} : { rare: true }),
      expect: repeated("server-error"),
    })),
    {
      id: "303 after",
      phase: "after",
      what: "carried out, with a redirect as the response",
      act: after(redirect(303, `${elsewhere}/stolen`)),
      expect: always(fails("redirect-refused")),
    },
    {
      id: "page after",
      phase: "after",
      what: "carried out, with a web page as the response",
      act: after(page),
      expect: (row) => (row.response === "html" ? untold() : fails("wrong-type")),
    },
    {
      id: "hung up after once",
      phase: "after",
      what: "the first response is lost, the next one is not",
      act: first(1, after(hangUp)),
      expect: ({ isRead }) => (isRead ? right(2) : fails("unreachable")),
    },
    {
      id: "cut amid once",
      phase: "during",
      what: "the first response is cut, the next one is not",
      act: first(1, midway(hangUp)),
      expect: ({ isRead, response }) => (response === "empty" ? right() : isRead ? right(2) : fails("truncated")),
    },
    {
      id: "another type",
      phase: "after",
      what: "the response, labelled application/octet-stream",
      act: withType("application/octet-stream"),
      expect: answers({ file: right(), pdf: untypedFile, html: untypedFile }, fails("wrong-type")),
    },
    {
      id: "nonsense",
      phase: "after",
      what: "the body is nonsense",
      act: withBytes(() => Buffer.from("}nonsense{")),
      expect: answers({ json: fails("invalid-answer"), pdf: fails("invalid-answer") }, untold()),
    },
    ...(
      [
        ["a number", "7"],
        ["null", "null"],
        ["another object", '{"unexpected":[]}'],
        ["a list of numbers", "[7]"],
        ["a text", '"text"'],
      ] as const
    ).map(([name, text]): Kind => ({
      id: `shape: ${name}`,
      phase: "after",
      what: `valid JSON of another shape: ${name}`,
      act: shape(text),
      ...(name === "a text" || name === "a number" ? { rare: true } : {}),
      expect: wrongShape(
        name === "another object" ? open : name === "a list of numbers" ? [...undescribed, ...bareLists] : undescribed,
      ),
    })),
    {
      id: "empty",
      phase: "after",
      what: "200 without a body",
      act: withBytes(() => Buffer.alloc(0)),
      expect: answers(
        {
          json: fails("invalid-answer", { ends: "nothing" }),
          bare: fails("invalid-answer", { ends: "nothing" }),
          pdf: fails("invalid-answer"),
        },
        untold(),
      ),
    },
    {
      id: "204",
      phase: "after",
      what: "204 instead of a response with a body",
      act: changed(() => ({ status: 204, bytes: Buffer.alloc(0) })),
      expect: answers({}, fails("invalid-answer", { ends: "nothing" })),
    },
    {
      id: "packed nonsense",
      phase: "after",
      what: "labelled gzip, but not gzip",
      act: packed(({ bytes }) => bytes),
      expect: answers({}, fails("wrong-type")),
    },
    {
      id: "gzip bomb",
      phase: "after",
      what: "gzip that was not requested, and is a thousand times as large when decompressed",
      act: packed(() => bomb),
      expect: answers({}, fails("wrong-type")),
    },
    {
      id: "large head",
      phase: "after",
      what: "a quarter of a megabyte of headers",
      act: changed(({ headers }) => ({ headers: { ...headers, "x-more": "x".repeat(256 * 1024) } })),
      expect: repeated("unreachable"),
    },
    {
      id: "announced as huge",
      phase: "after",
      what: "a body with an announced length of 10 GB",
      act: announcedHuge,
      expect: answers({}, fails("answer-too-large")),
    },
    {
      id: "endless",
      phase: "after",
      what: "a body without end",
      act: endless,
      rare: true,
      oneByOne: true,
      applies: ({ id }) => largest.includes(id),
      expect: answers({}, fails("answer-too-large")),
    },
    {
      id: "UTF-16",
      phase: "after",
      what: "the body in UTF-16",
      act: withBytes((bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), "utf16le")])),
      applies: isWritten,
      expect: always(fails("invalid-answer")),
    },
    {
      id: "Latin-1",
      phase: "after",
      what: "the body in Latin-1",
      act: withBytes((bytes) => Buffer.from(bytes.toString(), "latin1")),
      applies: isWritten,
      expect: always(fails("invalid-answer", { ends: "either" })),
    },
    {
      id: "no HTTP",
      phase: "after",
      what: "a response that is not HTTP",
      act: raw(() => "220 mail.example ESMTP\r\n"),
      expect: repeated("unreachable"),
    },
    {
      id: "two lengths",
      phase: "after",
      what: "two Content-Length headers that differ",
      act: raw(({ status: code, headers, bytes }) =>
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 ${code} OK\r\n${lines(headers)}content-length: ${bytes.length}\r\ncontent-length: 3\r\n\r\n`,
          ),
          bytes,
        ]),
      ),
      expect: repeated("unreachable"),
    },
    {
      id: "doubled",
      phase: "after",
      what: "a proxy passes the request on twice",
      doubled: true,
      act: doubled,
      applies: ({ id }) => !id.startsWith("distribution.sendOnce"),
      rare: true,
      expect: always(right()),
    },

    // Answers that look odd, but are right.
    {
      id: "byte order mark",
      phase: "after",
      what: "a byte order mark before the body (N58)",
      act: withBytes((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
      applies: isWritten,
      expect: always(right()),
    },
    {
      id: "another charset's name",
      phase: "after",
      what: "UTF-8 JSON labelled ISO-8859-1",
      act: withType("application/json; charset=ISO-8859-1"),
      applies: ({ response }) => response === "json",
      expect: always(right()),
    },
    {
      id: "no type",
      phase: "after",
      what: "without a content type",
      act: withType(undefined),
      applies: ({ response }) => response !== "pdf",
      expect: always(right()),
    },
    {
      id: "plain text",
      phase: "after",
      what: "JSON labelled plain text",
      act: withType("Text/Plain; charset=utf-8"),
      applies: isWritten,
      expect: always(right()),
    },
    {
      id: "problem+json",
      phase: "after",
      what: "JSON with a type that ends in +json",
      act: withType("application/vnd.x+json"),
      applies: ({ response }) => response === "json",
      expect: always(right()),
    },
    {
      id: "201",
      phase: "after",
      what: "201 instead of 200",
      act: changed(() => ({ status: 201 })),
      expect: always(right()),
    },
    {
      id: "202",
      phase: "after",
      what: "202 instead of 200",
      act: changed(() => ({ status: 202 })),
      rare: true,
      expect: always(right()),
    },
    {
      id: "early hints",
      phase: "after",
      what: "103 before the response",
      act: async (exchange) => {
        exchange.response.writeEarlyHints({ link: "</x>; rel=preload" });
        await unharmed(exchange);
      },
      expect: always(right()),
    },
    {
      id: "in pieces",
      phase: "during",
      what: "the response in up to a thousand chunks",
      act: inPieces,
      expect: always(right()),
    },
    {
      id: "reordered",
      phase: "during",
      what: "responses of parallel calls in another order, up to 100 ms late",
      act: reordered(),
      expect: always(right()),
    },
    {
      id: "one call per connection",
      phase: "after",
      what: "the connection is closed after every response",
      act: changed(({ headers }) => ({ headers: { ...headers, connection: "close" } })),
      expect: always(right()),
    },
    {
      id: "an answer too many",
      phase: "after",
      what: "the response is followed by another one that was not requested",
      act: followed,
      oneByOne: true,
      expect: ({ isRead }) => ({ ...right(isRead ? 3 : 1), ends: "either", codes: ["unreachable"], orFewer: true }),
    },
    {
      id: "more than documented",
      phase: "after",
      what: "fields that occur twice, are nested deeply, or are called __proto__",
      act: withMore,
      applies: ({ response }) => response === "json",
      expect: always(right()),
    },
  ];
}

function repeatedUnless(except: readonly OperationId[]) {
  return (row: Row): Expected =>
    except.includes(row.id)
      ? untold(["truncated", "invalid-answer"])
      : { ...repeated("truncated")(row), codes: ["truncated", "invalid-answer"], orFewer: true };
}

function lines(headers: Readonly<Record<string, unknown>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join("");
}
