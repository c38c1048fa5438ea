/**
 * What a document is made from (data as the author wrote it, chosen names, attachments), and the outputs that result.
 */
import assert from "node:assert/strict";
import { documentNotProduced, explain, isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { dataOutputs, productOf, sessionOutputs } from "../../../client/documents/outputsModel.ts";
import {
  attachedWords,
  attachmentType,
  dataCallOf,
  dataOfFile,
  formData,
  groupProblem,
  noData,
  ownSource,
} from "../../../client/documents/wishModel.ts";
import type { DocumentData, DocumentWish } from "../../../client/documents/wishModel.ts";
import { inGroup } from "../../../client/connections/documentsPlaceModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const environment = "Test";
const decoded = ({ base64 }: DocumentData): string => Buffer.from(base64, "base64").toString("utf8");
const xml = '<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-77"/><Customer Name="Åsa 😀"/></Data>';

describe("data of a document", () => {
  it("T145 are the author's own text, including large numbers", () => {
    const json = '{ "Claim": { "Number": 12345678901234567890 }, "Customer": { "Name": "Åsa 😀" } }';
    assert.deepEqual([decoded(dataOfFile("claim.json", json)), dataOfFile("claim.json", json).kind], [json, "json"]);
    assert.equal(decoded(dataOfFile("claim.json", `\uFEFF${json}`)), json);
    assert.deepEqual([decoded(dataOfFile("claim.XML", xml)), dataOfFile("claim.XML", xml).kind], [xml, "xml"]);
    assert.equal(decoded(noData), "{}");
  });

  for (const [name, text, problem] of [
    ["claim.json", "{", /^Error: claim\.json is not JSON\. Line 1, column 1: /],
    ["claim.json", '"\ud800"', /an incomplete character/],
    ["claim.xml", "<Data/>", /^Error: claim\.xml: .*has the root element Data/],
  ] as const) {
    it(`are refused with the name of ${name}: ${JSON.stringify(text)}`, () =>
      assert.throws(() => dataOfFile(name, text), problem));
  }

  it("are what was entered in a form, and are missing if the service gives nothing by name", () => {
    assert.equal(decoded(formData({ name: "Åsa" }, "the form")), '{"name":"Åsa"}');
    for (const values of [undefined, null, [], "text"])
      assert.throws(() => formData(values, "the form"), /no named values for the form/);
  });
});

describe("documents from data", () => {
  let contract: Contract;
  let api: Api;

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  beforeEach(() => contract.control("POST", "/reset", { seed: "demo" }));
  after(() => contract.close());

  const wish = (more: Partial<DocumentWish> = {}): DocumentWish => ({
    metaFile: contract.ready.demo.metaFile,
    document: contract.ready.demo.document,
    data: dataOfFile("claim.xml", xml),
    userName: "",
    source: ownSource,
    attachments: [],
    ...more,
  });

  it("T164 name the user whom the author named, and nobody if none was", () => {
    assert.equal(dataCallOf(wish({ userName: "eva" })).body.UserName, "eva");
    assert.equal("UserName" in dataCallOf(wish()).body, false);
  });

  it("are made in the environment group that was named, and in no group if none was", async () => {
    const paths = async (): Promise<readonly string[]> =>
      ((await contract.control("GET", "/ledger")) as { readonly items: readonly { readonly path: string }[] }).items
        .map(({ path }) => path)
        .filter((path) => path.includes("/pdf/"));
    for (const environmentGroup of ["north & south", " ", undefined]) {
      const made = dataCallOf(wish({ ...(environmentGroup !== undefined && { environmentGroup }) }));
      await api.call("documents.pdf.create", { environment, ...made });
    }
    assert.deepEqual(
      (await paths()).map((path) => path.slice(path.indexOf("/Test/"))),
      ["/Test/pdf/create/north%20%26%20south", "/Test/pdf/create", "/Test/pdf/create"],
    );
    const { DxmlUID: dxmlUID } =
      (await api.call("documents.sessions.create", {
        environment,
        ...dataCallOf(wish({ userName: "eva", environmentGroup: "North" })),
        body: { ...dataCallOf(wish()).body, UserName: "eva" },
      })) ?? assert.fail();
    assert.ok(await api.call("documents.pdf.fromSession", { environment, path: { dxmlUID }, ...inGroup("North") }));
    assert.match((await paths()).at(-1) ?? "", /\/pdf\/dxml\/[^/]+\/North$/);
    await contract.choose("E1", "none");
    await assert.rejects(
      api.call("documents.pdf.create", { environment, ...dataCallOf(wish({ environmentGroup: "North" })) }),
      { code: "not-found" },
    );
  });

  it("accept any group name, except one that no address can hold", () => {
    assert.deepEqual(["", "North", "north & south", "7"].map(groupProblem), Array(4).fill(undefined));
    for (const wrong of [".", "..", " .. "]) assert.match(groupProblem(wrong) ?? "", /cannot be part of an address/);
    assert.deepEqual([inGroup(undefined), inGroup(" "), inGroup(" North ")], [{}, {}, { environmentGroup: "North" }]);
  });

  it("T165 are told apart in statistics", async () => {
    assert.equal(ownSource, "smartform-test");
    await api.call("documents.pdf.create", { environment, ...dataCallOf(wish()) });
    const { items } = (await contract.control("GET", "/ledger")) as {
      readonly items: readonly { readonly operation: string }[];
    };
    assert.equal(items.filter(({ operation }) => operation === "documents.pdf.create").length, 1);
    const dxml = await api.call("documents.sessions.create", {
      environment,
      body: { ...dataCallOf(wish()).body, UserName: "eva" },
    });
    const written = await api.call("documents.dxml.get", { environment, path: { dxmlUID: dxml?.DxmlUID ?? "" } });
    assert.match(Buffer.from(written.bytes).toString("utf8"), /Source="smartform-test"/);
  });

  it("T161 carry attachments in order, with their files unchanged", async () => {
    const terms = { kind: "document", metaFile: contract.ready.demo.metaFile, document: "Terms" } as const;
    const { bytes } =
      (await api.call("documents.pdf.create", { environment, ...dataCallOf(wish()) })) ?? assert.fail("no PDF");
    const file = { kind: "file", name: "letter.pdf", type: "PDF", bytes } as const;
    const { body, files } = dataCallOf(wish({ attachments: [terms, file] }));
    assert.deepEqual(
      body.Attachments?.map(({ Type, Order }) => [Type, Order]),
      [
        ["MFL", 1],
        ["PDF", 2],
      ],
    );
    assert.deepEqual([...files.values()], [bytes]);
    const made = await api.call("documents.sessions.create", {
      environment,
      body: { ...body, UserName: "eva" },
      files,
    });
    const dxml = Buffer.from(
      (await api.call("documents.dxml.get", { environment, path: { dxmlUID: made?.DxmlUID ?? "" } })).bytes,
    ).toString("utf8");
    assert.ok(dxml.indexOf('Document="Terms"') < dxml.indexOf(Buffer.from(bytes).toString("base64")));
    assert.deepEqual([terms, file].map(attachedWords), ["Terms of ClaimLetters", "letter.pdf (PDF)"]);
    assert.deepEqual(["a.PDF", "b.axml", "c.docx", "pdf"].map(attachmentType), ["PDF", "AXML", undefined, undefined]);
  });

  it("are not made before there are data", () =>
    assert.throws(() => dataCallOf(wish({ data: undefined })), /no data yet/));

  for (const output of dataOutputs) {
    for (const kind of ["xml", "json"] as const) {
      it(`come as ${output.label} from ${kind.toUpperCase()}`, async () => {
        const data =
          kind === "xml" ? dataOfFile("claim.xml", xml) : dataOfFile("claim.json", '{"Customer":{"Name":"Åsa 😀"}}');
        const product = productOf(
          await api.call(output[kind], { environment, ...dataCallOf(wish({ data })) }),
          output.shown,
        );
        assert.equal(product.shown, output.shown);
        if (product.shown === "text") assert.match(product.text, /Åsa 😀/);
        else assert.match("bytes" in product ? Buffer.from(product.bytes.subarray(0, 5)).toString() : "", /^%PDF-/);
      });

      it(`T143 are no ${output.label} from ${kind.toUpperCase()} if these data give none, and no file is made from nothing`, async () => {
        const none = wish({
          data: kind === "xml" ? dataOfFile("claim.xml", xml) : noData,
          document: contract.ready.demo.documentNotProduced,
        });
        assert.deepEqual(productOf(await api.call(output[kind], { environment, ...dataCallOf(none) }), output.shown), {
          shown: "nothing",
          words: documentNotProduced(),
        });
      });
    }
  }

  it("T143 are refused with a message that blames the MetaFile if its logic is missing", async () => {
    const request = {
      environment,
      ...dataCallOf(wish({ document: contract.ready.demo.documentLogicMissing })),
    } as const;
    await assert.rejects(
      api.call("documents.pdf.create", request),
      (error: unknown) => isApiError(error) && /the MetaFile lacks logic for it/.test(explain(error, request)),
    );
  });

  it("come from a session in every output that it has", async () => {
    const made = await api.call("documents.sessions.create", {
      environment,
      body: { ...dataCallOf(wish()).body, UserName: "eva" },
    });
    const path = { dxmlUID: made?.DxmlUID ?? "" };
    for (const { operation, shown } of sessionOutputs) {
      const product = productOf(await api.call(operation, { environment, path }), shown);
      assert.equal(product.shown, shown);
      if (product.shown === "text") assert.match(product.text, /Åsa 😀/);
    }
  });

  it("are a file if an output should be text and is not", () => {
    const bytes = new Uint8Array([0xff, 0xfe]);
    assert.deepEqual(productOf({ bytes, contentType: "text/html", name: undefined }, "text"), { shown: "file", bytes });
  });
});
