/** The page at the sandbox's address for a person with a browser: what this is, and which Text Library it has (T36). */
import type { Route } from "../base/route.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Smartform sandbox</title>
<h1>Smartform sandbox</h1>
<p>The whole service in miniature, on this computer. It sends nothing to anybody: mails, messages and webhooks are noted in its outbox.</p>
<p>The Text Library here is that of the authoring application, with the texts that Smartforms refer to. It is not the stand-alone text library
application. There is one library, shared by all environments.</p>
<p>The API is called with a token; pages of forms are opened at the addresses that the service hands out.</p>
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
