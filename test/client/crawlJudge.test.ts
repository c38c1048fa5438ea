/**
 * The crawl's check of the service: it fails if a harmful request reaches the service, no matter who sent the request.
 */
import assert from "node:assert/strict";
import { grantTicket } from "../../api/grant.ts";
import { startCrawlWorld } from "../vscode/crawl.ts";
import type { CrawlWorld } from "../vscode/crawl.ts";
import { serviceOf } from "../vscode/suite/crawl/service.ts";
import type { Service } from "../vscode/suite/crawl/service.ts";

describe("the crawl's look at the service", () => {
  let world: CrawlWorld;
  let service: Service;

  before(async function () {
    this.timeout(120_000);
    world = await startCrawlWorld({ whole: false, only: [] });
    service = serviceOf(world.handed);
  });
  after(() => world[Symbol.asyncDispose]());

  it("lets reads pass", async () => {
    await service.fingerprint();
    assert.ok((await service.harmless("reading")) > 0);
  });

  it("names a call that destroys, what was done meanwhile, and what no longer exists", async () => {
    const before = await service.fingerprint();
    const [, id = ""] = /^text (.+)$/.exec([...before.keys()].find((name) => name.startsWith("text ")) ?? "") ?? [];
    const sent = { operation: "textlibrary.texts.delete", path: { id } } as const;
    await service.api.call(
      sent.operation,
      { path: sent.path },
      { ticket: grantTicket({ ...sent, connection: service.api.connection, receivers: [] }) },
    );
    await assert.rejects(
      service.harmless("a click on a text"),
      ({ message }: Error) => message.includes("a click on a text") && message.includes("textlibrary.texts.delete"),
    );
    assert.equal(await service.harmless("nothing"), 0);
    const after = await service.fingerprint();
    assert.deepEqual(
      [...before.keys()].filter((name) => !after.has(name)),
      [`text ${id}`],
    );
    assert.equal(await service.canRead(`text ${id}`), false);
  });
});
