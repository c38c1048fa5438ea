/**
 * Responses that deviate from the documents. Each property of every example is removed once, and once replaced with a
 * value of another kind; the rest of the response is still shown. A response is refused only for the deviations that
 * are listed here.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { operationOf } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";

const answers = new Map(
  readdirSync("test/api/examples")
    .flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(`test/api/examples/${file}`, "utf8")) as Record<
          OperationId,
          { readonly answer?: unknown }
        >,
      ),
    )
    .flatMap(([id, { answer }]) =>
      typeof answer === "object" && answer !== null ? [[id as OperationId, answer] as const] : [],
    ),
);

/**
 * A text's folder decides whether a reference finds the text. A folder without one of its parts would make existing
 * texts look absent.
 */
const folder = ["[].id gone", "[].id odd", "[].name gone", "[].name odd", "[].parentFolderId odd", "[].code odd"];
/** A save writes the whole text back, so it would clear a part that was omitted when the text was read. */
const text = [
  "id gone",
  "id odd",
  "folderId gone",
  "folderId odd",
  "code gone",
  "code odd",
  "name odd",
  "description odd",
  "contentType gone",
  "contentType odd",
  "isPublic odd",
  "defaultLanguage odd",
  "createdDate odd",
  "updatedDate odd",
  "translations odd",
  "translations.* odd",
  "translations.*.content gone",
  "translations.*.content odd",
  "translations.*.source odd",
  "translations.*.updatedAt odd",
];
/** Nothing can be done with a created thing whose id is unknown. */
const id = ["id gone", "id odd"];
const stored = ["JobId gone", "JobId odd", "DocId gone", "DocId odd"];
const distributed = ["CorrelationId gone", "CorrelationId odd"];
const session = ["DxmlUID gone", "DxmlUID odd"];

const needed: Partial<Record<OperationId, readonly string[]>> = {
  "forms.create": id,
  // Only this property distinguishes the service's response from a sign-in page.
  "forms.ping": ["message gone"],
  "forms.fields": ["[].name gone", "[].name odd"],
  "forms.propertyValue": ["value gone"],
  "textlibrary.folders.list": folder,
  "textlibrary.folders.create": id,
  // The client reads pages until it has as many items as the counts say.
  "textlibrary.search": [
    "texts gone",
    "texts odd",
    "texts.items gone",
    "texts.items odd",
    "texts.items[].id gone",
    "texts.items[].id odd",
    ...["page", "pageSize", "totalCount", "totalPages"].flatMap((each) => [`texts.${each} gone`, `texts.${each} odd`]),
    "folders gone",
    "folders odd",
    ...folder.map((each) => `folders${each}`),
  ],
  "textlibrary.texts.get": text,
  "textlibrary.texts.create": id,
  // Events are read until there are as many as the service counts.
  "audit.search": ["eventLogs gone", "eventLogs odd", "totalRecords gone", "totalRecords odd"],
  // A total would be false if one of its parts were omitted.
  "statistics.analytics": [
    "totalRecords gone",
    "totalRecords odd",
    "totalPages gone",
    "totalPages odd",
    "data gone",
    "data odd",
    "data[].count gone",
    "data[].count odd",
  ],
  "signing.orders.get": id,
  "archive.upload": ["storedDocumentId gone", "storedDocumentId odd"],
  "documents.sessions.create": session,
  "documents.sessions.createJson": session,
  "store.create": stored,
  "store.createJson": stored,
  "store.createDxml": stored,
  "distribution.send": distributed,
  "distribution.sendJson": distributed,
  "distribution.sendOnce": distributed,
  "distribution.sendOnceJson": distributed,
};

type Steps = readonly (string | number)[];

/** Returns the places of all properties; for a list, those of its first item. */
function propertiesOf(value: unknown, path: Steps): readonly Steps[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : propertiesOf(value[0], [...path, 0]);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...propertiesOf(inner, [...path, name])]);
}

/**
 * Returns a copy in which every list has its first item twice, so that something is left if the first one cannot be
 * read.
 */
function doubled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [doubled(value[0]), ...value.map(doubled)];
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, doubled(inner)]))
    : value;
}

function changed(answer: unknown, path: Steps, edit: "gone" | { readonly value: unknown }): unknown {
  const copy = structuredClone(answer);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((around, step) => Reflect.get(around as object, step), copy) as object;
  const last = path.at(-1) ?? "";
  if (edit === "gone") Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, edit.value);
  return copy;
}

function nameOf(path: Steps): string {
  const name = path
    .map((step) => (typeof step === "number" ? "[]" : step))
    .join(".")
    .replaceAll(".[]", "[]");
  return name.replace(/^(translations)\.[^.]+/, "$1.*").replace(/(items\[\]\.translations)\.[^.]+/, "$1.*");
}

describe("answers that are not as documented", () => {
  for (const [operation, example] of answers) {
    const { schema } = operationOf(operation);
    it(`of ${operation} are shown as far as they can be read`, () => {
      const answer = doubled(example);
      const reads = (value: unknown): boolean => schema?.safeParse(value).success !== false;
      assert.ok(reads(answer));
      const refused = propertiesOf(answer, []).flatMap((path) => {
        const value = path.reduce<unknown>((around, step) => Reflect.get(around as object, step), answer);
        const isObject = typeof value === "object" && value !== null;
        return [
          ...(reads(changed(answer, path, "gone")) ? [] : [`${nameOf(path)} gone`]),
          ...(reads(changed(answer, path, { value: isObject ? 7 : { another: ["kind"] } }))
            ? []
            : [`${nameOf(path)} odd`]),
        ];
      });
      assert.deepEqual([...new Set(refused)].sort(), [...(needed[operation] ?? [])].sort());
    });
  }

  it("may have ids that are numbers, which are read as text", () => {
    const read = (operation: OperationId, answer: unknown): unknown => operationOf(operation).schema?.parse(answer);
    assert.partialDeepStrictEqual(read("forms.active", [{ id: 7, name: "Hire", tags: "new" }]), [
      { id: "7", name: "Hire", tags: ["new"] },
    ]);
    assert.partialDeepStrictEqual(read("archive.search", [{ id: 12, folderId: 3, version: "second" }]), [
      { id: "12", folderId: "3" },
    ]);
    assert.partialDeepStrictEqual(
      read("signing.orders.list", [{ id: 5, signatories: [{ id: 1, signStatus: "odd" }] }]),
      [{ id: "5", signatories: [{ id: "1" }] }],
    );
    assert.partialDeepStrictEqual(read("audit.search", { eventLogs: [{ id: 9, source: "forms" }], totalRecords: 1 }), {
      eventLogs: [{ id: "9", createdDate: "", logName: "" }],
    });
    assert.partialDeepStrictEqual(read("textlibrary.folders.list", [{ id: 1, name: "HR", parentFolderId: 2 }]), [
      { id: "1", parentFolderId: "2" },
    ]);
  });

  it("may have a text with numbers, and a store folder with only its columns", () => {
    const text = operationOf("textlibrary.texts.get").schema?.parse({ id: 7, folderId: 1, code: 2, contentType: 0 });
    assert.partialDeepStrictEqual(text, { id: "7", folderId: "1", code: "2" });
    assert.deepEqual(operationOf("store.folder").schema?.parse([{ Name: "Open" }]), { Columns: [{ Name: "Open" }] });
  });

  it("may name a session in several ways, alone or in an object", () => {
    const { schema } = operationOf("documents.sessions.list");
    assert.partialDeepStrictEqual(schema?.parse([{ Id: "a", status: "OK" }, "b", { dxmlId: 3 }, { Status: "Draft" }]), [
      { DxmlUID: "a", Status: "OK" },
      { DxmlUID: "b" },
      { DxmlUID: "3" },
    ]);
    assert.deepEqual(
      operationOf("documents.sessions.listDrafts").schema?.parse(["a", { DxmlUID: "b" }, { id: 4 }, {}]),
      ["a", "b", "4"],
    );
  });

  it("are not read as an empty list if nothing in them can be read", () => {
    assert.throws(() => operationOf("documents.sessions.list").schema?.parse([{ Status: "Draft" }]));
    assert.throws(() => operationOf("forms.active").schema?.parse([{ name: "Hire" }]));
    assert.deepEqual(operationOf("forms.active").schema?.parse([]), []);
  });
});
