/**
 * The editor of a session in a browser. A person changes the values of the document, and finishes or discards the
 * session. The start URL opens the editor. If the company requires a JWT, the URL alone is not enough (document 3,
 * "Authentication"; T159).
 */
import type { Call, Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { Access, Route } from "../base/route.ts";
import { sameSecret } from "../base/secret.ts";
import { pageHeaders, pageHtml, text } from "../print/index.ts";
import { printable } from "./data.ts";
import { readDxml, writeDxml } from "./dxml.ts";
import type { ProducedDocument } from "./dxml.ts";
import { isGoodJwt } from "./jwt.ts";
import { anySession, endSession } from "./session.ts";
import type { Session } from "./session.ts";

const path = `${prefixes.app}/WebEditor/{startParameter}`;

const show: Handler = (call) => {
  const { state, query } = call;
  const { session, document } = sessionOf(call);
  if (state.choice("E7") === "required" && !isGoodJwt(state, query.get("jwt") ?? "", session.startParameter))
    throw new Refusal("jwt-needed");
  state.run("UPDATE editingSession SET opened = 1 WHERE id = ?", session.id);
  return { html: page(session, document, pageToken(call, session)), headers: pageHeaders };
};

/** Only the page itself has the token, so that no other page can end the session. */
const post: Handler = (call) => {
  const { session, document } = sessionOf(call);
  const posted = new URLSearchParams(new TextDecoder().decode(call.rawBody));
  if (!sameSecret(posted.get("token") ?? "", pageToken(call, session))) throw new Refusal("page-expired");
  if (session.status !== "Draft") throw new Refusal("session-ended");
  const values = document.values.map(
    ([name, value], index) =>
      [name, printable(posted.get(`value:${index}`)?.replaceAll("\r\n", "\n") ?? value)] as const,
  );
  const edited = { ...document, values };
  call.state.run(
    "UPDATE editingSession SET dxml = ?, modifiedAt = ? WHERE id = ?",
    writeDxml(edited),
    call.state.now(),
    session.id,
  );
  const action = posted.get("action");
  const status = action === "finish" ? "OK" : action === "discard" ? "Discarded" : "Draft";
  if (status !== "Draft") endSession(call, session, status);
  return { html: page({ ...session, status }, edited, pageToken(call, session)), headers: pageHeaders };
};

const access: Access = {
  kind: "page",
  knows: ({ state, path: { startParameter = "" } }) =>
    anySession(state, "startParameter", startParameter) !== undefined,
};

export const editorRoutes: readonly Route[] = [
  { operation: "app.editor", method: "GET", path, access, handle: show, environment: "none" },
  { operation: "app.edit", method: "POST", path, access, handle: post, environment: "none" },
];

function sessionOf({ state, path: { startParameter = "" } }: Call): {
  readonly session: Session;
  readonly document: ProducedDocument;
} {
  const session = anySession(state, "startParameter", startParameter);
  if (!session || session.dxml === null) throw new Refusal("session-missing");
  return { session, document: readDxml(Buffer.from(session.dxml), "The session") };
}

function pageToken({ state }: Call, { id }: Session): string {
  return state.secret(`editor:${id}`);
}

const ended: Readonly<Record<string, string>> = {
  OK: "Editing is finished.",
  Discarded: "The document was discarded.",
};

function page({ status }: Session, { document, metaFile, values }: ProducedDocument, token: string): string {
  const message = ended[status];
  const fields = values.map(
    ([name, value], index) =>
      `<div class="field"><label><span class="name">${text(name)}</span>${
        value.includes("\n")
          ? `<textarea name="value:${index}">\n${text(value)}</textarea>`
          : `<input type="text" name="value:${index}" value="${text(value)}">`
      }</label></div>`,
  );
  const buttons = [
    ["save", "Save"],
    ["finish", "Finish"],
    ["discard", "Discard"],
  ].map(([action, label]) => `<button type="submit" name="action" value="${action}">${label}</button>`);
  return pageHtml({
    title: document,
    note: "Sandbox: this document is a test. Nothing that you enter leaves this machine.",
    main: `<h1>${text(document)}</h1>
<p>MetaFile ${text(metaFile)}</p>
${message === undefined ? "" : `<p role="status">${message}</p>\n`}<form method="post">
<input type="hidden" name="token" value="${text(token)}">
<fieldset${message === undefined ? "" : " disabled"}>
${fields.join("\n")}
${message === undefined ? `<p>${buttons.join(" ")}</p>\n` : ""}</fieldset>
</form>`,
  });
}
