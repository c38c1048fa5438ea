/**
 * The page of a signatory, the webhooks of an order (with a receiver on this machine), and an order whose response is
 * lost.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { checkPdf } from "../print/pdfTools.ts";
import { visit } from "../visit.ts";
import type { Answer, Visit } from "../visit.ts";

const signing = "/signing/DigitalSigningOrders";
let service: Visit;
let origin: string;
before(async () => {
  service = await visit();
  origin = new URL(service.ready.formsAppUrl).origin;
});
beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
after(() => service.close());

const asa = {
  emailAddress: "asa@x.example",
  firstName: "Åsa",
  lastName: "Berg",
  signUrl: "",
  signingSequence: "Initial",
};
const bo = {
  emailAddress: "bo@x.example",
  firstName: "Bo",
  lastName: "Ek",
  signUrl: "",
  signingSequence: "DependsOnInitial",
};

function create(more: object = {}): Promise<Answer> {
  return service.call("POST", `${signing}/`, {
    body: {
      packageName: "<b>Lease</b>",
      language: "sv",
      emailNotificationSubject: "To sign",
      emailNotificationMessage: "Please sign.",
      signingNotificationTitle: "<script>alert(1)</script>",
      signingNotificationMessage: "One & two\nnext",
      signNowViaUrl: true,
      signingOrderFiles: [{ name: '"><i>.pdf', fileContent: Buffer.from(onePagePdf(["Lease"])).toString("base64") }],
      signatories: [asa, bo],
      ...more,
    },
  });
}

const idOf = (order: Answer) => String(order.at("data.id"));
const statusOf = async (order: Answer) => (await service.call("GET", `${signing}/${idOf(order)}`)).at("status");

describe("sandbox: an order whose answer is lost", () => {
  it("T118 is made once if the answer was lost after it took effect, and not at all if the request was", async () => {
    for (const [kind, orders] of [
      ["reset-before", 0],
      ["reset-after", 1],
    ] as const) {
      await service.control("POST", "/faults", { operation: "signing.orders.create", kind, times: 1 });
      await assert.rejects(create());
      assert.equal(
        ((await service.call("POST", `${signing}/GetListOfOrders`, { body: {} })).json as readonly unknown[]).length,
        orders,
      );
    }
  });
});

describe("sandbox: signed files as PDFs", () => {
  it("are valid, whether the document could be opened or is only attached", async () => {
    const odd = [
      ...["%PDF-1.4", "%PDF-1.7\n1 0 obj\n<<"].map((text) => Buffer.from(text)),
      Buffer.from(onePagePdf(["Lease"]).subarray(0, 300)),
    ];
    const signingOrderFiles = [onePagePdf(["Lease"]), ...odd].map((bytes, index) => ({
      name: `${index}.pdf`,
      fileContent: Buffer.from(bytes).toString("base64"),
    }));
    const order = await create({ signatories: [asa], signingOrderFiles });
    await service.control("POST", `/signing/${idOf(order)}/act`, { signatory: 0, action: "sign" });
    await service.control("POST", "/choices", { id: "G10", alternative: "list" });
    const listed = (await service.call("GET", `${signing}/GetCertifiedPdf/${idOf(order)}`)).json as readonly {
      fileContent: string;
    }[];
    for (const { fileContent } of listed) checkPdf(Buffer.from(fileContent, "base64"));
    assert.equal(listed.length, 4);
    await service.control("POST", "/choices", { id: "G10", alternative: "pdf" });
    for (const call of ["GetCertifiedPdf", "GetAllSignatureFiles"])
      checkPdf((await service.call("GET", `${signing}/${call}/${idOf(order)}`)).bytes);
  });
});

describe("sandbox: page of a signatory", () => {
  const page = (order: Answer, signatory = 0) => String(order.at(`data.signatories.${signatory}.signUrl`));
  const show = (url: string, headers = {}) => service.send("GET", url, { headers });
  const tokenOf = async (url: string) => /name="token" value="([^"]+)"/.exec((await show(url)).text)?.[1] ?? "";
  const post = async (
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin, "sec-fetch-site": "same-origin" },
  ) =>
    service.send("POST", url, {
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });

  it("shows what is to be signed, as text, with nothing executable", async () => {
    const { status, text, headers } = await show(page(await create()));
    assert.equal(status, 200);
    assert.match(text, /Sandbox: signing here is a test/);
    assert.match(text, /&#60;script&#62;alert\(1\)&#60;\/script&#62;<\/h1>\n<p>One &#38; two<\/p><p>next<\/p>/);
    assert.match(text, /<h2>&#60;b&#62;Lease&#60;\/b&#62;<\/h2>/);
    assert.match(text, />&#34;&#62;&#60;i&#62;\.pdf<\/a>/);
    assert.doesNotMatch(text, /<script|<b>|<i>/);
    assert.match(
      headers.get("content-security-policy") ?? "",
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    assert.equal(headers.get("x-frame-options"), "DENY");
  });

  it("takes the order to InProgress when it is opened, signs it with the button, and shows that it is signed", async () => {
    const order = await create();
    assert.equal(await statusOf(order), 1);
    const token = await tokenOf(page(order));
    assert.equal(await statusOf(order), 5);
    const signed = await post(page(order), { token, action: "sign" });
    assert.deepEqual([signed.status, origin + (signed.headers.get("location") ?? "")], [303, page(order)]);
    assert.match((await show(page(order))).text, /You have signed\./);
    assert.equal((await post(page(order), { token, action: "sign" })).status, 409);
    await post(page(order, 1), { token: await tokenOf(page(order, 1)), action: "sign" });
    assert.equal(await statusOf(order), 10);
  });

  it("rejects with the other button, and tells the others that it is over", async () => {
    const order = await create();
    await post(page(order), { token: await tokenOf(page(order)), action: "reject" });
    assert.equal(await statusOf(order), 50);
    assert.match((await show(page(order))).text, /You have rejected/);
    assert.match((await show(page(order, 1))).text, /This order is over/);
  });

  it("says if it is not the signatory's turn, and offers no button", async () => {
    const { text } = await show(page(await create({ useSignatureOrder: true }), 1));
    assert.match(text, /Others sign before you/);
    assert.doesNotMatch(text, /<button/);
  });

  it("refuses requests that do not come from the page itself, and an unknown action", async () => {
    const order = await create();
    const url = page(order);
    const token = await tokenOf(url);
    assert.equal((await post(url, { token: "guess", action: "sign" })).status, 403);
    assert.equal((await post(url, { token: await tokenOf(page(order, 1)), action: "sign" })).status, 403);
    assert.equal((await post(url, { token, action: "sign" }, { origin: "http://evil.example" })).status, 403);
    assert.equal(
      (
        await post(
          url,
          { token, action: "sign" },
          { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
        )
      ).status,
      403,
    );
    assert.equal((await post(url, { token, action: "forward" })).status, 400);
    assert.equal(await statusOf(order), 5);
    assert.equal(
      (await show(url, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" }))
        .status,
      403,
    );
    assert.equal((await show(`${url}0`)).status, 404);
  });

  it("offers the documents unchanged, to be read first", async () => {
    const order = await create();
    const link = /<li><a href="([^"]+)"/.exec((await show(page(order))).text)?.[1] ?? "";
    const { status, headers, text } = await show(origin + link);
    assert.deepEqual([status, headers.get("content-type")], [200, "application/pdf"]);
    assert.match(headers.get("content-disposition") ?? "", /^attachment; filename\*=UTF-8''%22%3E%3Ci%3E\.pdf$/);
    assert.match(text, /^%PDF-1\.4/);
    assert.equal((await show(`${origin}${link}x`)).status, 404);
    const other = await create();
    assert.equal((await show(`${page(other)}/files/${link.split("/").at(-1)}`)).status, 404);
  });
});

describe("sandbox: webhooks of an order", () => {
  let receiver: Server;
  let url: string;
  /** Method, path and length of the body of each call. */
  let calls: string[] = [];
  /** The time at which each call arrived. */
  let times: number[] = [];
  let answer: 204 | 500 | "none" = 204;
  let onCall = () => {};
  before(async () => {
    receiver = createServer((request, response) => {
      let length = 0;
      request
        .on("data", (chunk: Buffer) => {
          length += chunk.length;
        })
        .on("end", () => {
          calls.push(`${request.method} ${request.url} ${length}`);
          times.push(performance.now());
          if (answer === "none") request.socket.destroy();
          else response.writeHead(answer).end();
          onCall();
        });
    });
    await new Promise<void>((resolve) => {
      receiver.listen(0, "127.0.0.1", resolve);
    });
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(() => {
    [calls, times] = [[], []];
  });

  /** Resolves once the receiver has been called `often` times in total. */
  function heard(often: number): Promise<void> {
    return new Promise((resolve) => {
      onCall = () => {
        if (calls.length === often) resolve();
      };
    });
  }

  async function complete(): Promise<void> {
    const order = await create({
      completedWebhookUrl: `${url}/done`,
      cancelledWebhookUrl: `${url}/cancelled`,
      signatories: [asa],
    });
    await service.control("POST", `/signing/${idOf(order)}/act`, { signatory: 0, action: "sign" });
  }

  it("T129 is a GET without a body for a completed order, and another for a cancelled one", async () => {
    answer = 204;
    const both = heard(2);
    await complete();
    await service.call("DELETE", `${signing}/${idOf(await create({ cancelledWebhookUrl: `${url}/cancelled` }))}`);
    await both;
    assert.deepEqual(calls.toSorted(), ["GET /cancelled 0", "GET /done 0"]);
  });

  it("T129 is called four times in all, half a second apart, without an answer, and once if the answer is an error", async () => {
    answer = 500;
    const refused = heard(1);
    await complete();
    await refused;
    answer = "none";
    // Waits for the four attempts of the second order. In this time, a second attempt for the first order would have
    // arrived.
    const unanswered = heard(1 + 4);
    await complete();
    await unanswered;
    answer = 204;
    const last = heard(1 + 4 + 1);
    await service.call("DELETE", `${signing}/${idOf(await create({ cancelledWebhookUrl: `${url}/cancelled` }))}`);
    await last;
    assert.deepEqual(calls, [...Array.from({ length: 5 }, () => "GET /done 0"), "GET /cancelled 0"]);
    // At least half a second passes before each further attempt, and more on a busy machine.
    for (const attempt of [2, 3, 4])
      assert.ok((times[attempt] ?? 0) - (times[attempt - 1] ?? 0) > 450, `attempt ${attempt}`);
  });
});
