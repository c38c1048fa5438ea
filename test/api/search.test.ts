/** Paging through the Text Library: from page 0, with the page size that the service chooses, while others write. */
import assert from "node:assert/strict";
import { searchTexts } from "../../api/index.ts";
import type { SearchCall } from "../../api/index.ts";

/** `pages`: the ids on each page. `totals`: the total that the service reports on each page. */
function serviceWith(
  pages: readonly (readonly string[])[],
  { totals, pageSize = 2 }: { readonly totals?: readonly number[]; readonly pageSize?: number } = {},
) {
  const asked: unknown[] = [];
  const count = pages.flat().length;
  const call: SearchCall = async (_operation, request) => {
    asked.push(request.query);
    const page = request.query?.page ?? 0;
    return {
      texts: {
        items: (pages[page] ?? []).map((id) => ({ id })),
        page,
        pageSize,
        totalCount: totals?.[page] ?? count,
        totalPages: pages.length,
      },
      folders: [],
    };
  };
  return { asked, call };
}

async function readAll(call: SearchCall, options: { readonly firstPage?: number } = {}) {
  const ids: string[] = [];
  const pages = searchTexts(call, {}, options);
  for (let next = await pages.next(); ; next = await pages.next()) {
    if (next.done === true) return { ids, ...next.value };
    ids.push(...next.value.texts.map(({ id }) => id));
  }
}

describe("search", () => {
  it("T28 starts at page 0, skips nothing and repeats nothing", async () => {
    const { call, asked } = serviceWith([["a", "b"], ["c", "d"], ["e"]]);
    assert.deepEqual(await readAll(call), { ids: ["a", "b", "c", "d", "e"], moved: false });
    assert.deepEqual(
      asked.map((query) => (query as { page: number }).page),
      [0, 1, 2],
    );
  });

  it("T29 requests at most 100 per page and accepts the page size that it gets", async () => {
    const { call, asked } = serviceWith([["a"], ["b"]], { pageSize: 1 });
    assert.deepEqual(await readAll(call), { ids: ["a", "b"], moved: false });
    assert.ok(asked.every((query) => (query as { pageSize: number }).pageSize === 100));
  });

  it("T30 resumes where it stopped", async () => {
    const { call } = serviceWith([["a", "b"], ["c", "d"], ["e"]]);
    assert.deepEqual((await readAll(call, { firstPage: 2 })).ids, ["e"]);
  });

  it("T31 drops duplicates and reports that the list moved", async () => {
    assert.deepEqual(
      await readAll(
        serviceWith([
          ["a", "b"],
          ["b", "c"],
        ]).call,
      ),
      { ids: ["a", "b", "c"], moved: true },
    );
  });

  it("T31 reports when the total changes or a page is short", async () => {
    assert.equal((await readAll(serviceWith([["a", "b"], ["c"]], { totals: [4, 3] }).call)).moved, true);
    assert.equal((await readAll(serviceWith([["a"], ["b", "c"]], { totals: [4, 4] }).call)).moved, true);
  });

  it("T31 ends if the service promises pages and has none", async () => {
    const { call } = serviceWith([["a"]]);
    let asked = 0;
    const promising: SearchCall = async (...parameters) => {
      asked += 1;
      const answer = await call(...parameters);
      return { ...answer, texts: { ...answer.texts, totalPages: asked + 1 } };
    };
    assert.deepEqual(await readAll(promising), { ids: ["a"], moved: true });
    assert.equal(asked, 2);
  });

  it("treats a page past the end as empty", async () => {
    assert.deepEqual(await readAll(serviceWith([["a", "b"]]).call, { firstPage: 7 }), { ids: [], moved: false });
    assert.deepEqual(await readAll(serviceWith([]).call), { ids: [], moved: false });
  });
});
