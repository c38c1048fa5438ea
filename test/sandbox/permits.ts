/**
 * What the tests allow to happen: each ticket that a test grants, each call that a test makes by hand as the program of somebody else would, and
 * each ticket dialog that a UI test answers with yes permits one call. Every sandbox that a test starts is asked at its end whether anything
 * else harmful arrived, or anything was sent without such a call.
 */
import assert from "node:assert/strict";
import { operationOf, isOperationId } from "../../api/index.ts";
import { grantTicket as grant } from "../../api/grant.ts";
import { prepare } from "../../api/http/prepare.ts";
import { startSandbox as start, type LedgerItem, type OutboxItem, type Sandbox, type SandboxOptions } from "../../sandbox/index.ts";

/** Permits that are left, by `METHOD address`, with the bytes of the body behind it, or by `host operation’s name`, and how many. */
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

/** For whoever calls the service as another program does; `body` as it is sent, so that it stands for no call of another length. */
export function permitCall(method: string, address: string, body: string | undefined): void {
  if (URL.canParse(address)) permit(`${keyOf(method, new URL(address))} ${Buffer.byteLength(body ?? "")}`);
}

/** For tests whose ticket is granted in another process. */
export function permitTicket(method: string, address: string): void {
  permit(keyOf(method, new URL(address)));
}

/** For ticket dialogs that were answered with yes: what stands in them. */
export function permitDialog(words: string): void {
  const [, name] = /^Operation: (.+)$/m.exec(words) ?? [];
  const [, host] = /^Host: (\S+)/m.exec(words) ?? [];
  if (name !== undefined && host !== undefined) permit(`${host} ${name}`);
}

/** A ticket that a test grants in the place of a person. */
export const grantTicket: typeof grant = (intent, options) => {
  const ticket = grant(intent, options);
  permit(keyOf(operationOf(intent.operation).method, prepare(intent.connection, intent.operation, intent).url));
  return ticket;
};

const harmful: ReadonlySet<string | null> = new Set(["configuration", "destroy", "reaches-people"]);

let judges = true;

/** For the UI tests, where a person's yes is given in another process: their own assertions look at ledger and outbox. */
export function leaveToAssertions(): void {
  judges = false;
}

/** The sandbox, whose end fails where something harmful arrived that nobody permitted. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const calls: { readonly call: LedgerItem; readonly sent: readonly OutboxItem[] }[] = [];
  const sandbox = await start({ ...options, heard: (call, sent) => void calls.push({ call, sent }) });
  const { origin, host } = new URL(sandbox.ready.authUrl);
  const isPermitted = ({ method, path, operation, bodyBytes }: LedgerItem): boolean =>
    take(`${keyOf(method, new URL(path, origin))} ${bodyBytes}`) || take(keyOf(method, new URL(path, origin))) || (operation !== null && isOperationId(operation) && take(`${host} ${operationOf(operation).name}`));

  function unpermitted(): readonly string[] {
    // A call that was refused for its token did nothing, and is sent again with another.
    const judged = calls.splice(0).filter(({ call: { effect, status } }) => effect !== null && status !== 401);
    return judged.flatMap(({ call, sent }) => {
      const [words, reached] = [`${call.method} ${call.path} (${call.operation}: ${call.effect})`, sent.map(({ channel, to }) => `${channel} to ${to}`).join(", ")];
      if (harmful.has(call.effect)) return isPermitted(call) ? [] : [`${words} arrived without a permit${reached === "" ? "" : `, and sent ${reached}`}`];
      return sent.length > 0 ? [`${words} sent ${reached}, though it is not said to reach anybody`] : [];
    });
  }

  let judged: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await sandbox[Symbol.asyncDispose]();
    if (judges) assert.deepEqual(unpermitted(), [], "Nothing harmful happens without a ticket, and nobody hears of anything else.");
  };
  return { ready: sandbox.ready, [Symbol.asyncDispose]: () => (judged ??= end()) };
}
