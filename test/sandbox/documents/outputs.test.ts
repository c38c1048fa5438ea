/**
 * Checks what the calls of document 3 return: whether the result has the kind that the tables of document 3 name, and
 * whether it is one-sided.
 */
import assert from "node:assert/strict";
import { objectsOf, textOf } from "../print/pdfTools.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

type Kind = "a PDF" | "an MFDX file" | "HTML" | "XML";
type Sends = "data" | "JSON data" | "a DXML" | "nothing";

const outputs: readonly (readonly [call: string, sends: Sends, kind: Kind, oneSided?: "one-sided"])[] = [
  ["POST /pdf/create", "data", "a PDF"],
  ["POST /pdf/create/jsondata", "JSON data", "a PDF"],
  ["POST /pdf/simplex/create", "data", "a PDF", "one-sided"],
  ["POST /pdf/simplex/create/jsondata", "JSON data", "a PDF", "one-sided"],
  ["POST /pdf/createpreview", "data", "a PDF"],
  ["POST /pdf/createpreview/jsondata", "JSON data", "a PDF"],
  ["POST /mfdx/create", "data", "an MFDX file"],
  ["POST /mfdx/create/jsondata", "JSON data", "an MFDX file"],
  ["POST /mfdx/simplex/create", "data", "an MFDX file", "one-sided"],
  ["POST /mfdx/simplex/create/jsondata", "JSON data", "an MFDX file", "one-sided"],
  ["POST /html/create", "data", "HTML"],
  ["POST /html/create/jsondata", "JSON data", "HTML"],
  ["POST /xml/create", "data", "XML"],
  ["POST /xml/create/jsondata", "JSON data", "XML"],
  ["GET /pdf/dxml/{dxmlUID}", "nothing", "a PDF"],
  ["GET /pdf/simplex/dxml/{dxmlUID}", "nothing", "a PDF", "one-sided"],
  ["POST /pdf/create/dxml", "a DXML", "a PDF"],
  ["POST /pdf/simplex/create/dxml", "a DXML", "a PDF", "one-sided"],
  ["POST /html/create/dxml", "a DXML", "HTML"],
  ["GET /html/dxml/{dxmlUID}", "nothing", "HTML"],
  ["GET /xml/dxml/{dxmlUID}", "nothing", "XML"],
  ["GET /dynamo/pdf/{jobid}/{docid}", "nothing", "a PDF"],
  ["GET /dynamo/pdf/simplex/{jobid}/{docid}", "nothing", "a PDF", "one-sided"],
  ["GET /dynamo/html/{jobid}/{docid}", "nothing", "HTML"],
  ["GET /dynamo/mfdx/{jobid}/{docid}", "nothing", "an MFDX file"],
  ["GET /dynamo/mfdx/simplex/{jobid}/{docid}", "nothing", "an MFDX file", "one-sided"],
];

describe("sandbox: documents that calls return", () => {
  const base = "/documents/Test";
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const document = { MetaFile: "ClaimLetters", Document: "Decision", UserName: "eva" };
  const data = {
    ...document,
    DataAsBase64: encode('<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-4711"/></Data>'),
  };
  let service: Visit;
  let ids: Readonly<Record<string, string>>;
  let bodies: Readonly<Record<Sends, unknown>>;
  before(async () => {
    service = await visit();
    await service.control("POST", "/choices", { id: "E5", alternative: "never" });
    const [session, stored] = await Promise.all([
      service.call("POST", `${base}/dxml/create`, { body: data }),
      service.call("POST", `${base}/dynamo/create`, { body: data }),
    ]);
    ids = {
      "{dxmlUID}": String(session.at("DxmlUID")),
      "{jobid}": String(stored.at("JobId")),
      "{docid}": String(stored.at("DocId")),
    };
    const dxml = await service.call("GET", `${base}/dxml/${ids["{dxmlUID}"]}`);
    bodies = {
      data,
      "JSON data": { ...document, DataAsBase64: encode('{"Claim":{"Number":"S-4711"}}') },
      "a DXML": { B64Dxml: encode(dxml.text) },
      nothing: undefined,
    };
  });
  after(() => service.close());

  for (const [call, sends, kind, oneSided] of outputs) {
    it(`${call} returns ${kind}${oneSided === undefined ? "" : ", one-sided"}`, async () => {
      const [method = "", path = ""] = call.split(" ");
      const { status, headers, bytes, text } = await service.call(
        method,
        base + path.replace(/\{\w+\}/g, (name) => ids[name] ?? ""),
        { body: bodies[sends] },
      );
      assert.equal(status, 200, text.slice(0, 300));
      const type = headers.get("content-type") ?? "";
      if (kind === "HTML" || kind === "XML") {
        assert.match(type, kind === "HTML" ? /^text\/html/ : /^application\/xml/);
        assert.match(text, kind === "HTML" ? /^<!doctype html>/i : /^<\?xml /);
        assert.match(text, /S-4711/);
        return;
      }
      assert.equal(type, "application/pdf");
      assert.match(textOf(bytes), /S-4711/);
      const objects = objectsOf(bytes);
      assert.equal(objects.includes("metadata.xml"), kind === "an MFDX file");
      assert.equal(objects.includes('"/Duplex": "/Simplex"'), oneSided !== undefined);
    });
  }
});
