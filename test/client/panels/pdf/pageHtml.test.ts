/** The PDF panel's page loads, runs and sends only what it needs. */
import assert from "node:assert/strict";
import { pageHtml } from "../../../../client/window/pageHtml.ts";
import type { PagePlace } from "../../../../client/window/pageHtml.ts";
import { pdfPage } from "../../../../client/panels/pdf/page.ts";

describe("client/panels/pdf/pageHtml", () => {
  const place: PagePlace = {
    origin: "https://webview",
    nonce: "NONCE",
    at: (path) => `https://webview/${path}?"><script>x</script>`,
  };
  const html = pageHtml(place, pdfPage({ ofForm: true, colours: "paper" }));
  const policy = new Map(
    (/content="([^"]*)"/.exec(html)?.[1] ?? "").split("; ").map((rule) => [rule.split(" ")[0], rule]),
  );

  it("starts with nothing allowed, and allows no eval, no form, no foreign address", () => {
    assert.equal(policy.get("default-src"), "default-src 'none'");
    assert.equal(policy.get("script-src"), "script-src 'nonce-NONCE'");
    assert.equal(policy.get("connect-src"), undefined);
    assert.equal(policy.get("font-src"), "font-src data:");
    assert.equal(policy.get("form-action"), "form-action 'none'");
    assert.doesNotMatch(html, /unsafe-eval|wasm|https?:\/\/(?!webview)/);
  });

  it("runs the library before its own script, and both have the nonce", () => {
    const page = { ...pdfPage({ ofForm: true, colours: "paper" }), library: "</script>" };
    assert.match(
      pageHtml(place, page),
      /<script nonce="NONCE" src="data:text\/javascript;base64,PC9zY3JpcHQ\+"><\/script>\n<script type="module" nonce="NONCE" src="https:\/\/webview\/pdf\.js/,
    );
  });

  it("says next to the save button that uploaded files are not included (T64)", () => {
    assert.match(
      html,
      /<button id="save"[^>]*title="[^"]*The PDF does not include files that were uploaded to the form\."/,
    );
  });

  it("offers the actions of a form only for forms", () => {
    for (const [ofForm, page] of [
      [true, html],
      [false, pageHtml(place, pdfPage({ ofForm: false, colours: "theme" }))],
    ] as const) {
      for (const shown of [
        /<label>Language/,
        /<button id="open-page" type="button"\s+title/,
        /does not include files that were uploaded to the form/,
      ])
        assert.equal(shown.test(page), ofForm, String(shown));
    }
  });
});
