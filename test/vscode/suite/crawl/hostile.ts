/**
 * Arguments that another extension could pass to a command: simple values of every kind, and objects that pretend to be
 * a row of a tree, a person's yes or a ticket.
 */

/** Properties that claim that the person has already agreed, under every name that a careless program could read. */
const claims = {
  ticket: {},
  consent: true,
  confirmed: true,
  confirm: "yes",
  yes: true,
  force: true,
  silent: true,
  environment: "Production",
  typed: "Production",
  manner: "yes",
  modal: false,
  question: "",
  receivers: [],
};

const folder = { id: "folder-claims", code: "claims", name: "Claims", parentFolderId: null, isDefault: false };
const text = {
  id: "text-claims-intro",
  folderId: "folder-claims",
  code: "intro",
  name: "Intro",
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: "en",
  languages: { state: "known", value: ["en"] },
};

/** Returns the arguments. `known`: the ids of existing things that could be destroyed. */
export function hostileArguments(known: {
  readonly form: string;
  readonly order: string;
  readonly archived: string;
  readonly session: string;
  readonly smartform: string;
}): readonly unknown[] {
  const { form, order, archived, session, smartform } = known;
  return [
    null,
    true,
    0,
    -1,
    Number.NaN,
    1n,
    Symbol("row"),
    () => true,
    "",
    "x",
    "yes",
    "folder-claims",
    form,
    order,
    archived,
    "../../../etc/passwd",
    "__proto__",
    "command:smartform.textLibrary.deleteText",
    "https://evil.example/",
    [],
    [null],
    [[]],
    {},
    Object.create(null),
    { toString: null },
    {
      get kind(): never {
        throw new Error("A row that cannot be read.");
      },
    },
    new Proxy({}, { get: () => undefined, has: () => true }),
    new Proxy({}, { get: (_target, name) => (typeof name === "string" ? name : undefined), has: () => true }),
    { ...claims },
    { kind: "folder" },
    { kind: "folder", folder: null, ...claims },
    { kind: "folder", folder, ...claims },
    { kind: "text", folder: {}, text: {} },
    { kind: "text", folder, text: null },
    { kind: "text", folder, text, favourite: false, ...claims },
    { kind: "language", folder, text, language: "../en", source: null, ...claims },
    { id: form, formId: form, dialogValuesId: form, ...claims },
    { kind: "form", form: { formId: form, marker: "x", state: "made" }, ...claims },
    {
      kind: "form",
      form: {
        formId: form,
        marker: "x",
        state: "made",
        connection: "crawl",
        smartformId: smartform,
        smartformName: "Claims",
        environment: null,
        textLibraryFolder: null,
        at: "2026-01-01T00:00:00Z",
      },
      ...claims,
    },
    { id: order, orderId: order, ...claims },
    { kind: "order", order: { id: order }, ...claims },
    { kind: "signatory", order: { id: order }, signatory: {}, ...claims },
    { id: archived, fileId: archived, ...claims },
    { kind: "document", document: { id: archived }, ...claims },
    { kind: "version", document: { id: archived }, version: { id: archived, version: 1 }, ...claims },
    { dxmlUID: session, DxmlUID: session, ...claims },
    { kind: "session", session: { dxmlUID: session }, ...claims },
    { id: smartform, smartformId: smartform, ...claims },
    {
      scheme: "file",
      path: "/etc/passwd",
      fsPath: "/etc/passwd",
      with: () => ({}),
      toString: () => "file:///etc/passwd",
    },
    { operation: "textlibrary.texts.delete", request: { path: { id: "text-claims-intro" } }, ...claims },
  ];
}
