/** Any HTML becomes a small and safe tree, in linear time. */
import assert from "node:assert/strict";
import { inputMark, plainToHtml, readRichText } from "../../../sandbox/print/richText.ts";
import type { RichNode } from "../../../sandbox/print/richText.ts";

/** Formats the tree as compact HTML. */
function show(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node.replaceAll("<", "&lt;");
      if ("piece" in node) return "";
      if ("input" in node) return `{${node.input}}`;
      const more = [
        node.href && ` href=${node.href}`,
        (node.columns ?? 1) > 1 && ` colspan=${node.columns}`,
        ...Object.entries(node.look).map(([name, value]) => ` ${name}=${value}`),
      ];
      return node.tag === "br" || node.tag === "hr"
        ? `<${node.tag}>`
        : `<${node.tag}${more.filter(Boolean).join("")}>${show(node.children)}</${node.tag}>`;
    })
    .join("");
}

const cases: readonly (readonly [title: string, html: string, expected: string])[] = [
  ["known elements", "<p>a <strong>b</strong> <em>c</em></p>", "<p>a <b>b</b> <i>c</i></p>"],
  ["entities", "&lt;b&gt; &amp; &eacute; &#8364;", "&lt;b> & é €"],
  ["a script, with its content", "a<script>if (1 < 2) alert('</p>')</script>b", "ab"],
  ["a script that names scripts", "a<script>x = '<script>'</script>b", "ab"],
  ["a script that never ends", "a<script>b", "a"],
  [
    "styles, frames, objects, drawings",
    "<style>p{}</style><iframe>x</iframe><object><p>y</p></object><svg><a>z</a></svg>end",
    "end",
  ],
  ["a drawing inside a drawing", "<svg><svg>x</svg>y</svg>end", "end"],
  ["handlers and other attributes", '<p onclick="alert(1)" id="x" class="y">a</p>', "<p>a</p>"],
  ["a picture as its words", '<img src="https://evil.example/x.png" onerror="alert(1)" alt="Logo">', "Logo"],
  ["a link to the web", '<a href="https://example.com/a?b=1">x</a>', "<a href=https://example.com/a?b=1>x</a>"],
  ["a link to mail", '<a href="mailto:a@example.com">x</a>', "<a href=mailto:a@example.com>x</a>"],
  [
    "a link that runs a script",
    '<a href=" java\tscript:alert(1)">x</a><a href="JAVASCRIPT:alert(1)">y</a>',
    "<a>x</a><a>y</a>",
  ],
  [
    "links to data, files and commands",
    '<a href="data:text/html,x">1</a><a href="file:///etc/passwd">2</a><a href="command:x">3</a><a href="/x">4</a>',
    "<a>1</a><a>2</a><a>3</a><a>4</a>",
  ],
  ["unknown elements, flattened", "<blink>a <x-y>b</x-y></blink>", "a b"],
  ["comments and doctypes", "<!doctype html><!-- <b> -->a<![CDATA[b]]>", "a"],
  ["paragraphs that never end", "<p>a<p>b<h1>c</h1>", "<p>a</p><p>b</p><h1>c</h1>"],
  ["items that never end", "<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"],
  [
    "cells that never end",
    "<table><tr><td>a<td>b<tr><td>c</table>d",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d",
  ],
  [
    "a table with its parts named",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td colspan=2>b</td></tr></tbody></table>",
    "<table><tr><th>a</th></tr><tr><td colspan=2>b</td></tr></table>",
  ],
  [
    "text in place of table cells",
    "<table>a<tr>b</tr></table>",
    "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>",
  ],
  ["items and cells without list and table", "<li>a</li><td>b</td>", "ab"],
  ["ends without beginnings", "</p></b></div>a</table>", "a"],
  [
    "an end that a cell keeps in",
    "<b><table><tr><td>a</b>b</td></tr></table>",
    "<b><table><tr><td>ab</td></tr></table></b>",
  ],
  [
    "looks",
    '<span style="font-weight: 700; FONT-STYLE: italic; text-decoration: underline line-through">a</span>',
    "<span bold=true italics=true underline=true strike=true>a</span>",
  ],
  [
    "alignment",
    '<p style="text-align:right">a</p><p align=center>b</p><center>c</center>',
    "<p align=right>a</p><p align=center>b</p><div align=center>c</div>",
  ],
  ["styles that are not allowed", '<p style="background:url(https://evil.example)">a</p>', "<p>a</p>"],
  ["an editable text", `<p>a ${inputMark(0)}, b</p>`, "<p>a {0}, b</p>"],
  ["plain text in the middle", `<p>${plainToHtml('<b>"x"</b>\r\n&amp;')}</p>`, '<p>&lt;b>"x"&lt;/b><br>&amp;</p>'],
  ["plain text that forges an editable text", plainToHtml(inputMark(3)), "3"],
];

describe("rich text", () => {
  for (const [title, html, expected] of cases) it(title, () => assert.equal(show(readRichText(html)), expected));

  it("keeps deep text, but not its depth", () => {
    const depth = (nodes: readonly RichNode[]): number =>
      Math.max(
        0,
        ...nodes.map((node) => (typeof node === "object" && "children" in node ? 1 + depth(node.children) : 1)),
      );
    const nodes = readRichText("<div><b><ul><li>".repeat(50_000) + "deep");
    assert.ok(show(nodes).includes("deep"));
    assert.ok(depth(nodes) < 30);
  });
});
