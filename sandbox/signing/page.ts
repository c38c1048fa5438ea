/**
 * The page of a signatory: the documents to sign, and two buttons. Its address alone identifies the signatory, as with
 * a link in a mail.
 */
import type { Call, Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { Access, Addressed, Route } from "../base/route.ts";
import { sameSecret } from "../base/secret.ts";
import { pageHeaders as headers, pageHtml, text } from "../print/index.ts";
import { act, open, whyNot } from "./life.ts";
import { anyOrder, nameOf, signStatus } from "./order.ts";
import type { Order, Signatory } from "./order.ts";

const path = `${prefixes.app}/signing/{pageKey}`;

const show: Handler = (call) => {
  const { order, signatory } = asked(call);
  open(call, order, signatory);
  return { html: page(call, asked(call)), headers };
};

/** Only the page itself has the token, so that no other page can sign. */
const post: Handler = (call) => {
  const { order, signatory } = asked(call);
  const posted = new URLSearchParams(new TextDecoder().decode(call.rawBody));
  if (!sameSecret(posted.get("token") ?? "", pageToken(call, signatory))) throw new Refusal("page-expired");
  const action = posted.get("action");
  if (action !== "sign" && action !== "reject") throw new Refusal("bad-field", "action must be sign or reject");
  return {
    ...act(call, order, signatory, action),
    status: 303,
    headers: { location: `${prefixes.app}/signing/${signatory.pageKey}` },
  };
};

/** Returns a document of the order as sent, to be read before signing. */
const file: Handler = (call) => {
  const { order } = asked(call);
  const found = call.state.one<{ name: string; bytes: Uint8Array }>(
    "SELECT name, bytes FROM signingFile WHERE id = ? AND signingOrder = ?",
    call.path["fileId"] ?? "",
    order.id,
  );
  if (!found) throw new Refusal("signature-missing");
  return { file: { type: "application/pdf", name: found.name, bytes: () => found.bytes } };
};

const access: Access = { kind: "page", knows: (call) => signatoryOf(call) !== undefined };

export const signingPageRoutes: readonly Route[] = [
  { operation: "app.signing", method: "GET", path, access, handle: show, environment: "none" },
  { operation: "app.signing.act", method: "POST", path, access, handle: post, environment: "none" },
  {
    operation: "app.signing.file",
    method: "GET",
    path: `${path}/files/{fileId}`,
    access,
    handle: file,
    environment: "none",
  },
];

interface Place {
  readonly signingOrder: string;
  readonly number: number;
}

function signatoryOf({ state, path: { pageKey = "" } }: Addressed): Place | undefined {
  return state.one<Place>("SELECT signingOrder, number FROM signatory WHERE pageKey = ?", pageKey);
}

function asked(call: Call): { readonly order: Order; readonly signatory: Signatory } {
  const row = signatoryOf(call);
  const order = anyOrder(call.state, row?.signingOrder);
  const signatory = order.signatories.find(({ number }) => number === row?.number);
  if (!signatory) throw new Refusal("order-missing");
  return { order, signatory };
}

function pageToken({ state }: Call, { pageKey }: Signatory): string {
  return state.secret(`signing:${pageKey}`);
}

function page(call: Call, { order, signatory }: { readonly order: Order; readonly signatory: Signatory }): string {
  const { content } = order;
  const address = `${prefixes.app}/signing/${signatory.pageKey}`;
  const files = order.files
    .map(({ id, name }) => `<li><a href="${text(`${address}/files/${id}`)}">${text(name)}</a></li>`)
    .join("");
  const message = content.signingNotificationMessage
    .split("\n")
    .map((line) => `<p>${text(line)}</p>`)
    .join("");
  return pageHtml({
    title: content.signingNotificationTitle,
    language: content.language,
    note: "Sandbox: signing here is a test. It binds nobody, and nothing leaves this machine.",
    main: `<h1>${text(content.signingNotificationTitle)}</h1>
${message}
<h2>${text(content.packageName)}</h2>
<ul>${files}</ul>
${whyNot(order, signatory) === undefined ? buttons(nameOf(signatory), pageToken(call, signatory)) : `<p role="status">${text(standing(order, signatory))}</p>`}`,
  });
}

function buttons(name: string, token: string): string {
  return `<form method="post">
<input type="hidden" name="token" value="${text(token)}">
<p>You sign as ${text(name)}.</p>
<p><button type="submit" name="action" value="sign">Sign</button> <button type="submit" name="action" value="reject">Reject</button></p>
</form>`;
}

function standing(order: Order, signatory: Signatory): string {
  if (signatory.signStatus === signStatus.completed) return "You have signed.";
  if (signatory.signStatus === signStatus.rejected) return "You have rejected this order.";
  return whyNot(order, signatory) === "not-their-turn"
    ? "Others sign before you. You will be notified when it is your turn."
    : "This order is over. There is nothing left to sign.";
}
