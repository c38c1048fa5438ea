/**
 * What commands accept as a row of a tree: an object that has everything that the command reads from it, with the right
 * types.
 */
import assert from "node:assert/strict";
import { formFileOf, formOf, formValueOf, markerOf, openedFormOf } from "../../../client/forms/givenModel.ts";
import { asProgressNode } from "../../../client/library/languages/progressModel.ts";
import { smartformOf } from "../../../client/records/smartformModel.ts";
import { asNode, lostText, textsOf } from "../../../client/library/givenModel.ts";
import { hostileArguments } from "../../vscode/suite/crawl/hostile.ts";

const folder = { id: "f", name: "HR", parentFolderId: null, isDefault: false, code: null };
const text = {
  id: "t",
  folderId: "f",
  code: "intro",
  name: "",
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: null,
  languages: { state: "known", value: ["en"] },
};
const owner = { identity: "service client", connection: "acme" };
const form = {
  marker: "m",
  connection: "crawl",
  smartformId: "s",
  smartformName: "Claim",
  environment: null,
  textLibraryFolder: null,
  formId: "form",
};
const opened = { ...form, marker: null };

interface Taken {
  readonly read: (argument: unknown) => unknown;
  readonly rows: readonly object[];
  /** Paths of the values in a row that may be null. */
  readonly nullable?: readonly string[];
  /** Paths of the values that no code reads. */
  readonly unread?: readonly string[];
}

const library = {
  rows: [
    { kind: "folder", folder },
    { kind: "text", folder, text },
    { kind: "text", folder, text: { ...text, languages: { state: "unknown" } } },
    { kind: "language", folder, text, language: "en" },
  ],
  nullable: ["folder.parentFolderId", "folder.code", "text.defaultLanguage"],
};
const ofForms = {
  nullable: ["form.environment", "form.textLibraryFolder", "form.smartformId", "form.marker"],
  unread: ["form.textLibraryFolder"],
};
const taken: Readonly<Record<string, Taken>> = {
  "rows of the Text Library": { read: asNode, ...library },
  "texts of the Text Library": {
    read: (argument) => textsOf(argument, undefined)[0],
    ...library,
    rows: library.rows.slice(1),
  },
  "selected texts": { read: (argument) => textsOf(undefined, [argument])[0], ...library, rows: library.rows.slice(1) },
  "rows of the languages": {
    read: asProgressNode,
    nullable: library.nullable,
    rows: [
      { kind: "languageProgress", language: "en" },
      { kind: "folderProgress", language: "en", folder },
      { kind: "work", language: "en", work: "stale" },
      { kind: "work", language: "en", work: "missing", folder },
      { kind: "workText", language: "en", work: "drifted", folder, text, owner },
    ],
    unread: ["folder", "owner"],
  },
  "texts that the service no longer has": {
    read: lostText,
    rows: [
      {
        text: { id: "t", folderId: "f", code: "intro", contentType: 0 },
        owner,
        languages: ["sv"],
        fields: [],
        isGone: true,
      },
    ],
  },
  Smartforms: { read: smartformOf, rows: [{ kind: "smartform", smartform: { id: "s", name: "Claim" } }] },
  forms: {
    read: formOf,
    rows: [
      ...["form", "value", "file"].map((kind) => ({ kind, form })),
      ...["opened", "step"].map((kind) => ({ kind, form: opened })),
    ],
    ...ofForms,
  },
  "forms that were opened by their id": { read: openedFormOf, rows: [{ kind: "opened", form: opened }], ...ofForms },
  "values of test forms": {
    read: formValueOf,
    rows: [{ kind: "value", form, value: { property: "name" } }],
    ...ofForms,
  },
  "files of test forms": {
    read: formFileOf,
    rows: [{ kind: "file", form, property: "photo", file: { fileId: "1", name: "photo.png" } }],
    ...ofForms,
  },
  "what test forms are kept under": {
    read: markerOf,
    rows: [
      { kind: "form", form: { marker: "m" } },
      { kind: "lost", form: { marker: "m" } },
    ],
  },
};

/** Returns the paths of all properties of an object, at every depth. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const inside =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name]))
      : [];
  return path.length === 0 ? inside : [path, ...inside];
}

function withInstead(row: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const object = row as Readonly<Record<string, unknown>>;
  return { ...object, [name]: rest.length === 0 ? value : withInstead(object[name], rest, value) };
}

/** Fails if `read` throws an error, unless a property of the row threw it: the command reports that error. */
function failsOnlyWith(read: (argument: unknown) => unknown, argument: unknown): void {
  try {
    read(argument);
  } catch (error) {
    assert.equal((error as Error).message, "A row that cannot be read.");
  }
}

describe("arguments of commands", () => {
  for (const [name, { read, rows, nullable = [], unread = [] }] of Object.entries(taken)) {
    it(`are accepted as ${name}`, () => {
      for (const row of rows) assert.notEqual(read(row), undefined, JSON.stringify(row));
    });

    it(`are refused as ${name} if a property that is read is missing, or has another type`, () => {
      for (const row of rows) {
        for (const path of pathsOf(row)) {
          const where = path.join(".");
          const others = [null, undefined, 7n, {}, [[]]].filter(
            (value) =>
              !(value === null && nullable.includes(where)) && !(value === undefined && unread.includes(where)),
          );
          for (const value of others)
            assert.equal(
              read(withInstead(row, path, value)),
              undefined,
              `${JSON.stringify(row)} with ${String(value)} at ${where}`,
            );
        }
      }
    });

    it(`are refused as ${name} in any other form, and no made-up value throws`, () => {
      for (const argument of hostileArguments({
        form: "form",
        order: "order",
        archived: "archived",
        session: "session",
        smartform: "smartform",
      }))
        failsOnlyWith(read, argument);
      for (const argument of [
        undefined,
        null,
        1,
        "folder",
        [],
        {},
        { kind: "folder", folder: null },
        { kind: "text", folder, text: null },
        { kind: "form", form: null },
        { kind: "smartform" },
      ])
        assert.equal(read(argument), undefined);
    });
  }
});
