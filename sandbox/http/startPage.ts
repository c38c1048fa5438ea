/**
 * The page at the sandbox's address for a person with a browser: what the sandbox is, and which Text Library it has
 * (T36).
 */
import type { Route } from "../base/route.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Smartform sandbox</title>
<h1>Smartform sandbox</h1>
<p>The whole service in miniature, on this computer. It sends nothing to anybody:
its outbox records emails, messages and webhooks.</p>
<p>This is the Text Library of the authoring application, with the texts that Smartforms refer to.
It is not the stand-alone text library application. All environments share one library.</p>
<p>Call the API with a token. Open the pages of forms at the addresses that the service returns.</p>
</html>
`;

export const startRoute: Route = {
  operation: "app.start",
  method: "GET",
  path: "/",
  access: { kind: "page" },
  environment: "none",
  handle: () => ({
    html: page,
    headers: {
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
  }),
};
