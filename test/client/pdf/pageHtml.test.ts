/** The PDF panel's page loads, runs and sends nothing but what it needs. */
import assert from "node:assert/strict";
import { pdfPageHtml } from "../../../client/pdf/pageHtml.ts";

describe("client/pdf/pageHtml", () => {
  const addresses = { origin: "https://webview", script: "https://webview/pdf.js", styles: [`https://webview/a.css?"><script>x</script>`], worker: "https://webview/w.mjs", cmaps: "c/", fonts: "f/" };
  const html = pdfPageHtml(addresses, { nonce: "NONCE", ofForm: true });
  const policy = new Map((/content="([^"]*)"/.exec(html)?.[1] ?? "").split("; ").map((rule) => [rule.split(" ")[0], rule]));

  it("starts from nothing allowed, and allows no eval, no form, no foreign address", () => {
    assert.equal(policy.get("default-src"), "default-src 'none'");
    assert.equal(policy.get("script-src"), "script-src 'nonce-NONCE'");
    assert.equal(policy.get("connect-src"), "connect-src https://webview");
    assert.equal(policy.get("form-action"), "form-action 'none'");
    assert.doesNotMatch(html, /unsafe-eval|wasm|https?:\/\/(?!webview)/);
  });

  it("says where it can be saved that uploaded files are not in it (T64)", () => {
    assert.match(html, /<button id="save"[^>]*title="[^"]*Files uploaded into the form are not in it\."/);
  });

  it("offers what only a form has for forms alone", () => {
    for (const [ofForm, page] of [[true, html], [false, pdfPageHtml(addresses, { nonce: "NONCE", ofForm: false })]] as const) {
      for (const shown of [/<label>Language/, /<button id="open-page" type="button" title/, /Files uploaded into the form/]) assert.equal(shown.test(page), ofForm, String(shown));
    }
  });

  it("writes addresses as text", () => {
    assert.equal(html.match(/<script/g)?.length, 1);
  });
});
