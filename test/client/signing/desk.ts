/**
 * A sandbox for tests of the signing view. Its signing orders are created, acted on and inspected through real HTTP.
 */
import { grantTicket } from "../../sandbox/permits.ts";
import { buildOrder, newOrderToken, readOutcome, receiversOf } from "../../../api/index.ts";
import type { OrderFacts, SigningOrder } from "../../../api/index.ts";
import { readOrder } from "../../../client/records/signingOrdersModel.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";

export interface Desk extends AsyncDisposable {
  readonly service: World;
  make(more?: Partial<OrderFacts>): Promise<SigningOrder>;
  act(order: SigningOrder, signatory: number, action: "sign" | "reject"): Promise<void>;
  read(order: SigningOrder): Promise<SigningOrder>;
  choose(id: string, alternative: string): Promise<void>;
  /** How often the operation was called since the ledger was emptied. */
  calls(operation: string): Promise<number>;
  outbox(): Promise<readonly { readonly channel: string; readonly to: string }[]>;
}

export const pdf = new TextEncoder().encode(
  "%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n",
);

export const facts: OrderFacts = {
  packageName: "Lease",
  language: "en",
  emailNotificationSubject: "Please sign",
  emailNotificationMessage: "Two pages.",
  signingNotificationTitle: "Lease",
  signingNotificationMessage: "Please sign.",
  signatories: [
    { emailAddress: "asa@example.com", firstName: "Åsa", lastName: "Berg" },
    { emailAddress: "bo@example.com", firstName: "Bo", lastName: "Ek" },
  ],
  files: [{ name: "lease.pdf", bytes: pdf }],
};

export async function desk(): Promise<Desk> {
  const service = await world();
  const { mine } = service;
  const items = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    ((await service.control("GET", path)) as { readonly items: readonly Record<string, unknown>[] }).items;
  const it: Desk = {
    service,
    async make(more = {}) {
      const request = buildOrder({ ...facts, ...more }, { token: newOrderToken() });
      const operation = "signing.orders.create";
      const ticket = grantTicket({
        connection: mine.connection,
        operation,
        receivers: receiversOf(operation, request),
        ...request,
      });
      const outcome = readOutcome(await mine.call(operation, request, { ticket }));
      if (outcome.kind !== "created") throw new Error(outcome.words);
      return it.read({ id: outcome.id });
    },
    async act({ id }, signatory, action) {
      await service.control("POST", `/signing/${id}/act`, { signatory, action });
    },
    async read({ id }) {
      const order = await readOrder(mine, id);
      if (order === undefined) throw new Error(`There is no order ${id}.`);
      return order;
    },
    async choose(id, alternative) {
      await service.control("POST", "/choices", { id, alternative });
    },
    calls: async (operation) => (await items("/ledger")).filter((item) => item["operation"] === operation).length,
    outbox: async () =>
      (await items("/outbox")).map(({ channel, to }) => ({ channel: String(channel), to: String(to) })),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  return it;
}
