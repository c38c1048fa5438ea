/** The pages of the panels load, run and send only what the frame around them allows. */
import assert from "node:assert/strict";
import { pageHtml } from "../../../client/window/pageHtml.ts";
import type { Page, PagePlace } from "../../../client/window/pageHtml.ts";
import { statisticsPage } from "../../../client/statistics/page.ts";
import { tablePage } from "../../../client/panels/table/page.ts";

describe("pages", () => {
  const place: PagePlace = {
    origin: "https://webview",
    nonce: "NONCE",
    at: (path) => `https://webview/${path}?"><script>x</script>`,
  };
  const policyOf = (page: Page) => (/content="([^"]*)"/.exec(pageHtml(place, page))?.[1] ?? "").split("; ");

  for (const [name, page] of Object.entries({ table: tablePage, statistics: statisticsPage })) {
    it(`allow the ${name} only its own script and style`, () => {
      assert.deepEqual(policyOf(page), [
        "default-src 'none'",
        "script-src 'nonce-NONCE'",
        "style-src https://webview 'unsafe-inline'",
        "img-src data:",
        "form-action 'none'",
        "base-uri 'none'",
      ]);
    });
  }

  it("may have more sources, one by one", () => {
    assert.deepEqual(policyOf({ ...tablePage, sources: { "img-src": "blob:", "worker-src": "blob:" } }).slice(3), [
      "img-src blob:",
      "form-action 'none'",
      "base-uri 'none'",
      "worker-src blob:",
    ]);
  });

  it("write addresses, titles and data as text", () => {
    const html = pageHtml(place, { ...tablePage, title: "<b>&amp;", data: { fonts: 'f/"' } });
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /<title>&lt;b>&amp;amp;<\/title>/);
    assert.match(html, /<body data-fonts="f\/&quot;">/);
  });
});
