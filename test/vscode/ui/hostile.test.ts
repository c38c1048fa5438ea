/**
 * Hostile HTML, SVG, Markdown and PDF in everything that shows them: no script runs, no server gets a request, no file
 * is read, no command runs, and nothing navigates away. Many samples are shown at a time, in one open preview and one
 * open PDF panel. The test shows a few samples of each family; `npm run hostile` shows all.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page, Request } from "playwright-core";
import { catalogFile } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { previewBlocks, previewTags } from "../../../client/preview/previewTree.ts";
import { expand as expandText, known } from "../../../language/index.ts";
import type { Piece } from "../../../language/index.ts";
import { markupSamples, pdfSamples, ran } from "../../client/hostile/samples.ts";
import type { PdfSample, Sample } from "../../client/hostile/samples.ts";
import { useService } from "../story.ts";
import { activeTab, editorText, focusEditor, openFile, openTab, webview } from "../editors.ts";
import { libraryItem } from "../library.ts";
import { dialog } from "../messages.ts";
import { answer, pick, quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { chooseFor, expand, openView, runCommandOf, treeItem, unfold, unfoldView } from "../sideBar.ts";
import { profileOf, signIn } from "../signIn.ts";
import { becomes } from "../waiting.ts";

/** Starts a server that records every request and responds with nothing. */
async function listen() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/bare") response.setHeader("content-type", "text/html");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    asked,
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** Records what the pages of a browser logged, requested and opened. */
function watch(page: Page) {
  const console: string[] = [];
  const requests: Request[] = [];
  const opened: string[] = [];
  page.on("console", (message) => console.push(message.text()));
  page.on("request", (request) => requests.push(request));
  page.on("popup", (popup) => opened.push(popup.url()));
  page.on("dialog", (shown) => void (opened.push(shown.message()), shown.dismiss()));
  return { console, requests, opened };
}

/** Returns the pieces that are printed if the sample is the content of a text and the catalog is empty. */
function piecesOf({ text }: Sample): readonly Piece[] {
  return expandText(
    text,
    "html",
    {
      catalog: fileCatalog(catalogFile.parse({})),
      language: "en",
      data: known({ name: "Zoë", evil: '"><script>console.log(`ran-0`)</script>' }),
    },
    { surface: "pdf" },
  ).pieces;
}

/** Returns whether the sample closes its elements, so that what follows is drawn as if the sample were not there. */
function isClosed({ text }: Sample): boolean {
  if (text.includes("[[") || text.length > 2000) return false;
  const last = previewBlocks([
    {
      kind: "literal",
      format: "html",
      text: `${text}\n<p>after</p>`,
      origin: { textId: null, language: null, start: 0, end: 0 },
    },
  ]).at(-1);
  return last !== undefined && "tag" in last && last.tag === "p" && JSON.stringify(last.children).includes('"after"');
}

const script = `<script>console.log(\`ran-0\`)</script><img src=x onerror="console.log('ran-0')">]]><a href="command:workbench.action.files.newUntitledFile">x</a>`;

/** Selects elements that no page of a PDF needs. The viewer's own icon for a note is a picture, so it is excepted. */
const strangeInPdf =
  "#viewer :is(script, iframe, object, embed, img:not([src^='data:image/svg+xml,'][src*='#annotation-']), form, link, base, meta, .xfaLayer)";

const whole = process.env["SMARTFORM_WHOLE"] !== undefined;

/** Returns up to `each` samples of every family, evenly spread over the family. */
function share<T extends { readonly family: string }>(samples: readonly T[], each: number): readonly T[] {
  if (whole) return samples;
  return Object.values(Object.groupBy(samples, ({ family }) => family)).flatMap((some = []) =>
    some.filter((_, index) => index % Math.ceil(some.length / each) === 0),
  );
}

describe("hostile samples", function () {
  this.timeout(600_000);
  let seen: ReturnType<typeof watch>;
  let outside: Awaited<ReturnType<typeof listen>>;
  let markup: readonly Sample[];
  let pdfs: readonly PdfSample[];
  /** The samples that are short enough to appear as names in hovers and trees. */
  let few: readonly Sample[];
  /** Codes of the texts of the library. */
  let codes: readonly string[];
  /** PDFs of the workspace, by name. */
  let files: ReadonlyMap<string, Uint8Array>;
  const secret = "what the file says that nobody may read";

  const { service, workbench, it } = useService("hostile", {
    sandbox: async () => {
      outside = await listen();
      const targets = { host: outside.host, file: "file:///workspace/canary.txt" };
      markup = share(markupSamples(targets), 6);
      pdfs = share(pdfSamples(targets), 2);
      files = new Map(
        Object.values(Object.groupBy(pdfs, ({ family }) => family))
          .flatMap((some = []) => some.slice(0, whole ? 2 : 1))
          .slice(0, whole ? undefined : 3)
          .map(({ id, bytes }) => [`sample-${id}.pdf`, bytes]),
      );
      few = markup.filter(
        ({ family, id, text }) => text.length < 400 && (!whole || family === "markdown" || id % 11 === 0),
      );
      const texts = Array.from({ length: Math.ceil(few.length / 4) }, (_, index) => {
        const [name, description, ...contents] = few.slice(4 * index, 4 * index + 4).map(({ text }) => text);
        const code = `h-${String(index).padStart(2, "0")}`;
        return {
          id: `44444444-0000-4000-8000-0000000000${String(index).padStart(2, "0")}`,
          folderId: "44444444-0000-4000-8000-000000000100",
          code,
          name,
          description,
          contentType: index % 3,
          defaultLanguage: "en",
          translations: { en: { content: contents.join("\n") } },
        };
      });
      codes = texts.map(({ code }) => code);
      const folder = {
        id: "44444444-0000-4000-8000-000000000100",
        name: `Hostile <img src=x onerror=alert(1)> $(alert) [x](command:x)`,
        code: "hostile",
      };
      return { imports: [catalogFile.parse({ folders: [folder], texts })] };
    },
    options: async (undo) => {
      undo.defer(() => outside.close());
      const documents = markup
        .filter(({ text }) => text.length < 400)
        .map(({ text }) => ({ values: { "Claim.Number": "H", "Customer.Name": text, "Claim.Decision": text } }));
      assert.equal((await service.control("POST", "/store/documents", { documents })).status, 200);
      const values = {
        ...Object.fromEntries(markup.filter(({ text }) => text.length < 400).map(({ id, text }) => [`v${id}`, text])),
        last: "the last value",
      };
      return {
        settings: {
          "smartform.connections": [profileOf(service, "strandby")],
          "workbench.hover.delay": 0,
          "workbench.editorAssociations": { "*.pdf": "smartform.pdfFile" },
        },
        files: {
          ...Object.fromEntries(files),
          "claim.json": JSON.stringify({
            Claim: { Number: script, Date: "2026-11-01", Decision: script, Amount: script },
            Customer: { Name: script },
            CaseWorker: { Name: script },
          }),
          "hostile.sft.html": "<p>first</p>\n",
          "values.sft.html": Object.keys(values)
            .map((name) => `<p>[[ ${name} ]]</p>`)
            .join("\n"),
          "values.json": JSON.stringify(values),
          "hover.sft": codes.map((code) => `[[ LIB : hostile : ${code} ]]`).join("\n"),
          "smartform.json": JSON.stringify({ files: [{ include: "values.sft.html", data: "values.json" }] }),
          "canary.txt": secret,
          "accident.form.json": JSON.stringify({
            dialogDefinitionId: service.ready.demo.smartforms.singleStep,
            values: { name: "Bo" },
          }),
        },
      };
    },
    begin: async () => {
      seen = watch(workbench.page);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
    },
  });

  async function frameOf(selector: string): Promise<Frame> {
    const handle = await webview(workbench).locator(selector).elementHandle();
    return (await handle?.ownerFrame()) ?? assert.fail(`No frame holds ${selector}.`);
  }

  /**
   * Fails if a sample has done anything since the last check. `refused`: a sample's request is allowed if the browser
   * blocked it for one of these reasons.
   */
  async function assertQuiet(refused: readonly string[] = []): Promise<void> {
    const { page } = workbench;
    // open-vsx.org is the gallery in which this VS Code looks for extensions.
    const own = new Set([new URL(page.url()).host, "open-vsx.org"]);
    const isOwn = (address: string): boolean =>
      /^(data|blob|vscode-webview|about):/.test(address) ||
      own.has(new URL(address).host) ||
      new URL(address).hostname.endsWith(".vscode-cdn.net");
    assert.deepEqual(
      seen.console.splice(0).filter((text) => ran.test(text)),
      [],
      "scripts that ran",
    );
    assert.deepEqual(
      outside.asked.splice(0).filter((path) => path.startsWith("/hit/")),
      [],
      "requests to a server",
    );
    const strange = seen.requests
      .splice(0)
      .filter((request) => !isOwn(request.url()) || /passwd|canary/.test(request.url()));
    const whyNot = (request: Request): string => request.failure()?.errorText ?? "nobody refused it";
    // A web page must not show files of the computer. Chromium blocks such requests with the reason `other`.
    const isRefused = (request: Request): boolean =>
      refused.includes(
        request.url().startsWith("file:") ? whyNot(request).replace(/^other$/, "file") : whyNot(request),
      );
    await becomes(
      workbench,
      async () =>
        strange.filter((request) => !isRefused(request)).map((request) => `${request.url()}: ${whyNot(request)}`),
      [],
    );
    assert.deepEqual(seen.opened.splice(0), [], "windows and boxes of the browser");
    assert.equal(page.context().pages().length, 1);
    assert.equal(await page.locator(".tab", { hasText: "Untitled" }).count(), 0, "commands that ran");
    for (const frame of page.frames())
      assert.ok(!(await frame.content().catch(() => "")).includes(secret), `${frame.url()} shows the file`);
  }

  it("do harm of each family if nothing stops them, so that the rest of this file proves something", async () => {
    const context =
      (await workbench.page.context().browser()?.newContext()) ?? assert.fail("The window is in no browser.");
    const page = await context.newPage();
    const bare = watch(page);
    await page.goto(`http://${outside.host}/bare`);
    const families = Object.entries(Object.groupBy(markup, ({ family }) => family)).map(([family, samples = []]) => ({
      family,
      samples: samples.filter((_, index) => index % Math.ceil(samples.length / 12) === 0),
    }));
    for (const { samples } of families) {
      await page.evaluate(
        async (texts) => {
          await Promise.all(
            texts.map(
              (text) =>
                new Promise<void>((resolve) => {
                  const frame = document.createElement("iframe");
                  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
                  frame.addEventListener(
                    "load",
                    () => {
                      for (const each of frame.contentDocument?.querySelectorAll<HTMLElement>(
                        "a, area, button, [type=submit], [type=image], [onclick]",
                      ) ?? [])
                        each.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
                      resolve();
                    },
                    { once: true },
                  );
                  frame.srcdoc = text;
                  document.body.append(frame);
                }),
            ),
          );
          document.body.replaceChildren();
        },
        samples.map(({ text }) => text),
      );
    }
    const harmful = () =>
      new Set(
        [
          ...bare.console.map((text) => ran.exec(text)?.[1]),
          ...outside.asked.map((path) => /^\/hit\/(\d+)/.exec(path)?.[1]),
        ]
          .filter((id) => id !== undefined)
          .map(Number),
      );
    const harmless = (): readonly string[] =>
      families.filter(({ samples }) => !samples.some(({ id }) => harmful().has(id))).map(({ family }) => family);
    await becomes(workbench, async () => harmless(), []);
    console.log(
      `    ${families.map(({ family, samples }) => `${family} ${samples.filter(({ id }) => harmful().has(id)).length}/${samples.length}`).join(", ")}`,
    );
    await context.close();
    outside.asked.length = 0;
  });

  it("are text in the preview, as written, as data, and as texts of the library", async () => {
    const { page } = workbench;
    await openFile(workbench, "hostile.sft.html");
    await runCommand(workbench, "Smartform PDF: Open Preview to the Side");
    await webview(workbench).locator("#text").getByText("first").waitFor();
    const frame = await frameOf("#text");
    const address = frame.url();
    const violations = (): number => workbench.console.filter((text) => /Content Security Policy/.test(text)).length;
    const before = violations();
    await focusEditor(workbench);
    // Sends the pieces of each sample to the page, as the extension does.
    const wrong = await frame.evaluate(
      async ({ shown, tags }) => {
        const found: string[] = [];
        for (const { id, pieces } of shown) {
          window.dispatchEvent(
            new MessageEvent("message", {
              data: {
                type: "show",
                pieces,
                names: pieces.map(() => ""),
                own: true,
                surface: "pdf",
                language: null,
                languages: [],
              },
            }),
          );
          for (const each of document.querySelectorAll<HTMLElement>("#text *")) {
            if (!tags.includes(each.localName)) found.push(`${id}: <${each.localName}>`);
            for (const { name } of each.attributes)
              if (
                !/^(class|data-piece|title|tabindex|role|aria-label|readonly|size|placeholder|colspan|rowspan)$/.test(
                  name,
                )
              )
                found.push(`${id}: ${each.localName} ${name}`);
            each.click();
          }
          if (id % 25 === 0) await new Promise(requestAnimationFrame);
        }
        return found;
      },
      {
        shown: markup.map((sample) => ({ id: sample.id, pieces: piecesOf(sample) })),
        tags: [...previewTags, "input"] as readonly string[],
      },
    );
    assert.deepEqual(wrong, []);
    // Types some of the samples, as an author does, so that they reach the preview through the language server.
    const typed = markup.filter((sample) => isClosed(sample) && sample.id % 6 === 1);
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(
      `<p>typed</p>\n${typed.map(({ id, text }) => `<p>sample ${id}</p>\n${text}\n`).join("")}`,
    );
    await frame.waitForFunction(() => document.querySelector("#text > *")?.textContent === "typed");
    // The editor may take such a long text in several pieces.
    await becomes(workbench, async () => {
      const shown = await frame.locator("#text").innerText();
      return typed.filter(({ id }) => !shown.includes(`sample ${id}`)).map(({ id }) => id);
    }, []);
    await page.keyboard.press("Control+S");
    await page.locator(".tabs-container .tab.dirty").waitFor({ state: "detached" });
    await openFile(workbench, "values.sft.html");
    await frame.locator("#text .data", { hasText: "the last value" }).waitFor({ state: "attached" });
    await screenshot(workbench, "hostile-values");
    await openFile(workbench, "hover.sft");
    await frame.locator("#text .included").first().waitFor({ state: "attached" });
    assert.equal(frame.url(), address, "nothing led away");
    assert.equal(violations(), before, "the policy had nothing to refuse, since nothing was tried");
    console.log(`    ${markup.length} samples, ${typed.length} of them typed as well`);
    await assertQuiet();
  });

  /**
   * Puts the samples unescaped into the page that contains this element; the page's own scripts never do this. Then
   * clicks on links to a command, a file and a script.
   */
  async function assertPolicyHolds(selector: string): Promise<void> {
    const frame = await frameOf(selector);
    const address = frame.url();
    // Leaves out elements that navigate the page away. A policy cannot prevent this, but the page never draws such
    // elements.
    const drawn = markup.filter(({ text }) => !/http-equiv/i.test(text));
    const reports = await frame.evaluate(
      async ({ texts, selector: where, links }) => {
        let count = 0;
        document.addEventListener("securitypolicyviolation", () => (count += 1));
        const place = document.querySelector(where) ?? document.body;
        for (const [index, each] of texts.entries()) {
          place.append(document.createRange().createContextualFragment(each));
          if (index % 25 !== 24 && index !== texts.length - 1) continue;
          await new Promise(requestAnimationFrame);
          place.replaceChildren();
        }
        // Adds links that the test clicks, because VS Code follows a link only for a person's click, never for a
        // script.
        place.replaceChildren(
          ...links.map((href) => {
            const link = document.createElement("a");
            link.href = href;
            link.textContent = `follow ${link.protocol}`;
            link.style.display = "block";
            return link;
          }),
        );
        return count;
      },
      {
        texts: drawn.map(({ text }) => text),
        selector,
        links: [
          "command:workbench.action.files.newUntitledFile",
          "file:///workspace/canary.txt",
          "javascript:console.log(`ran-0`)",
        ],
      },
    );
    for (const protocol of ["command:", "file:", "javascript:"]) await frame.getByText(`follow ${protocol}`).click();
    console.log(`    ${reports} reports of the policy for ${drawn.length} samples`);
    assert.ok(reports > drawn.length / 2, "without the tree of known elements the policy has much to refuse");
    assert.equal(frame.url(), address, "nothing led away");
    // Requests that the browser itself blocks never leave it. It blocks them because the policy forbids them, because
    // they are for files, or because a picture must not use parts of another origin.
    await assertQuiet(["csp", "origin", "file"]);
  }

  it("reach nothing if they are drawn unescaped: the policy of the preview's page is enough", async () => {
    await assertPolicyHolds("#text");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("are only pages in the PDF panel", async () => {
    await openFile(workbench, "accident.form.json");
    await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
    await webview(workbench).locator(".page[data-loaded] .textLayer").first().waitFor();
    const frame = await frameOf("#viewer");
    const address = frame.url();
    const outcomes = { drawn: 0, unreadable: 0 };
    for (const { id, family, bytes } of pdfs) {
      const found = await frame.evaluate(
        async ({ base64, title, selector }) => {
          for (const old of document.querySelectorAll(".page")) old.classList.add("old");
          const status = document.querySelector<HTMLElement>("#status");
          window.dispatchEvent(
            new MessageEvent("message", {
              data: {
                type: "show",
                bytes: Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)),
                kept: null,
                language: null,
                title,
              },
            }),
          );
          const isDrawn = (): boolean => document.querySelector(".page:not(.old)[data-loaded]") !== null;
          const isRefused = (): boolean => status?.hidden === false && status.dataset["kind"] === "problem";
          const end = performance.now() + 60_000;
          while (!isDrawn() && !isRefused() && performance.now() < end) await new Promise(requestAnimationFrame);
          const links = [...document.querySelectorAll<HTMLAnchorElement>(".page:not(.old) a")].map(
            (link) => link.getAttribute("href") ?? "",
          );
          for (const each of document.querySelectorAll<HTMLElement>(
            ".page:not(.old) a, .page:not(.old) section, .page:not(.old) section *",
          ))
            if (!/^https?:/.test(each.getAttribute("href") ?? "")) each.click();
          return {
            isDrawn: isDrawn(),
            isRefused: isRefused(),
            links,
            strange: document.querySelectorAll(selector).length,
          };
        },
        { base64: Buffer.from(bytes).toString("base64"), title: `sample ${id}`, selector: strangeInPdf },
      );
      assert.ok(found.isDrawn || found.isRefused, `PDF ${id} (${family}) is shown, or said to be unreadable`);
      outcomes[found.isDrawn ? "drawn" : "unreadable"] += 1;
      assert.deepEqual(
        found.links.filter((link) => !/^(https?:|#|$)/.test(link)),
        [],
        `PDF ${id} (${family})`,
      );
      assert.equal(found.strange, 0, `PDF ${id} (${family})`);
    }
    console.log(`    ${pdfs.length} PDFs: ${outcomes.drawn} drawn, ${outcomes.unreadable} said to be unreadable`);
    assert.equal(frame.url(), address);
    await assertQuiet();
  });

  it("open no link of a PDF before its whole address was shown, as text", async () => {
    const frame = await frameOf("#viewer");
    const spoken = pdfSamples({ host: outside.host, file: "" }).find(
      ({ family, bytes }) => family === "on a link" && Buffer.from(bytes).includes("[x]\\("),
    );
    assert.ok(spoken);
    await frame.evaluate(
      (base64) =>
        window.dispatchEvent(
          new MessageEvent("message", {
            data: {
              type: "show",
              bytes: Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)),
              kept: null,
              language: null,
              title: "link",
            },
          }),
        ),
      Buffer.from(spoken.bytes).toString("base64"),
    );
    await frame.locator(".annotationLayer a[href^='http://127.0.0.1:1/']").click();
    await dialog(workbench).getByText("The PDF links to:").waitFor();
    assert.equal(await dialog(workbench).locator(".dialog-message-container :is(a, .codicon)").count(), 0);
    await screenshot(workbench, "hostile-link");
    await dialog(workbench).getByRole("button", { name: "Cancel" }).click();
    await assertQuiet();
  });

  it("reach nothing if they are drawn unescaped: the policy of the PDF's page is enough", async () => {
    await assertPolicyHolds("#viewer");
    await runCommand(workbench, "View: Close All Editors");
  });

  it("are only pages in the editor for PDF files", async () => {
    for (const name of files.keys()) {
      await openTab(workbench, name);
      await webview(workbench).locator(".page[data-loaded], #status[data-kind=problem]").first().waitFor();
      const strange = webview(workbench).locator(strangeInPdf);
      assert.deepEqual(
        await strange.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 300))),
        [],
        name,
      );
      await assertQuiet();
      await runCommand(workbench, "View: Close All Editors");
    }
    console.log(`    ${files.size} files`);
  });

  it("are only pages side by side: they become neither links nor fields", async () => {
    await runCommand(workbench, "Smartform PDF: Compare Two PDFs…");
    for (const title of ["PDF on the left", "Compare "]) {
      await quickInput(workbench).getByText(title).first().waitFor();
      await pick(workbench, "sample-");
    }
    await webview(workbench).locator("#container").waitFor();
    const frame = await frameOf("#container");
    const address = frame.url();
    const outcomes = { compared: 0, unreadable: 0 };
    for (const [index, { id, family, bytes }] of pdfs.entries()) {
      const other = pdfs[(index + 1) % pdfs.length]?.bytes ?? bytes;
      const found = await frame.evaluate(
        async (both) => {
          const tell = (data: unknown): boolean => window.dispatchEvent(new MessageEvent("message", { data }));
          const head = { name: "sample", detail: "" };
          tell({ type: "reading", left: head, right: head });
          for (const [side, base64] of Object.entries(both))
            tell({ type: "side", side, head, bytes: Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)) });
          const work = document.querySelector<HTMLElement>("#work");
          const end = performance.now() + 60_000;
          while (work?.hidden === false && performance.now() < end) await new Promise(requestAnimationFrame);
          for (const each of document.querySelectorAll<HTMLElement>("#rows *")) each.click();
          const summary = document.querySelector("#summary")?.textContent ?? "";
          return {
            summary,
            isOver: work?.hidden,
            strange: document.querySelectorAll(
              "#rows :is(script, iframe, object, embed, img, form, input, a, link, base, meta, style)",
            ).length,
          };
        },
        { left: Buffer.from(bytes).toString("base64"), right: Buffer.from(other).toString("base64") },
      );
      assert.ok(found.isOver && found.summary !== "", `PDF ${id} (${family}) is compared, or said to be unreadable`);
      assert.equal(found.strange, 0, `PDF ${id} (${family})`);
      outcomes[found.summary.startsWith("Nothing is compared") ? "unreadable" : "compared"] += 1;
    }
    console.log(
      `    ${pdfs.length} pairs of PDFs: ${outcomes.compared} compared, ${outcomes.unreadable} with one that is said to be unreadable`,
    );
    assert.equal(frame.url(), address);
    await screenshot(workbench, "hostile-compare");
    await assertQuiet();
  });

  it("reach nothing if they are drawn unescaped: the policy of that page is enough", async () => {
    await assertPolicyHolds("#rows");
    await runCommand(workbench, "View: Close All Editors");
  });

  /** Returns what is inside the selected elements and could come from markup in a string of the service. */
  const madeIn = (selector: string): Promise<readonly string[]> =>
    workbench.page
      .locator(selector)
      .evaluateAll((all) =>
        all.flatMap((one) =>
          [
            ...one.querySelectorAll(
              "a[href], a[data-href], img, script, iframe, object, embed, svg, input, form, style, link, [style*=url], .codicon, h1, h2, blockquote, table, del, em",
            ),
          ].map((each) => each.outerHTML),
        ),
      );

  it("are words in hovers", async () => {
    const { page } = workbench;
    await openFile(workbench, "hover.sft");
    await focusEditor(workbench);
    await page.keyboard.press("Control+Home");
    const count = Math.ceil(few.length / 4);
    for (let line = 0; line < count; line++) {
      await page.keyboard.press("End");
      for (let back = 0; back < 4; back++) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Control+K");
      await page.keyboard.press("Control+I");
      await page
        .locator(".monaco-hover:visible .hover-contents", { hasText: `hostile : h-${String(line).padStart(2, "0")}` })
        .first()
        .waitFor();
      assert.deepEqual(await madeIn(".monaco-hover:visible .hover-contents"), []);
      if (line === 3) await screenshot(workbench, "hostile-hover");
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowDown");
    }
    console.log(`    ${few.length} samples in ${count} hovers`);
    await assertQuiet();
  });

  it("are words in the tree and its tooltips", async () => {
    const { page } = workbench;
    await openView(workbench, "Smartform");
    await expand(workbench, "Hostile");
    const rows = page.locator('.sidebar [role="treeitem"][aria-level="2"][aria-label^="Text "]');
    await rows.nth(8).waitFor();
    for (let row = 0; row < 8; row++) {
      await rows.nth(row).hover();
      await page.locator(".workbench-hover:visible").first().waitFor();
      assert.deepEqual(await madeIn(".workbench-hover:visible .hover-contents"), []);
    }
    await screenshot(workbench, "hostile-tree");
    assert.deepEqual(
      await page
        .locator('.sidebar [role="treeitem"] .monaco-icon-label-container')
        .evaluateAll((all) =>
          all.flatMap((one) =>
            [...one.querySelectorAll("a[href], img, script, svg, .codicon")].map((each) => each.outerHTML),
          ),
        ),
      [],
    );
    await assertQuiet();
    await treeItem(workbench, "Hostile").click();
  });

  it("are words in the cells of a table", async () => {
    const { page } = workbench;
    await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Document Store…");
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "Test" }).first().click();
    await quickInput(workbench).getByText("The service does not list folders").waitFor();
    await quickInput(workbench).locator("input:visible").first().fill("Claims");
    await page.keyboard.press("Enter");
    const table = webview(workbench);
    await table.getByLabel("Claim number", { exact: true }).fill("H");
    await page.keyboard.press("Enter");
    await becomes(
      workbench,
      async () =>
        /read/.test(await table.locator("#status").innerText()) &&
        (await table.locator('[role="gridcell"]', { hasText: "<" }).count()) > 0,
      true,
    );
    await screenshot(workbench, "hostile-table");
    const made = (): Promise<readonly string[]> =>
      table
        .locator('[role="gridcell"]')
        .evaluateAll((all) =>
          all.flatMap((one) => [...one.querySelectorAll(":not(span, div)")].map((each) => each.outerHTML)),
        );
    await table.locator('[row-index="0"] [role="gridcell"]').first().click();
    const shown = new Set<string>();
    const total = Number(/(\d+) documents read/.exec(await table.locator("#status").innerText())?.[1]);
    const last = (): Promise<number> =>
      table
        .locator('[role="row"][row-index]')
        .evaluateAll((all) => Math.max(...all.map((row) => Number(row.getAttribute("row-index")))));
    for (let row = -1; row < total - 1;) {
      await becomes(
        workbench,
        async () => {
          if ((await last()) > row) return (await table.locator('[role="gridcell"]', { hasText: /^…$/ }).count()) === 0;
          // Presses the key again if needed, because the grid ignores a key within 100 ms of the previous one.
          await page.keyboard.press("PageDown");
          return false;
        },
        true,
      );
      row = await last();
      assert.deepEqual(await made(), []);
      for (const text of await table.locator('[role="gridcell"]').allInnerTexts()) shown.add(text);
    }
    console.log(`    ${total} documents, ${shown.size} different cells`);
    await assertQuiet();
    await runCommand(workbench, "View: Close All Editors");
  });

  it("are source if a document is made as HTML or XML", async () => {
    const { page } = workbench;
    await unfoldView(workbench, "Documents");
    await runCommand(workbench, "Smartform Documents: Choose Environment of the Document Editor…");
    await quickInput(workbench).getByText("IntegrationTest").first().waitFor();
    await pick(workbench, "Test");
    await runCommand(workbench, "Smartform Documents: Add MetaFile");
    await answer(workbench, "ClaimLetters");
    for (const name of ["MetaFile ClaimLetters", "Documents"]) await unfold(libraryItem(workbench, name));
    for (const [format, ending] of [
      ["HTML", "html"],
      ["XML", "xml"],
    ] as const) {
      await chooseFor(
        workbench,
        libraryItem(workbench, "Document Decision"),
        "Make Output",
        quickInput(workbench).getByText(format),
      );
      await pick(workbench, format);
      await pick(workbench, "A file of the workspace");
      await pick(workbench, "claim.json");
      await quickInput(workbench).locator(".monaco-list-row", { hasText: "smartform-test" }).waitFor();
      await page.keyboard.press("Enter");
      await activeTab(workbench, `Decision.${ending}`).waitFor();
      await becomes(workbench, async () => (await editorText(workbench)).includes("<"), true);
      await screenshot(workbench, `hostile-${ending}`);
      assert.equal(await page.locator("iframe.webview").count(), 0, "nothing draws it");
      await assertQuiet();
      await runCommand(workbench, "View: Close All Editors");
    }
  });
});
