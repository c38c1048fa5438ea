/**
 * The preview draws only known elements and text, whatever the library text contains. Each part has the place where it
 * was written.
 */
import assert from "node:assert/strict";
import { catalogFile } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { expand, known } from "../../../language/index.ts";
import type { Format, Piece } from "../../../language/index.ts";
import { previewPage } from "../../../client/preview/page.ts";
import { pageHtml } from "../../../client/window/pageHtml.ts";
import { markupSamples } from "../hostile/samples.ts";
import { viewPages } from "../../../sandbox/print/pages.ts";
import type { RichNode } from "../../../sandbox/print/richText.ts";
import { looks, previewBlocks, previewTags } from "../../../client/preview/previewTree.ts";
import type { PreviewNode } from "../../../client/preview/previewTree.ts";

const catalog = fileCatalog(
  catalogFile.parse({
    folders: [{ id: "f", name: "F", code: "f" }],
    texts: [
      {
        id: "t",
        folderId: "f",
        code: "end",
        contentType: 0,
        defaultLanguage: "en",
        translations: { en: { content: "Kind <regards>" } },
      },
    ],
  }),
);

function piecesOf(text: string, format: Format): readonly Piece[] {
  return expand(
    text,
    format,
    { catalog, language: "en", data: known({ name: '<b>Zoë</b> & "Sons"', evil: '"><script>x</script>' }) },
    { surface: "pdf" },
  ).pieces;
}

/** Formats the nodes as compact HTML. */
function show(nodes: readonly PreviewNode[]): string {
  return nodes
    .map((node) => {
      if ("text" in node) return node.text.replaceAll("<", "‹").replaceAll(">", "›");
      if ("input" in node) return "{input}";
      return `<${node.tag}${node.look.map((look) => `.${look}`).join("")}${node.columns === undefined ? "" : `:${node.columns}`}>${show(node.children)}</${node.tag}>`;
    })
    .join("");
}

type Printed = PreviewNode | RichNode;

/** Returns the words that are bold. */
function boldOf(nodes: readonly Printed[], isBold = false): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (typeof node === "string") return isBold ? [node] : [];
    if ("text" in node) return isBold ? [node.text] : [];
    return "children" in node ? boldOf(node.children, isBold || node.tag === "b") : [];
  });
}

describe("client/preview/previewTree", () => {
  const cases: readonly (readonly [text: string, format: Format, expected: string])[] = [
    ["one\ntwo [[ name ]]", "plain", '<div>one<br></br></div><div>two ‹b›Zoë‹/b› & "Sons"</div>'],
    [
      "<p style='text-align:center; background:url(https://x)'>a <strong>b</strong> [[ INPUT : way ]]</p>",
      "html",
      "<p.center>a <b>b</b> {input}</p>",
    ],
    ["<a href='javascript:alert(1)'>here</a>", "html", "<div><span.link>here</span></div>"],
    ["<img src=x onerror=alert(1) alt='our logo'>", "html", "<div><span.picture>our logo</span></div>"],
    ["<ul><li>[[ LIB : f : end ]]</ul>", "html", "<ul><li>Kind ‹regards›</li></ul>"],
    ["<table><td colspan=3>x", "html", "<table><tbody><tr><td:3>x</td></tr></tbody></table>"],
    ['<p title="[[ evil ]]">kept</p>', "html", "<p>kept</p>"],
  ];
  for (const [text, format, expected] of cases)
    it(`${text.replaceAll("\n", "⏎")}: ${expected}`, () =>
      assert.equal(show(previewBlocks(piecesOf(text, format))), expected));

  describe("prints a text of one kind inside another as the sandbox does", () => {
    const kinds = ["plain", "rich", "html"] as const;
    const written = "one <b>two</b> three";
    for (const [outer, inner] of kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))
      it(`${inner} in ${outer}`, () => {
        const mixed = fileCatalog(
          catalogFile.parse({
            folders: [{ id: "f", name: "F", code: "f" }],
            texts: [
              {
                id: "t",
                folderId: "f",
                code: "inner",
                contentType: kinds.indexOf(inner),
                defaultLanguage: "en",
                translations: { en: { content: written } },
              },
            ],
            smartforms: [
              {
                id: "s",
                name: "S",
                fields: [],
                pages: [{ blocks: [{ text: "[[ LIB : f : inner ]]", format: outer === "plain" ? "plain" : "html" }] }],
              },
            ],
          }),
        );
        const context = { catalog: mixed, language: "en", data: known({}) };
        const smartform = mixed.smartform("s");
        assert.equal(smartform.state, "known");
        const [page] = viewPages(
          { smartform: smartform.value, formId: "1", context, values: new Map(), inputs: new Map(), submitted: false },
          "pdf",
        );
        const printed = page?.blocks.flatMap((block) => (block.kind === "text" ? boldOf(block.nodes) : [])) ?? [];
        const shown = boldOf(previewBlocks(expand("[[ LIB : f : inner ]]", outer, context, { surface: "pdf" }).pieces));
        assert.deepEqual(shown, printed);
        assert.deepEqual(shown, inner === "plain" ? [] : ["two"]);
      });
  });

  it("finds the piece that prints each text, over tags and entities", () => {
    const pieces = piecesOf("<b>M&ouml;chten [[ name ]]</b> &amp; [[ LIB : f : end ]]", "html");
    const seen: string[] = [];
    const walk = (node: PreviewNode): void => {
      if ("text" in node)
        seen.push(`${node.text}=${pieces[node.piece]?.kind} ${pieces[node.piece]?.origin.textId ?? "own"}`);
      else if ("children" in node) node.children.forEach(walk);
    };
    previewBlocks(pieces).forEach(walk);
    assert.deepEqual(seen, [
      "Möchten =literal own",
      '<b>Zoë</b> & "Sons"=data own',
      " & =literal own",
      "Kind <regards>=literal t",
    ]);
  });

  const hostile = markupSamples({ host: "127.0.0.1:9", file: "file:///etc/passwd" }).map(({ text }) => text);
  it(`turns ${hostile.length} hostile samples only into known elements and text`, () => {
    const allowed = {
      tags: new Set<string>(previewTags),
      looks: new Set<string>(looks),
      keys: new Set(["tag", "look", "columns", "rows", "children", "text", "piece", "input"]),
    };
    assert.ok(hostile.length >= 500);
    for (const sample of hostile) {
      const waiting = [...previewBlocks(piecesOf(sample, "html"))];
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        assert.deepEqual(
          Object.keys(node).filter((key) => !allowed.keys.has(key)),
          [],
          sample,
        );
        if (!("tag" in node)) continue;
        assert.ok(allowed.tags.has(node.tag) && node.look.every((look) => allowed.looks.has(look)), sample);
        waiting.push(...node.children);
      }
    }
  });
  for (const unsafe of [
    "script",
    "iframe",
    "object",
    "embed",
    "img",
    "svg",
    "style",
    "link",
    "meta",
    "base",
    "form",
    "a",
    "input",
    "button",
    "video",
    "audio",
    "math",
    "template",
  ]) {
    it(`never draws <${unsafe}>`, () => assert.ok(!(previewTags as readonly string[]).includes(unsafe)));
  }

  it("has a page that loads, runs and sends nothing from a text", () => {
    const html = pageHtml(
      { origin: "https://webview", nonce: "NONCE", at: (path) => `https://webview/${path}` },
      previewPage({ origin: "https://webview", nonce: "NONCE", at: (path) => path }),
    );
    assert.match(
      html,
      /content="default-src 'none'; script-src 'nonce-NONCE'; style-src https:\/\/webview; img-src data:; form-action 'none'; base-uri 'none'"/,
    );
  });
});
