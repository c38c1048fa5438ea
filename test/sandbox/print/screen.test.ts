/** The page of the forms application. */
import assert from "node:assert/strict";
import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";
import { printScreen, readScreen, screenPolicy } from "../../../sandbox/print/index.ts";
import type { Print } from "../../../sandbox/print/index.ts";
import { samplePrint } from "./sample.ts";

const options = { token: 'to"k<en' };
const page = (change: Partial<Print> = {}) => printScreen(samplePrint(change), options);

function withText(text: string, format: "plain" | "html" = "plain"): Partial<Print> {
  return {
    smartform: { ...samplePrint().smartform, pages: { state: "known", value: [{ blocks: [{ text, format }] }] } },
  };
}

/** Returns every element of the page. */
function elements(html: string): readonly DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ("tagName" in node) found.push(node);
    if ("childNodes" in node) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return found;
}

const attribute = (element: DefaultTreeAdapterTypes.Element | undefined, name: string) =>
  element?.attrs.find((each) => each.name === name)?.value;

describe("page of a form", () => {
  const shown: readonly (readonly [title: string, html: string])[] = [
    ["T54: a placeholder without its spaces stays as written", "For Zoë &#38; &#60;Sons&#62;, no space: [[name]],"],
    ["T55: a placeholder without a value shows nothing", "none: .</div>"],
    ["its language", '<html lang="en">'],
    ["T171: that it is the sandbox's", '<p class="sandbox" role="note">Sandbox: this form is a test.'],
    [
      "a select with the options of its source, answered",
      '<span class="hidden">day</span><select name="input:day"><option value="mo">Monday</option><option value="fr" selected>Friday</option></select>',
    ],
    [
      "an editable text with its default",
      '<span class="hidden">place</span><input type="text" name="input:place" value="Ålesund">',
    ],
    [
      "an include in HTML, as HTML",
      '<p>Pay <b>within 30 days</b>, <i>or</i> <u>call</u> <a href="https://example.com/pay" target="_blank" rel="noopener">us</a>.</p>',
    ],
    [
      "a field under its label",
      '<span class="name">Kundin</span><input type="text" name="value:customer" value="Łukasz Żółw">',
    ],
    ["a date with its limits", '<input type="date" name="value:due" value="2026-12-24" min="2026-12-01">'],
    [
      "a ticked box, which can be emptied",
      '<input type="hidden" name="value:paid" value="false"><label><input type="checkbox" name="value:paid" value="true" checked> paid',
    ],
    [
      "radio buttons",
      '<legend class="name">size</legend><label><input type="radio" name="value:size" value="s"> Small</label>',
    ],
    ["a long text", '<textarea name="value:note">\nOne line\nand another</textarea>'],
    ["the token, escaped", '<input type="hidden" name="token" value="to&#34;k&#60;en">'],
    ["a way to submit", '<button type="submit">Submit</button>'],
  ];
  for (const [title, html] of shown) it(`shows ${title}`, () => assert.ok(page().includes(html), page()));

  it("labels everything that can be filled in", () => {
    const labelled = new Set<unknown>();
    const all = elements(page());
    for (const element of all.filter((each) => each.tagName === "label"))
      element.childNodes.forEach((child) => labelled.add(child));
    const controls = all.filter(
      (each) => ["input", "select", "textarea"].includes(each.tagName) && attribute(each, "type") !== "hidden",
    );
    assert.ok(controls.length >= 10);
    for (const control of controls) assert.ok(labelled.has(control), attribute(control, "name"));
  });

  it("contains no script, handler or foreign address, whatever its texts say", () => {
    const hostile =
      '<script>x</script><p onclick=x><img src=//evil.example onerror=x><a href="javascript:x">y</a><base href=//evil.example><form action=//evil.example><input name=z>' +
      '<link rel=stylesheet href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example"></fieldset></form>';
    for (const format of ["plain", "html"] as const) {
      const found = elements(page(withText(hostile, format)));
      for (const tag of ["script", "img", "base", "link", "iframe"])
        assert.ok(!found.some((each) => each.tagName === tag), tag);
      assert.equal(found.filter((each) => each.tagName === "form").length, 1);
      const names = found.flatMap((each) => each.attrs.map((attr) => attr.name));
      assert.ok(!names.some((name) => name.startsWith("on") || name === "style" || name === "src"), names.join(" "));
    }
  });

  it("escapes names, labels, answers, options and data", () => {
    const evil = '"><script>alert(1)</script>';
    const smartform = {
      ...samplePrint(withText("[[ name ]] [[ INPUT : x | type=select | source=list ]]")).smartform,
      name: evil,
    };
    const values = new Map<string, unknown>([
      ["list", [{ display: evil, value: evil }]],
      ["f.label", evil],
      ["f", evil],
    ]);
    const print = samplePrint({ smartform, values, inputs: new Map([["x", evil]]) }, { data: { name: evil } });
    const all = [
      print,
      {
        ...print,
        smartform: { ...smartform, pages: { state: "known", value: [{ blocks: [{ field: "f" }, { field: evil }] }] } },
      } as const,
    ];
    for (const each of all)
      assert.ok(!elements(printScreen(each, options)).some((element) => element.tagName === "script"));
  });

  it("allows only its own style and posting back", () => {
    assert.match(
      screenPolicy,
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it("shows the current step of a form, and only its pages", () => {
    const smartform: Print["smartform"] = {
      ...samplePrint().smartform,
      steps: { state: "known", value: [{ name: "Order" }, { name: "Sign" }] },
      pages: {
        state: "known",
        value: [
          { step: 0, blocks: [{ text: "first page", format: "plain" }] },
          { step: 1, blocks: [{ text: "second page", format: "plain" }] },
          { blocks: [{ text: "every page", format: "plain" }] },
        ],
      },
    };
    const html = page({ smartform, step: 1 });
    assert.match(html, /<ol class="steps" aria-label="Steps"><li>Order<\/li><li aria-current="step">Sign<\/li><\/ol>/);
    assert.ok(!html.includes("first page") && html.includes("second page") && html.includes("every page"));
  });

  it("shows rows that are not filled in as rows, not as inputs", () => {
    const smartform: Print["smartform"] = {
      ...samplePrint().smartform,
      fields: { state: "known", value: [{ id: "x", name: "items", type: "rows" }] },
      pages: { state: "absent" },
    };
    assert.match(
      page({ smartform, values: new Map() }),
      /<fieldset class="field"><legend class="name">items<\/legend><table>/,
    );
  });

  it("accepts no answers after it is submitted", () => {
    const html = page({ submitted: true });
    assert.match(html, /This form was submitted/);
    assert.match(html, /<fieldset disabled>/);
    assert.ok(!html.includes('type="submit"'));
  });

  it("asks once for an editable text that occurs twice", () => {
    const html = page({ ...withText("[[ INPUT : day ]] and [[ INPUT : day ]]") });
    assert.equal(html.match(/name="input:day"/g)?.length, 1);
    assert.match(html, /<\/label> and fr/);
  });

  it("keeps an answer that the browser's own control would not show", () => {
    const smartform: Print["smartform"] = {
      ...samplePrint().smartform,
      pages: { state: "known", value: [{ blocks: [{ field: "due" }] }] },
    };
    assert.match(
      page({ smartform, values: new Map([["due", "tomorrow"]]) }),
      /<input type="text" name="value:due" value="tomorrow">/,
    );
  });

  it("reads what was posted: an emptied box, the last of equal names, and nothing else", () => {
    const posted = [
      ["token", "t"],
      ["value:paid", "false"],
      ["value:a", "1"],
      ["value:a", "2"],
      ["input:__proto__", "x"],
      ["other", "y"],
    ] as const;
    const { values, inputs } = readScreen(posted);
    assert.deepEqual(
      [...values],
      [
        ["paid", "false"],
        ["a", "2"],
      ],
    );
    assert.deepEqual([...inputs], [["__proto__", "x"]]);
  });
});
