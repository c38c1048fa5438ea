/**
 * The content of the package: the same sources give the same bytes, and all work of other people is packed together
 * with its licence.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { openPackedFiles } from "../../disk/index.ts";
import { noticesOf } from "../../scripts/notices.mjs";
import type { Component } from "../../scripts/notices.mjs";
import { packedPage } from "../../scripts/packedPages.mjs";
import { root } from "../../scripts/root.mjs";

const metafile = join(root, "out/metafile.json");

/** The part of fontkit's `Font` that the test uses. The package fontkit has no types. */
interface Font {
  readonly characterSet: readonly number[];
  glyphForCodePoint(character: number): Glyph;
  layout(text: string): { readonly glyphs: readonly Glyph[]; readonly positions: readonly object[] };
}

interface Glyph {
  readonly advanceWidth: number;
  readonly path: { toSVG(): string };
}

const { create } = createRequire(import.meta.url)("fontkit") as { readonly create: (content: Buffer) => Font };

/** Returns the npm packages that `dist` contains parts of, as `name version`. */
function bundled(): ReadonlySet<string> {
  assert.ok(
    existsSync(metafile),
    "out/metafile.json is missing: run `npm run build` first, for it says what was bundled.",
  );
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8")) as {
    readonly outputs: Readonly<
      Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
    >;
  };
  const used = Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
  return new Set(
    used
      .flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
      .map((folder) => {
        const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
          readonly name: string;
          readonly version: string;
        };
        return `${name} ${version}`;
      }),
  );
}

interface BillOfMaterials {
  readonly components: readonly Component[];
}

let made: BillOfMaterials | undefined;

function billOfMaterials(): BillOfMaterials {
  return (made ??= makeBillOfMaterials());
}

function makeBillOfMaterials(): BillOfMaterials {
  const program = join(root, "node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js");
  return JSON.parse(
    execFileSync(
      process.execPath,
      [program, "--gather-license-texts", "--output-reproducible", "--no-validate", "-o", "-", metafile],
      { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 },
    ),
  ) as BillOfMaterials;
}

describe("the package", function () {
  this.timeout(240_000);

  it("names owner and licence of everything that was bundled, and of every font", () => {
    const names = bundled();
    const bom = billOfMaterials();
    assert.ok(
      names.size > 50 &&
        ["dejavu-fonts-ttf ", "@vscode/codicons "].every((wanted) =>
          [...names].some((name) => name.startsWith(wanted)),
        ),
      "fonts and icons are not bundled, and are there",
    );
    const listed = new Set(
      bom.components.map(({ group, name, version }) => `${group === undefined ? "" : `${group}/`}${name} ${version}`),
    );
    assert.deepEqual(
      [...names].filter((name) => !listed.has(name)),
      [],
    );
    const notices = new Map(
      noticesOf(bom)
        .split(/^(?=.+\n-{72}$)/m)
        .map((part) => [part.replace(/( \(.*\))?\n[^]*$/, ""), part] as const),
    );
    assert.deepEqual(
      [...names].filter(
        (name) => !/licen[cs]e|permi(t|ssion)|redistribut/i.test(notices.get(name)?.replace(/^.*\n/, "") ?? ""),
      ),
      [],
    );
    assert.deepEqual(
      [...names].filter((name) => (notices.get(name)?.length ?? 0) < 500),
      [],
    );
    const whole = noticesOf(bom);
    for (const insideOthers of [
      "Copyright 1990-2009 Adobe Systems Incorporated",
      "Copyright 2014 PDFium Authors",
      "with Reserved Font Name Liberation",
      "Copyright (c) Denis Pushkarev",
    ])
      assert.ok(whole.includes(insideOthers), insideOthers);
  });

  it("has every character of every font, as the font's author drew it", async () => {
    const folder = join(root, "node_modules/dejavu-fonts-ttf/ttf");
    const packed = await openPackedFiles(join(root, "dist/fonts.br"));
    for (const style of ["", "-Bold", "-Oblique", "-BoldOblique"]) {
      const file = `DejaVuSans${style}.ttf`;
      const content = await packed.get(file);
      assert.ok(content !== undefined, file);
      const [wanted, got] = [create(readFileSync(join(folder, file))), create(Buffer.from(content))];
      assert.deepEqual(got.characterSet, wanted.characterSet);
      const drawn = (font: Font) =>
        font.characterSet
          .filter((_, index) => index % 5 === 0)
          .map((character) => font.glyphForCodePoint(character))
          .map(({ advanceWidth, path }) => `${advanceWidth} ${path.toSVG()}`);
      assert.deepEqual(drawn(got), drawn(wanted), file);
      // The last text is drawn as a box, because the font lacks its character.
      for (const text of ["AVATAR To Ty fi", "Αγαπητέ", "Уважаеми", "السلام", "漢"]) {
        const laidOut = (font: Font) =>
          font.layout(text).glyphs.map(({ path }, index) => [path.toSVG(), font.layout(text).positions[index]]);
        assert.deepEqual(laidOut(got), laidOut(wanted), text);
      }
    }
  });

  it("has pages that refer only to what is packed, and show no picture", async () => {
    const packed = new Set(await listFiles({ cwd: root, packageManager: PackageManager.None }));
    const pages = [...packed].filter((path) => /^(README|docs\/.*)\.md$/.test(path));
    assert.ok(pages.length > 20, pages.join());
    for (const path of pages) {
      const page = packedPage(path, readFileSync(join(root, path), "utf8"), packed);
      const targets = [...page.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = ""]) =>
        posix.join(posix.dirname(path), target),
      );
      assert.deepEqual(
        targets.filter((target) => !packed.has(target)),
        [],
        path,
      );
      assert.doesNotMatch(page, /!\[|<img/, path);
    }
    const lines = [
      "[a](a.md)",
      "- [b](b.md) is.",
      "![c](tour/c.webp)",
      "| [d](a.md#d) | [e](e.ts) |",
      "See [f](b.md#f).",
    ];
    assert.equal(
      packedPage("docs/x.md", lines.join("\n"), new Set(["docs/a.md"])),
      "[a](a.md)\n| [d](a.md#d) | e |\nSee f.",
    );
  });

  it("cannot be packed with work whose licence is unknown", () => {
    const stranger = { name: "nobodys", version: "1.0.0", purl: "pkg:npm/nobodys@1.0.0" };
    const { components } = billOfMaterials();
    assert.throws(
      () => noticesOf({ components: [...components, stranger] }),
      /nobodys 1\.0\.0 does not state its licence/,
    );
    assert.throws(
      () =>
        noticesOf({ components: [...components, { ...stranger, licenses: [{ license: { name: "My-Own-1.0" } }] }] }),
      /nobodys 1\.0\.0/,
    );
    assert.match(
      noticesOf({ components: [...components, { ...stranger, licenses: [{ license: { id: "MIT" } }] }] }),
      /^nobodys 1\.0\.0 \(MIT\)\n-+\n\nCopyright \(c\) its authors\n\nPermission is hereby granted/m,
    );
  });

  describe("is refused, and the file is named,", () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "smartform-package-"));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    /**
     * Packs the package with this folder as `dist`, which must fail, and returns the error output. `first`: code that
     * runs before the packing.
     */
    const failure = (first: string): string => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          "--import",
          `data:text/javascript,${encodeURIComponent(first)}`,
          "scripts/package.mjs",
          "--quiet",
          "--dist",
          folder,
          "--out",
          join(folder, "no.vsix"),
        ],
        { cwd: root, encoding: "utf8" },
      );
      assert.notEqual(status, 0);
      return stderr;
    };

    for (const target of ["extension.ts", ".", "nowhere"])
      it(`if a file of dist is a link to ${target}`, () => {
        symlinkSync(join(root, "client", target), join(folder, "linked.js"));
        assert.match(failure(""), /dist\/linked\.js is a link/);
      });

    it("if a file of dist vanishes", () => {
      writeFileSync(join(folder, "gone.js"), "");
      const deletes = `
        import fs from "node:fs";
        import { syncBuiltinESMExports } from "node:module";
        const { cp } = fs.promises;
        const filter = (from) => { if (from.endsWith("gone.js")) fs.rmSync(from); return true; };
        fs.promises.cp = (from, to, options) => cp(from, to, { ...options, filter });
        syncBuiltinESMExports();`;
      assert.match(failure(deletes), /Error: .*gone\.js is missing\. If it was deleted during packing/);
    });
  });

  it("is the same, byte for byte, when built at another time, in another time zone and with other file modes", () => {
    const again = join(root, "out", `built-again-${process.pid}`);
    const [dist, metafile] = [join(again, "dist"), join(again, "metafile.json")];
    const run = (script: string, args: readonly string[], TZ: string, mask: number) => {
      const flags = [
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--import",
        `data:text/javascript,process.umask(${mask})`,
      ];
      execFileSync(process.execPath, [...flags, `scripts/${script}.mjs`, ...args], {
        cwd: root,
        env: { ...process.env, TZ },
        stdio: ["ignore", "ignore", "pipe"],
      });
    };
    const names = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    try {
      mkdirSync(again, { recursive: true });
      run("build", ["--dist", dist, "--metafile", metafile], "America/New_York", 0o077);
      for (const name of names(dist)) utimesSync(join(dist, name), 1_000_000_000, 1_000_000_000);
      run(
        "package",
        ["--quiet", "--dist", dist, "--metafile", metafile, "--out", join(again, "again.vsix")],
        "America/New_York",
        0o077,
      );
      assert.deepEqual(names(dist), names(join(root, "dist")));
      const [once, other] = [join(root, "smartform.vsix"), join(again, "again.vsix")].map((file) => readFileSync(file));
      assert.ok(
        once !== undefined && other !== undefined && once.equals(other),
        "the sources give another package than smartform.vsix: if it is older than they are, run `npm run build && npm run package` first",
      );
      for (const name of [
        "extension/ThirdPartyNotices.txt",
        "extension/bom.json",
        "extension/dist/cli.js",
        "extension/dist/cliProgram.js",
        "extension/dist/server.js",
      ])
        assert.ok(once.includes(name), name);
      assert.ok(!once.includes("extension/out/"));
    } finally {
      rmSync(again, { recursive: true, force: true });
    }
  });
});
