/** A window for the crawl: its own sandbox with something of everything in it, a copy of the samples, and the suite inside the extension host. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readOutcome } from "../../api/index.ts";
import { startWorld, type World } from "../faults/world.ts";
import { prepareRequests } from "../faults/requests.ts";
import { root } from "../../scripts/root.mjs";
import type { Handed } from "./suite/crawl/service.ts";

export interface CrawlWorld extends AsyncDisposable {
  readonly handed: Handed;
  readonly settings: Readonly<Record<string, unknown>>;
}

export async function startCrawlWorld({ whole, only }: Pick<Handed, "whole" | "only">): Promise<CrawlWorld> {
  const world = await startWorld();
  const requests = await prepareRequests(world);
  const { ready } = world;
  const create = async (): Promise<string> => {
    const outcome = readOutcome(await world.call("signing.orders.create", await requests.of("signing.orders.create")) as Parameters<typeof readOutcome>[0]);
    assert.ok(outcome.kind === "created");
    return outcome.id;
  };
  const made = {
    order: await create(),
    form: (await requests.of("forms.read")).path?.["id"] ?? "",
    archived: (await requests.of("archive.download")).path?.["fileId"] ?? "",
    session: (await requests.of("documents.sessions.status")).path?.["dxmlUID"] ?? "",
  };
  for (const list of ["/ledger", "/outbox"]) await world.control("DELETE", list);
  const { authUrl, formsApiUrl, formsAppUrl, auditApiUrl, statisticsApiUrl, signingApiUrl, archiveApiUrl, documentsApiUrl } = world.connection("standard");
  const profile = { name: "crawl", clientId: ready.clients.find(({ name }) => name === "standard")?.clientId, authUrl, formsApiUrl, formsAppUrl, auditApiUrl, statisticsApiUrl, signingApiUrl, archiveApiUrl, documentsApiUrl };
  return { handed: { ready, whole, only, samples: join(root, "samples"), made }, settings: { "smartform.connections": [profile] }, [Symbol.asyncDispose]: () => (world satisfies World)[Symbol.asyncDispose]() };
}
