/**
 * The permits of the tests. A permit is for one call. It comes from a ticket that a test grants, from a call that a
 * test makes as another program would, or from a ticket dialog that a UI test answers with yes. When a sandbox of a
 * test ends, it is checked for harmful calls without a permit, and for messages that no permitted call sent.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { grantTicket as grant } from "../../api/grant.ts";
import { prepare } from "../../api/http/prepare.ts";
import { operationOf, isOperationId } from "../../api/index.ts";
import { startSandbox as start } from "../../sandbox/index.ts";
import type { LedgerItem, OutboxItem, Sandbox, SandboxOptions } from "../../sandbox/index.ts";

/**
 * How many permits of each key are unused. A key is either `METHOD address`, sometimes followed by the length of the
 * body in bytes, or the host and the operation's name.
 */
const left = new Map<string, number>();

function permit(key: string): void {
  left.set(key, (left.get(key) ?? 0) + 1);
}

function take(key: string): boolean {
  const some = left.get(key) ?? 0;
  if (some === 0) return false;
  left.set(key, some - 1);
  return true;
}

const keyOf = (method: string, { origin, pathname }: URL): string => `${method} ${origin}${pathname}`;

/**
 * Permits a call that a test makes as another program would. `body` is the body as it is sent; a call with a body of
 * another length is not permitted.
 */
export function permitCall(method: string, address: string, body: string | undefined): void {
  if (URL.canParse(address)) permit(`${keyOf(method, new URL(address))} ${Buffer.byteLength(body ?? "")}`);
}

/** Permits a call whose ticket is granted in another process. */
export function permitTicket(method: string, address: string): void {
  permit(keyOf(method, new URL(address)));
}

/**
 * Permits the call that a ticket dialog asked about, after the dialog was answered with yes. `words`: the text of the
 * dialog. Returns the host that the dialog names.
 */
export function permitDialog(words: string): string | undefined {
  const [, name] = /^Operation: (.+)$/m.exec(words) ?? [];
  const [, host] = /^Host: (\S+)/m.exec(words) ?? [];
  if (name === undefined || host === undefined) return undefined;
  permit(`${host} ${name}`);
  return host;
}

/** Grants a ticket on behalf of a person, and permits its call. */
export const grantTicket: typeof grant = (intent, options) => {
  const ticket = grant(intent, options);
  permit(keyOf(operationOf(intent.operation).method, prepare(intent.connection, intent.operation, intent).url));
  return ticket;
};

const harmful: ReadonlySet<string | null> = new Set(["configuration", "destroy", "reaches-people"]);

const takeDialog = (host: string, operation: string | null): boolean =>
  operation !== null && isOperationId(operation) && take(`${host} ${operationOf(operation).name}`);
const wordsOf = ({ method, path, operation, effect }: LedgerItem): string =>
  `${method} ${path} (${operation}: ${effect})`;
const reachedOf = (sent: readonly OutboxItem[]): string =>
  sent.map(({ channel, to }) => `${channel} to ${to}`).join(", ");

function asIsRight(unpermitted: readonly string[]): void {
  assert.deepEqual(unpermitted, [], "Nothing harmful happens without a ticket, and nobody hears of anything else.");
}

/** Starts a sandbox. Its disposal rejects if a harmful call without a permit arrived. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const calls: { readonly call: LedgerItem; readonly sent: readonly OutboxItem[] }[] = [];
  const sandbox = await start({ ...options, heard: (call, sent) => void calls.push({ call, sent }) });
  const { origin, host } = new URL(sandbox.ready.authUrl);
  const isPermitted = ({ method, path, operation, bodyBytes }: LedgerItem): boolean =>
    take(`${keyOf(method, new URL(path, origin))} ${bodyBytes}`) ||
    take(keyOf(method, new URL(path, origin))) ||
    takeDialog(host, operation);

  function unpermitted(): readonly string[] {
    // A call whose token was refused had no effect; the client sends it again with another token.
    const judged = calls.splice(0).filter(({ call: { effect, status } }) => effect !== null && status !== 401);
    return judged.flatMap(({ call, sent }) => {
      const reached = reachedOf(sent);
      if (harmful.has(call.effect))
        return isPermitted(call)
          ? []
          : [`${wordsOf(call)} arrived without a permit${reached === "" ? "" : `, and sent ${reached}`}`];
      return sent.length > 0 ? [`${wordsOf(call)} sent ${reached}, though it is not said to reach anybody`] : [];
    });
  }

  let judged: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await sandbox[Symbol.asyncDispose]();
    asIsRight(unpermitted());
  };
  return { ready: sandbox.ready, [Symbol.asyncDispose]: () => (judged ??= end()) };
}

/**
 * Judges the calls of an ended sandbox that a window had started automatically. `data`: the folder of the window's
 * data. `hosts`: the hosts of the ticket dialogs that were answered with yes in the window. Returns how many calls the
 * sandbox received; undefined if no sandbox ran.
 */
export function judgeKept(data: string, hosts: ReadonlySet<string> = new Set()): number | undefined {
  const file = join(data, "data", "User", "globalStorage", "smartform.smartform", "sandbox", "sandbox.db");
  if (!existsSync(file)) return undefined;
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    const items = <T>(table: "ledger" | "outbox"): readonly T[] =>
      db
        .prepare(`SELECT itemJson FROM ${table} ORDER BY number`)
        .all()
        .map(({ itemJson }) => JSON.parse(String(itemJson)) as T);
    const calls = items<LedgerItem>("ledger"),
      sent = items<OutboxItem>("outbox");
    const harm = calls.filter(({ effect, status }) => harmful.has(effect) && status !== 401);
    asIsRight([
      ...harm
        .filter(({ operation }) => ![...hosts].some((host) => takeDialog(host, operation)))
        .map((call) => `${wordsOf(call)} arrived without a permit`),
      ...(sent.length > 0 && harm.length === 0
        ? [`${reachedOf(sent)} was sent, though no call is said to reach anybody`]
        : []),
    ]);
    return calls.length;
  } finally {
    db.close();
  }
}
